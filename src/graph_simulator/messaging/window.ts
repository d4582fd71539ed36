import { GraphError } from "../errors.ts";
import type { Customer, InstagramLine, MessengerLine, MetaApp } from "../model.ts";
import type { World } from "../world.ts";
import type { Sending } from "./shapes.ts";

const HOUR = 3_600_000;
/** How long (ms) a page may answer freely, and how long under the tag HUMAN_AGENT. */
export const WINDOW = 24 * HOUR;
export const HUMAN_WINDOW = 7 * 24 * HOUR;

/** Tags that ended on 2026-04-27. */
const ENDED = ["ACCOUNT_UPDATE", "CONFIRMED_EVENT_UPDATE", "POST_PURCHASE_UPDATE"];

/** Refuses with 10/2018278 (Instagram: 10/2534022) what comes too late. */
export function checkWindow(
  world: World,
  { line, customer, app }: { line: MessengerLine | InstagramLine; customer: Customer; app: MetaApp },
  { messaging_type, tag }: Sending,
): void {
  const isTagged = messaging_type === "MESSAGE_TAG" || tag !== undefined;
  if (isTagged) checkTag(app, tag);
  const since = world.sinceWritten(line, customer) ?? Infinity;
  if (since <= (isTagged ? HUMAN_WINDOW : WINDOW)) return;
  const subcode = line.channel === "messenger" ? 2018278 : 2534022;
  throw new GraphError(10, { subcode, message: "This message is sent outside of allowed window." });
}

function checkTag(app: MetaApp, tag: string | undefined): void {
  if (tag === undefined) throw new GraphError(100, { message: "The parameter tag is required for MESSAGE_TAG" });
  if (ENDED.includes(tag)) throw new GraphError(100, { message: `The message tag ${tag} is no longer supported.` });
  if (tag !== "HUMAN_AGENT") {
    throw new GraphError(100, { message: `Param tag must be one of {HUMAN_AGENT} - got "${tag}".` });
  }
  if (app.hasHumanAgent) return;
  const message = "To use the Human Agent tag, your use case must be reviewed and approved.";
  throw new GraphError(10, { subcode: 2018276, message });
}
