// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "../../src/contract/connections.ts";
import { useAttention } from "./attention.ts";

const list = vi.hoisted(() => ({ rows: [] as { status: string }[] }));
vi.mock("../connections/connections.ts", () => ({ connectionList: {} }));
vi.mock("../list/pagedList.ts", () => ({ useList: () => list }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

function Badge() {
  const isNeeded = useAttention();
  return isNeeded ? "!" : null;
}

let root: ReturnType<typeof createRoot>;
const show = (...statuses: Connection["status"][]) => {
  list.rows = statuses.map((status) => ({ status }));
  return act(() => root.render(<Badge />));
};
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.querySelector("div")!);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test.each(["qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"] as const)(
  "a connection that is %s calls for somebody two seconds after the list has changed, and no longer once it is well",
  async (status) => {
    await show("CONNECTED", status);
    await wait(1999);
    expect(document.body.textContent).toBe("");
    await wait(1);
    expect(document.body.textContent).toBe("!");
    await show("CONNECTED", "CONNECTED");
    await wait(2000);
    expect(document.body.textContent).toBe("");
  },
);
