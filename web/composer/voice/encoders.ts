import { oggOpus, type OpusPacket, packed } from "./ogg.ts";

/** Turns samples between -1 and 1 into a file, while they come in. */
export interface Encoder {
  take(samples: Float32Array<ArrayBuffer>): void;
  end(): Promise<Uint8Array<ArrayBuffer>>;
}

/** 16 kHz and 20 ms make the wide-band speech frames of which WhatsApp's own voice notes consist. */
export const OPUS = {
  codec: "opus",
  sampleRate: 16_000,
  numberOfChannels: 1,
  bitrate: 24_000,
  opus: { application: "voip", signal: "voice", frameDuration: 20_000 },
} as const;
const FRAME = OPUS.sampleRate / 50;

/** The browser's own Opus encoder. */
export function opusEncoder(): Encoder {
  const frames: OpusPacket[] = [];
  let failure: unknown;
  let rest = new Float32Array(), taken = 0;
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      frames.push({ bytes, samples: Math.round((chunk.duration ?? 20_000) * 0.048) });
    },
    error: (error) => void (failure = error),
  });
  encoder.configure(OPUS as AudioEncoderConfig);
  const encode = (data: Float32Array<ArrayBuffer>) => {
    const timestamp = taken / OPUS.sampleRate * 1_000_000;
    taken += data.length;
    const shape = { format: "f32-planar", sampleRate: OPUS.sampleRate, numberOfChannels: 1 } as const;
    const audio = new AudioData({ ...shape, numberOfFrames: data.length, timestamp, data });
    encoder.encode(audio);
    audio.close();
  };
  return {
    take(samples) {
      if (failure !== undefined) return;
      const whole = new Float32Array(rest.length + samples.length);
      whole.set(rest);
      whole.set(samples, rest.length);
      const full = whole.length - whole.length % FRAME;
      if (full) encode(whole.slice(0, full));
      rest = whole.slice(full);
    },
    async end() {
      if (failure === undefined) await encoder.flush();
      if (failure !== undefined) throw failure;
      encoder.close();
      return oggOpus(packed(frames), crypto.getRandomValues(new Uint32Array(1))[0]!);
    },
  };
}

/** Where the browser has no Opus encoder: MP3 at 128 kbit/s (spec 1 §2.8). */
export async function mp3Encoder(sampleRate: number): Promise<Encoder> {
  const { Mp3Encoder } = await import("lamejs");
  const encoder = new Mp3Encoder(1, sampleRate, 128);
  const parts: Uint8Array[] = [];
  const keep = (bytes: Uint8Array | Int8Array) => void (bytes.length && parts.push(Uint8Array.from(bytes)));
  return {
    take: (samples) => keep(encoder.encodeBuffer(Int16Array.from(samples, whole))),
    async end() {
      keep(encoder.flush());
      return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
    },
  };
}

/** A sample as a 16-bit number. */
function whole(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
}
