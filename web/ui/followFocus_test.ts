// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { until } from "../testing_until.ts";
import { followFocus } from "./followFocus.ts";

const control = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!;
const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName;
const row = (name: string) =>
  `<div><div role="row" id="${name}"><button aria-label="Editar ${name}"></button><button aria-label="Excluir ${name}"></button></div></div>`;

beforeEach(() => {
  document.body.innerHTML = `<main><h1 aria-label="Tags">Tags</h1><div role="table"><div role="row"></div>
    <div role="rowgroup">${["a", "b", "c"].map(row).join("")}</div></div></main><input aria-label="Busca">`;
});

function remove(name: string, deleted = `#${name}`) {
  control(`Excluir ${name}`).focus();
  followFocus(control(`Excluir ${name}`));
  control(`Excluir ${name}`).blur();
  document.querySelector(deleted)!.remove();
}

test.each([["a", "Excluir b"], ["b", "Excluir c"], ["c", "Excluir b"]])(
  "after row %s is deleted the focus is on: %s",
  async (name, heir) => {
    remove(name);
    await until(() => focused() === heir);
  },
);

test("after the last row the focus is on the page's title", async () => {
  remove("b", "[role=table]");
  await until(() => focused() === "Tags");
});

test("whoever has gone on to something else meanwhile stays there", async () => {
  remove("b");
  control("Busca").focus();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(focused()).toBe("Busca");
});
