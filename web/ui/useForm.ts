import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type FormEvent, type PointerEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { CallError } from "../request.ts";
import type { Changed } from "../../src/contract/revisions.ts";
import { limitsOf, rightText } from "./limits.ts";
import { showError } from "./showError.ts";
import { type Press, takeTwice } from "./twice.ts";

/** What can be wrong with a field, as the server and the contract's schemas both say it. */
const PROBLEMS: Record<string, MessageDescriptor> = {
  required: msg`Obrigatório`,
  too_short: msg`Muito curto`,
  too_long: msg`Muito longo`,
  invalid: msg`Inválido`,
  invalid_email: msg`E-mail inválido`,
  unknown: msg`Campo desconhecido`,
  taken: msg`Já está em uso`,
};

/** Forms are sent this long (ms) after the button, as the product has it (spec 1 §9); the button is busy at once. */
const SUBMIT_DELAY = 400;

interface FormOptions<S extends z.ZodMiniType, R extends Revised> {
  /** What the fields hold at first. */
  start: Partial<z.input<S>>;
  /** The record that is being changed; the fields begin with it and, once somebody else has saved it, may begin anew. */
  record?: R;
  /** What the fields hold of a record. */
  startOf?: (record: R) => Partial<z.input<S>>;
  /** `was` is the revision over which the person wants to save. */
  submit: (values: z.output<S>, was: number | undefined) => Promise<unknown>;
  /** Takes a refusal that the form has its own words for; says whether it did. */
  refused?: (error: CallError) => boolean;
  delay?: number;
  /** What this form says of a problem, where the specification has words for it. */
  words?: Partial<Record<string, MessageDescriptor>>;
}

interface Revised {
  revision?: number;
}

/** A form held to a schema of the contract: it marks what is wrong, focuses the first of it and keeps what was typed. */
export function useForm<S extends z.ZodMiniType, R extends Revised = Revised>(schema: S, options: FormOptions<S, R>) {
  type Name = keyof z.input<S> & string;
  const { submit, refused, delay = SUBMIT_DELAY, words = {} } = options;
  const fields = useFields(options);
  const { values, change, problems, setProblems } = fields;
  const [busy, setBusy] = useState(false);
  const isOver = useRef(false);
  const form = useRef<HTMLFormElement>(null), pressed = useRef<Press>(undefined);

  const mark = (found: Record<string, string>) => {
    if (pressed.current) takeTwice(pressed.current);
    setProblems(found);
    focusFirst(form.current, Object.keys(found));
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const checked = checkForm(schema, values);
    if ("problems" in checked) return mark(checked.problems);
    setProblems({});
    setBusy(true);
    try {
      if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
      await submit(checked.values, isOver.current && fields.theirs ? fields.theirs.record.revision : fields.revision);
    } catch (error) {
      const known = error instanceof CallError &&
        (fields.hasChanged(error) || refused?.(error) || hasOwn(error, values, mark));
      if (!known) showError(error);
    } finally {
      isOver.current = false;
      setBusy(false);
    }
  };
  /** What is wrong with a field, in words; for the fields that are no `text`. */
  const problemOn = (name: string) => {
    const problem = problems[name];
    if (!problem) return problem;
    const own = words[problem];
    if (own || problem === "required") return i18n._(own ?? PROBLEMS.required!);
    return i18n._(rightText(limitsOf(schema, name), problem) ?? PROBLEMS[problem] ?? PROBLEMS.invalid!);
  };

  return {
    busy,
    problemOn,
    isChanged: fields.isChanged,
    theirs: fields.theirs,
    take: fields.take,
    /** Saves what was typed over theirs. */
    saveOver: () => {
      isOver.current = true;
      form.current?.requestSubmit();
    },
    values: values as Partial<z.input<S>>,
    change: change as (name: Name, value: unknown) => void,
    focus: (name: Name) => focusFirst(form.current, [name]),
    /** Marks what another button than "save" has found wrong, and focuses the first of it. */
    mark,
    /** The same for what the server has refused; says whether it was about a field of this form. */
    markRefused: (error: CallError) => hasOwn(error, values, mark),
    /** Spread over the `<form>`. */
    props: {
      ref: form,
      onSubmit,
      onPointerDownCapture: ({ nativeEvent }: PointerEvent) => {
        pressed.current = nativeEvent;
      },
      noValidate: true,
    },
    ...spreads<Name>({ values, change, busy, problemOn }),
  };
}

