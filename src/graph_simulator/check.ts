import { z } from "zod";
import { GraphError } from "./errors.ts";

type Issue = z.core.$ZodIssue;

/** Reads a WhatsApp call's field; what is wrong with it is refused as the Cloud API does. */
export function readWhatsApp<Shape extends z.ZodType>(shape: Shape, value: unknown, at: string[] = []): z.infer<Shape> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const issue = firstOf(read.error);
  throw whatsAppError(issue, { at, isMissing: isMissing(issue, value) });
}

function whatsAppError(issue: Issue, { at, isMissing }: { at: string[]; isMissing: boolean }): GraphError {
  const path = [...at, ...issue.path.map(String)];
  const name = nameOf(path);
  if (issue.code === "unrecognized_keys") {
    return new GraphError(100, { message: `Unexpected key "${issue.keys[0]}" on param "${name}".` });
  }
  if (issue.code === "too_big" && issue.origin === "string") {
    return new GraphError(100, { message: `Param ${name} must be at most ${issue.maximum} characters long.` });
  }
  if (isMissing) return new GraphError(131008, { details: `Parameter '${name}' is required.` });
  return new GraphError(131009, { details: `Parameter '${name}' is not valid: ${issue.message}` });
}

/** Reads a call of Messenger or Instagram; what is wrong is refused with 100. */
export function readParams<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const issue = firstOf(read.error);
  const name = nameOf(issue.path.map(String));
  const message = issue.code === "unrecognized_keys"
    ? `Invalid keys "${issue.keys[0]}" were found in param "${name}".`
    : isMissing(issue, value)
    ? `The parameter ${name} is required`
    : `Param ${name} is not valid: ${issue.message}`;
  throw new GraphError(100, { message });
}

function firstOf({ issues }: z.ZodError): Issue {
  const [first] = issues as [Issue];
  return first;
}

/** Whether there is nothing where the issue is. */
function isMissing({ path }: Issue, value: unknown): boolean {
  let at = value;
  for (const key of path) at = (at as Record<PropertyKey, unknown> | undefined)?.[key];
  return at === undefined;
}

/** As Graph writes it: text['body']. */
function nameOf([first = "", ...rest]: string[]): string {
  return first + rest.map((each) => `['${each}']`).join("");
}
