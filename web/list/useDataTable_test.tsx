// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, test, vi } from "vitest";
import { type Session, sessionAtom } from "../session.ts";
import type { Column } from "./column.ts";
import { keptLayout } from "./layout.ts";
import { useDataTable } from "./useDataTable.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

interface Person {
  id: number;
  name: string;
}
const column = (id: string, more: Partial<Column<Person>> = {}): Column<Person> => ({
  id,
  title: id,
  width: "1fr",
  cell: () => id,
  ...more,
});
const COLUMNS = [column("name", { isHeader: true }), column("email"), column("profile"), column("actions")];
const ROWS = [{ id: 7, name: "Ana" }];

let seen: ReturnType<typeof useDataTable<Person>>;
function Table() {
  seen = useDataTable("people", COLUMNS, ROWS);
  return null;
}

beforeEach(async () => {
  localStorage.clear();
  getDefaultStore().set(sessionAtom, { state: "in", me: { id: 1 } } as unknown as Session);
  document.body.innerHTML = "<div></div>";
  await act(() => createRoot(document.querySelector("div")!).render(<Table />));
});

test("the table has the rows that are shown, by their ids", () => {
  expect(seen.table.getRowModel().rows.map(({ id, original }) => [id, original])).toEqual([["7", ROWS[0]]]);
});

test("while an edge is dragged the rows have the same columns, and nothing is kept before it ends", async () => {
  const before = seen.shown, keep = vi.spyOn(Storage.prototype, "setItem");
  await act(() => seen.table.setColumnResizing((now) => ({ ...now, isResizingColumn: "email" })));
  for (const px of [200, 210, 220]) await act(() => seen.table.setColumnSizing(() => ({ email: px })));
  expect(seen.table.getColumn("email")!.getSize()).toBe(220);
  expect(seen.shown).toBe(before);
  expect(keep).not.toHaveBeenCalled();
  await act(() => seen.table.setColumnResizing((now) => ({ ...now, isResizingColumn: false })));
  expect(keptLayout(1, "people").widths).toEqual({ email: 220 });
});

test("what names a row and what acts on it can be neither hidden nor moved, and what acts has no edge", () => {
  const free = (may: "getCanHide" | "getCanResize") =>
    seen.table.getAllLeafColumns().filter((one) => one[may]()).map(({ id }) => id);
  expect(free("getCanHide")).toEqual(["email", "profile"]);
  expect(free("getCanResize")).toEqual(["name", "email", "profile"]);
});
