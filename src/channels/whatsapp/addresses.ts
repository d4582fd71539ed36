import { isLidUser, isPnUser, jidDecode, type WAMessageKey } from "@whiskeysockets/baileys";
import type { Address } from "../channel.ts";

/** The chat that a message belongs to, with both identities of its person when the network told both. */
export function chatOf(
  { remoteJid, remoteJidAlt }: Pick<WAMessageKey, "remoteJid" | "remoteJidAlt">,
): Address | undefined {
  const jid = normal(remoteJid), other = normal(remoteJidAlt);
  if (!jid) return undefined;
  if (jid.endsWith("@g.us")) return { jid, group: jid.split("@")[0]! };
  const phone = [jid, other].find((each) => each && isPnUser(each)),
    lid = [jid, other].find((each) => each && isLidUser(each));
  if (!phone && !lid) return undefined;
  return { jid, ...(phone && { phone: userOf(phone) }), ...(lid && { lid: userOf(lid) }) };
}

/** Without the device: `5511…:3@s.whatsapp.net` → `5511…@s.whatsapp.net`. */
export function normal(jid: string | null | undefined): string | undefined {
  const parts = jid ? jidDecode(jid) : undefined;
  return parts?.user ? `${parts.user}@${parts.server === "c.us" ? "s.whatsapp.net" : parts.server}` : undefined;
}

export function userOf(jid: string): string {
  return jidDecode(jid)?.user ?? "";
}
