import { readParams } from "../../search_params.ts";

/** What Meta says in the address by which it sends a person back (Meta: "Manually build a login flow"). */
export type LoginReturn =
  | { kind: "code"; code: string; state: string }
  /** The person has pressed "cancel" there. */
  | { kind: "cancelled" }
  | { kind: "failed" };

/** Nothing where the address says nothing of a login. */
export function readLoginReturn(search: string): LoginReturn | undefined {
  const said = readParams(search), code = said.text("code"), state = said.text("state");
  if (said.text("error") === "access_denied") return { kind: "cancelled" };
  if (said.text("error") && state) return { kind: "failed" };
  return code && state ? { kind: "code", code, state } : undefined;
}