/** What the fields hold, what is wrong with them, and what somebody else has saved meanwhile. */
function useFields<S extends z.ZodMiniType, R extends Revised>({ start, record, startOf }: FormOptions<S, R>) {
  const [values, setValues] = useState<Record<string, unknown>>(start as Record<string, unknown>);
  /** What the fields held before anything was typed, and which revision that was. */
  const [before, setBefore] = useState({ values, revision: record?.revision });
  const [theirs, setTheirs] = useState<Changed<R>>();
  const [problems, setProblems] = useState<Record<string, string>>({});
  return {
    values,
    problems,
    setProblems,
    revision: before.revision,
    /** Whether the fields hold something else than at first. */
    isChanged: isOther(values, before.values),
    /** What somebody else has saved meanwhile, once a save has found that out. What was typed stays. */
    theirs,
    change: (name: string, value: unknown) => {
      setValues((now) => ({ ...now, [name]: value }));
      // Of a field that holds several what was wrong with any of them may be right now.
      setProblems((had) =>
        Object.fromEntries(Object.entries(had).filter(([key]) => key !== name && !key.startsWith(`${name}.`)))
      );
    },
    /** Whether a refusal says that; it is kept then. */
    hasChanged: ({ code, detail }: CallError) => {
      if (code !== "ERR_CHANGED_MEANWHILE") return false;
      setTheirs(detail as Changed<R>);
      return true;
    },
    /** Begins anew with what they have saved. */
    take: () => {
      if (!theirs) return;
      const values = startOf?.(theirs.record) as Record<string, unknown>;
      setValues(values);
      setBefore({ values, revision: theirs.record.revision });
      setProblems({});
      setTheirs(undefined);
    },
  };
}

/** What is spread over the fields. */
function spreads<Name extends string>({ values, change, busy, problemOn }: {
  values: Record<string, unknown>;
  change: (name: string, value: unknown) => void;
  busy: boolean;
  problemOn: (name: string) => string | undefined;
}) {
  return {
    /** Spread over a `TextField`, `TextArea` or `Select`. */
    text: (name: Name) => ({
      name,
      value: String(values[name] ?? ""),
      onText: (value: string) => change(name, value),
      error: problemOn(name),
      readOnly: busy || undefined,
    }),
    /** Spread over a `Checkbox` or a `Switch`. */
    flag: (name: Name) => ({
      name,
      checked: values[name] === true,
      onChecked: (value: boolean) => change(name, value),
      disabled: busy,
    }),
  };
}

function isOther(values: Record<string, unknown>, before: Record<string, unknown>): boolean {
  const said = (value: unknown) => JSON.stringify(value ?? "");
  return Object.keys({ ...before, ...values }).some((name) => said(values[name]) !== said(before[name]));
}

/** The values as the contract wants them, or what is wrong with each field. */
export function checkForm<S extends z.ZodMiniType>(
  schema: S,
  values: Record<string, unknown>,
): { values: z.output<S> } | { problems: Record<string, string> } {
  const result = schema.safeParse(values);
  if (result.success) return { values: result.data };
  const problems: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = issue.path.join(".");
    problems[name] ??= problemOf(issue, valueAt(values, issue.path));
  }
  return { problems };
}

function problemOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === null || String(value).trim() === "") return "required";
  if (issue.code === "too_small") return "too_short";
  if (issue.code === "too_big") return "too_long";
  return issue.code === "invalid_format" && issue.format === "email" ? "invalid_email" : "invalid";
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value: unknown, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], values);
}

function hasOwn(
  { fields }: CallError,
  values: Record<string, unknown>,
  mark: (found: Record<string, string>) => void,
): boolean {
  const own = Object.entries(fields).filter(([name]) => name.split(".")[0]! in values);
  if (own.length === 0) return false;
  mark(Object.fromEntries(own));
  return true;
}

function focusFirst(form: HTMLFormElement | null, names: string[]): void {
  const first = [...form?.elements ?? []].find((element) => names.includes(element.getAttribute("name") ?? ""));
  if (!(first instanceof HTMLElement)) return;
  // What holds a date for its form is not seen; what is typed in stands before it.
  const seen = first.matches("[type=hidden]") ? first.parentElement?.querySelector<HTMLElement>("[tabindex]") : first;
  seen?.focus();
}
