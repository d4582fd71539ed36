// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, test, vi } from "vitest";
import { ConnectionForm } from "../../src/contract/connections.ts";
import { messages } from "../i18n/pt.po";
import { CallError } from "../request.ts";
import { TextField } from "./TextField.tsx";
import { checkForm, useForm } from "./useForm.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
i18n.loadAndActivate({ locale: "pt", messages });
const submit = vi.fn(async (_: unknown, _was?: number) => {});

function Form() {
  const form = useForm(ConnectionForm, { start: { name: "" }, submit, delay: 0 });
  return (
    <form {...form.props}>
      <TextField label="Nome" {...form.text("name")} />
      <button type="submit" disabled={form.busy}>Salvar</button>
    </form>
  );
}

let page: HTMLElement;
const field = () => page.querySelector("input")!;
const problem = () => page.querySelector(`#${field().getAttribute("aria-describedby")}`)?.textContent;

beforeEach(async () => {
  submit.mockReset();
  document.body.innerHTML = "<div></div>";
  page = document.querySelector("div")!;
  await act(() =>
    createRoot(page).render(
      <I18nProvider i18n={i18n}>
        <Form />
      </I18nProvider>,
    )
  );
});

async function type(text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

async function send() {
  await act(async () => {
    page.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
}

test("what is missing is marked and focused, and nothing is sent", async () => {
  await send();
  expect([problem(), field().ariaInvalid ?? field().getAttribute("aria-invalid")]).toEqual(["Obrigatório", "true"]);
  expect(document.activeElement).toBe(field());
  expect(submit).not.toHaveBeenCalled();
});

test("the mark goes as soon as the field is changed", async () => {
  await send();
  await type("L");
  expect(field().getAttribute("aria-invalid")).toBeNull();
});

test("what was typed is sent as the contract wants it", async () => {
  await type("  Loja Centro ");
  await send();
  expect(submit).toHaveBeenCalledWith({ name: "Loja Centro" }, undefined);
});

test("what the server finds is marked in the person's words, and the text stays", async () => {
  submit.mockRejectedValue(new CallError("ERR_INVALID_INPUT", 400, { name: "too_long" }));
  await type("Loja Centro");
  await send();
  expect([problem(), field().value]).toEqual(["De 2 a 50 caracteres", "Loja Centro"]);
});

test.each([
  [{ name: "" }, { name: "required" }],
  [{}, { name: "required" }],
  [{ name: "L" }, { name: "too_short" }],
  [{ name: "L".repeat(51) }, { name: "too_long" }],
  [{ name: 5 }, { name: "invalid" }],
])("%o: %o", (values, problems) => {
  expect(checkForm(ConnectionForm, values)).toEqual({ problems });
});

test("what a colleague has saved meanwhile is offered; what was typed stays, and goes over it only when that is said", async () => {
  const held: { form?: ReturnType<typeof useForm<typeof ConnectionForm, { name: string; revision: number }>> } = {};
  function Overtaken() {
    const form = held.form = useForm(ConnectionForm, {
      start: { name: "Loja" },
      record: { name: "Loja", revision: 3 },
      startOf: ({ name }) => ({ name }),
      submit,
      delay: 0,
    });
    return (
      <form {...form.props}>
        <TextField label="Nome" {...form.text("name")} />
      </form>
    );
  }
  await act(() => createRoot(page).render(<I18nProvider i18n={i18n}>{<Overtaken />}</I18nProvider>));
  const changed = (revision: number) =>
    new CallError("ERR_CHANGED_MEANWHILE", 409, {}, {
      record: { name: "Loja de Carla", revision },
      changedAt: null,
      changedBy: null,
    });
  expect(held.form!.isChanged).toBe(false);
  await type("Loja de Ana");
  expect(held.form!.isChanged).toBe(true);
  submit.mockRejectedValueOnce(changed(4));
  await send();
  expect([field().value, held.form!.theirs?.record.name]).toEqual(["Loja de Ana", "Loja de Carla"]);
  // The plain button asks again: only the other one means "over theirs".
  submit.mockRejectedValueOnce(changed(5));
  await send();
  await act(async () => held.form!.saveOver());
  expect(submit.mock.calls.map(([, was]) => was)).toEqual([3, 3, 5]);
  await act(async () => held.form!.take());
  expect([field().value, held.form!.isChanged, held.form!.theirs]).toEqual(["Loja de Carla", false, undefined]);
});
