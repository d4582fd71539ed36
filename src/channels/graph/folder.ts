import { refuse } from "../../contract/errors.ts";
import type { ChannelFolder } from "../folder.ts";
import { GraphSession } from "./session.ts";

/** Accounts at Meta: WhatsApp's Cloud API, Messenger, Instagram. */
export const graph: ChannelFolder = {
  open(opening) {
    const { kind } = opening;
    if (kind === "linked" || kind === "webchat") refuse("ERR_NOT_AT_CHANNEL");
    return new GraphSession(opening, kind);
  },
  // An account that is disconnected stays known, so that one press brings it back; it goes with its connection.
  forget: () => {},
};
