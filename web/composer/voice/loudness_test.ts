import { expect, test } from "vitest";
import { loudnessOf, packWaveform, unpackWaveform, waveformOf } from "./loudness.ts";

test("silence is nothing, and a full wave 0.7", () => {
  expect(loudnessOf(new Float32Array(100))).toBe(0);
  expect(loudnessOf(new Float32Array())).toBe(0);
  const wave = Float32Array.from({ length: 1000 }, (_, nth) => Math.sin(nth / 5));
  expect(loudnessOf(wave)).toBeCloseTo(0.707, 2);
});

test.each([
  ["long", 6400],
  ["as long as there are bars", 64],
  ["short", 10],
  ["empty", 0],
])("a recording that is %s has 64 bars, the loudest at 100", (_, length) => {
  const bars = waveformOf(Array.from({ length }, (_, nth) => nth / length));
  expect(bars).toHaveLength(64);
  expect(Math.max(...bars)).toBe(length ? 100 : 0);
  expect([...bars]).toEqual([...bars].sort((a, b) => a - b));
});

test("bars come back as they left; what is no waveform is none", () => {
  const bars = Uint8Array.from({ length: 64 }, (_, nth) => nth);
  expect(unpackWaveform(packWaveform(bars))).toEqual([...bars]);
  expect(unpackWaveform("")).toBeUndefined();
  expect(unpackWaveform(packWaveform(new Uint8Array(64)))).toBeUndefined();
});
