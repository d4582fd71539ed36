import { type Encoder, mp3Encoder, opusEncoder } from "./encoders.ts";
import { loudnessOf, waveformOf } from "./loudness.ts";

/** What the page says: how to begin, with the port on which samples come; and that it is over. */
export type ToWorker = { say: "start"; as: "ogg" | "mp3"; sampleRate: number; samples: MessagePort } | { say: "end" };

/** What is answered in the end. */
export interface Encoded {
  bytes: Uint8Array<ArrayBuffer>;
  seconds: number;
  waveform: Uint8Array;
}

/** Loudness is taken this often (s). */
const STEP = 0.1;

let encoder: Promise<Encoder> | undefined;
let sampleRate = 0, count = 0;
const loudness: number[] = [];
let piece: number[] = [];

// All work on sound is done here, so that typing never waits for it.
onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.say === "end") return void end().catch((error) => postMessage({ failed: String(error) }));
  sampleRate = data.sampleRate;
  encoder = data.as === "ogg" ? Promise.resolve(opusEncoder()) : mp3Encoder(sampleRate);
  data.samples.onmessage = ({ data: samples }: MessageEvent<Float32Array<ArrayBuffer>>) => {
    measure(samples);
    void encoder!.then((one) => one.take(samples));
  };
};

function measure(samples: Float32Array): void {
  count += samples.length;
  piece.push(...samples);
  if (piece.length < sampleRate * STEP) return;
  loudness.push(loudnessOf(Float32Array.from(piece)));
  piece = [];
}

async function end(): Promise<void> {
  const bytes = await (await encoder!).end();
  const encoded: Encoded = { bytes, seconds: count / sampleRate, waveform: waveformOf(loudness) };
  postMessage(encoded, { transfer: [bytes.buffer] });
}
