import type * as z from "zod/mini";
import type { SendDraft } from "../contract/send_api.ts";
import type { Keys } from "../platform/keys.ts";
import type { TokenCaller } from "../platform/session.ts";
import type { ReceivedFile } from "../platform/upload.ts";

export type Wanted = z.output<typeof SendDraft>;

/** A request as it came. */
export interface Coming {
  caller: TokenCaller;
  wanted: Wanted;
  files: ReceivedFile[];
  /** The `Idempotency-Key`, and what was asked for under it. */
  key?: { text: string; fingerprint: string };
  address: string;
  /** When it came (ms). */
  at: number;
  timeZone: string;
  keys: Pick<Keys, "digests">;
}
