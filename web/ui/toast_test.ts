import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast, toastsAtom } from "./toast.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = () => getDefaultStore().get(toastsAtom).map(({ text }) => text);

test.each([
  ["good news", 3000, () => toast.success("Salvo")],
  ["good news that is to stay for less", 2000, () => toast.success("Salvo", { stay: 2000 })],
  [
    "news about which something can be done",
    8000,
    () => toast.success("Apagado", { action: { label: "Desfazer", act: () => {} } }),
  ],
  ["a failure", 2000, () => toast.error("Não deu certo")],
])("%s stays %i ms", (_, ms, say) => {
  say();
  vi.advanceTimersByTime(ms - 1);
  expect(shown()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});
