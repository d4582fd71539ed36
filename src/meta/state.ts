import { Buffer } from "node:buffer";
import { milliseconds } from "date-fns/milliseconds";
import * as z from "zod/mini";
import { refuse } from "../contract/errors.ts";
import type { Keys } from "../platform/keys.ts";

/** How long (ms) a login at Meta may take. */
const PATIENCE = milliseconds({ minutes: 30 });

const State = z.object({ company: z.int(), person: z.int(), instagram: z.boolean(), until: z.number() });

const Chooser = z.extend(State, { token: z.string() });
export type Chooser = Omit<z.infer<typeof Chooser>, "until">;

/** Who is choosing among their pages, sealed with the token that Meta has given them. */
export function sealChooser(keys: Keys, chooser: Chooser, now: number): string {
  return Buffer.from(keys.seal(Buffer.from(JSON.stringify({ ...chooser, until: now + PATIENCE })))).toString(
    "base64url",
  );
}

/** Refuses with ERR_META_TOKEN what is nobody's, somebody else's, or too old. */
export function openChooser(keys: Keys, sealed: string, who: Who): Chooser {
  return theirs(read(keys, sealed, Chooser), who);
}

/** Who went to Meta and what for, sealed: it comes back with the code, and nobody else's code is taken for theirs. */
export function sealState(
  keys: Keys,
  state: { company: number; person: number; instagram: boolean },
  now: number,
): string {
  return Buffer.from(keys.seal(Buffer.from(JSON.stringify({ ...state, until: now + PATIENCE })))).toString("base64url");
}

/** Refuses with ERR_META_TOKEN what is nobody's, somebody else's, or too old. */
export function openState(
  keys: Keys,
  sealed: string,
  who: Who,
): { instagram: boolean } {
  return theirs(read(keys, sealed, State), who);
}

interface Who {
  company: number;
  person: number;
  /** ms */
  now: number;
}

function theirs<S extends z.infer<typeof State>>(said: S | undefined, { company, person, now }: Who): S {
  if (!said || said.company !== company || said.person !== person || said.until < now) refuse("ERR_META_TOKEN");
  return said;
}

function read<S>(keys: Keys, sealed: string, shape: z.ZodMiniType<S>): S | undefined {
  try {
    return shape.safeParse(JSON.parse(Buffer.from(keys.unseal(Buffer.from(sealed, "base64url"))).toString())).data;
  } catch {
    return undefined;
  }
}
