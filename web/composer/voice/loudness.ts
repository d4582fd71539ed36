/** As many bars as WhatsApp draws. */
export const BARS = 64;

/** The root mean square of a stretch of samples between -1 and 1. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length ? Math.sqrt(sum / samples.length) : 0;
}

/** How loud a recording is along its length: 64 numbers from 0 to 100, the loudest stretch being 100. */
export function waveformOf(loudness: readonly number[]): Uint8Array {
  const most = Math.max(...loudness, 0.01);
  return Uint8Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor(bar * loudness.length / BARS);
    const to = Math.max(from + 1, Math.floor((bar + 1) * loudness.length / BARS));
    return Math.round(100 * Math.max(0, ...loudness.slice(from, to)) / most);
  });
}

/** Bars as they travel: one byte each, as base64. */
export function packWaveform(bars: Uint8Array): string {
  return btoa(String.fromCharCode(...bars));
}

/** What came with a voice note, or nothing where it came without. */
export function unpackWaveform(text: string): number[] | undefined {
  const bars = Array.from(atob(text), (char) => Math.min(100, char.charCodeAt(0)));
  return bars.length === BARS && bars.some((bar) => bar > 0) ? bars : undefined;
}
