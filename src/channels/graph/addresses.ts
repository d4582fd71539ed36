import type { Address, UserKind } from "../channel.ts";

/** The part of a JID that says whose it is: ids at Meta have no server, so these are ours. */
const SERVERS: Readonly<Record<UserKind, string>> = {
  wa_user: "wa.user",
  facebook: "messenger",
  instagram: "instagram",
  webchat: "webchat",
};

export function userAddress(kind: UserKind, value: string): Address {
  const jid = `${value}@${SERVERS[kind]}`;
  return { jid, user: { kind, value, jid } };
}

/** Somebody at WhatsApp: by number, by the id that stands for it where people have user names, or by both. */
export function whatsappAddress(phone: string | undefined, userId: string | undefined): Address | undefined {
  const user = userId ? userAddress("wa_user", userId).user : undefined;
  if (phone) return { jid: `${phone}@s.whatsapp.net`, phone, ...(user && { user }) };
  return user && { jid: user.jid, user };
}

/** Whom Graph is to send to: a number's digits, or an id. */
export function recipientOf(jid: string): { phone?: string; id?: string } {
  const [value = "", server] = jid.split("@");
  return server === "s.whatsapp.net" ? { phone: value } : { id: value };
}
