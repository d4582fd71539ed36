import type { WidgetStart } from "../../src/contract/widget.ts";
import { Refused } from "./ask.ts";
import { el } from "./dom.ts";
import type { Words } from "./words.ts";

const FIELDS = [
  ["name", "text", "name"],
  ["email", "email", "email"],
  ["phone", "tel", "tel"],
] as const;

interface Does {
  begin(about: Record<string, string>): Promise<void>;
  failureOf(error: Refused): string;
}

/** What the company asks of somebody before they write. */
export function aboutForm({ ask }: WidgetStart, words: Words, { begin, failureOf }: Does): HTMLFormElement {
  const asked = FIELDS.filter(([name]) => ask[name] !== "off");
  const failure = el("p", { class: "failure", role: "alert" });
  const button = el("button", { type: "submit", class: "primary" }, words.begin);
  const parts = asked.map(([name, type, autocomplete]) => {
    const input = el("input", { id: `about-${name}`, name, type, autocomplete, "aria-describedby": `wrong-${name}` });
    if (ask[name] === "required") input.required = true;
    const wrong = el("small", { id: `wrong-${name}`, class: "failure" });
    const note = ask[name] === "optional" && el("small", {}, ` (${words.optional})`);
    return {
      name,
      input,
      wrong,
      row: el("div", {}, el("label", { for: `about-${name}` }, words[name], note), input, wrong),
    };
  });
  const blame = (fields: Record<string, string>) => {
    for (const { name, input, wrong } of parts) {
      const fault = fields[name];
      wrong.textContent = fault ? (fault === "required" ? words.required : words.invalid) : "";
      input.setAttribute("aria-invalid", String(Boolean(fault)));
    }
    parts.find(({ name }) => fields[name])?.input.focus();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    failure.textContent = "";
    button.disabled = true;
    try {
      await begin(Object.fromEntries(parts.map(({ name, input }) => [name, input.value.trim()])));
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused("ERR_INTERNAL");
      blame(refused.fields);
      if (Object.keys(refused.fields).length === 0) failure.textContent = failureOf(refused);
    } finally {
      button.disabled = false;
    }
  };
  return el(
    "form",
    { class: "about", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    el("h2", {}, words.before),
    ...parts.map(({ row }) => row),
    failure,
    button,
  );
}
