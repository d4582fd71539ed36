// Runs beside the page, where sound comes in: hands each piece on to the encoder.
registerProcessor(
  "voice-capture",
  class extends AudioWorkletProcessor {
    constructor() {
      super();
      this.port.onmessage = ({ data }) => void (this.encoder = data);
    }

    process([[samples] = []]) {
      if (samples && this.encoder) this.encoder.postMessage(samples.slice());
      return true;
    }
  },
);
