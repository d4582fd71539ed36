import { getDefaultStore } from "jotai";
import * as z from "zod/mini";
import { PushChoices } from "../../src/contract/push.ts";
import { keep } from "../kept.ts";
import { meAtom } from "../session.ts";
import { ownSessionId } from "../token.ts";

/** What this person wants to be told of on this device; by which login the server learned of it, and which address. */
const Kept = z.object({ choices: PushChoices, sessionId: z.optional(z.string()), endpoint: z.optional(z.string()) });

/** It outlives the login, as all does that says how this device rings. */
function keyNow(): string | undefined {
  const me = getDefaultStore().get(meAtom);
  return me ? `alerts-push-${me.companyId}.${me.id}` : undefined;
}

export function keptChoices(): z.infer<typeof Kept> | undefined {
  const key = keyNow();
  try {
    return Kept.parse(JSON.parse((key && localStorage.getItem(key)) || "null"));
  } catch {
    return undefined;
  }
}

/** Null when this device is told nothing more; the address stays as it was where none is given. */
export function keepChoices(choices: PushChoices | null, endpoint = keptChoices()?.endpoint): void {
  const key = keyNow();
  if (key) keep(key, choices && JSON.stringify({ choices, sessionId: ownSessionId(), endpoint }));
}
