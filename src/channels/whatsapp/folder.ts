import type { ChannelFolder } from "../folder.ts";
import { forgetAuth } from "./auth_state.ts";
import { WhatsAppSession } from "./session.ts";

/** Phones that are linked as by WhatsApp Web. */
export const whatsapp: ChannelFolder = {
  open: ({ company, connectionId, keys, listeners }) => new WhatsAppSession(company, connectionId, keys, listeners),
  forget: forgetAuth,
};
