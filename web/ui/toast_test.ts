import { i18n } from "@lingui/core";
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { UNDO_FOR } from "../../src/contract/tickets.ts";
import { holdToast, toast, toastsAtom } from "./toast.ts";
import { offerUndo, undoLatest } from "./undo.ts";

i18n.loadAndActivate({ locale: "pt", messages: {} });

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

test("news from before the page has its language is said once it has, and stays its time from then on", () => {
  const noLanguage = vi.spyOn(i18n, "locale", "get").mockReturnValue("");
  toast.error({ id: "lost", message: "Perdeu-se" });
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual([]);
  noLanguage.mockRestore();
  i18n.activate("pt");
  i18n.activate("pt");
  expect(shown()).toEqual(["Perdeu-se"]);
  vi.advanceTimersByTime(2000);
  expect(shown()).toEqual([]);
});

describe("what can be undone", () => {
  test("goes when the server takes nothing back any more, also while it is read", () => {
    offerUndo("Atendimento de Ana resolvido", () => {});
    holdToast(getDefaultStore().get(toastsAtom)[0]!);
    vi.advanceTimersByTime(UNDO_FOR - 1);
    expect(shown()).toEqual(["Atendimento de Ana resolvido"]);
    vi.advanceTimersByTime(1);
    expect([shown(), undoLatest()]).toEqual([[], false]);
  });

  test("is undone once, the latest first, also when two say the same", () => {
    const undone: number[] = [];
    for (const nth of [1, 2, 3, 4]) offerUndo("Tag Fiel tirada", () => void undone.push(nth));
    expect(shown()).toHaveLength(3);
    getDefaultStore().get(toastsAtom)[1]!.action!.act();
    for (let nth = 0; nth < 4; nth++) undoLatest();
    expect(undone).toEqual([3, 4, 2, 1]);
    vi.advanceTimersByTime(UNDO_FOR);
  });
});
