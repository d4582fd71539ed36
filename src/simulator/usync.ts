import { type BinaryNode, jidDecode } from "@whiskeysockets/baileys";
import type { Network, Phone } from "./model.ts";
import { childOf, childrenOf, seconds, stanza, textOf } from "./stanza.ts";

/** Who has WhatsApp, with which devices and under which LID: one child per tag in `<query>`. */
export function answerUsync(network: Network, usync: BinaryNode | undefined): BinaryNode {
  const asked = childrenOf(childOf(usync, "query")).map(({ tag }) => tag);
  const users = childrenOf(childOf(usync, "list")).map((user) => answerUser(network, user, asked));
  return stanza("usync", { ...usync?.attrs }, [stanza("result"), stanza("list", {}, users)]);
}

function answerUser(network: Network, user: BinaryNode, asked: string[]): BinaryNode {
  const number = textOf(childOf(user, "contact")).replace(/\D/g, "");
  const phone = user.attrs.jid ? network.find(user.attrs.jid)?.phone : network.registered(number);
  const jid = user.attrs.jid ?? phone?.jid ?? `${number}@s.whatsapp.net`;
  if (!phone) {
    return stanza("user", { jid }, asked.includes("contact") ? [stanza("contact", { type: "out" })] : []);
  }
  const answers = asked.flatMap((tag) => ANSWERS[tag]?.(phone, jid) ?? []);
  return stanza("user", { jid }, answers);
}

const ANSWERS: Record<string, (phone: Phone, jid: string) => BinaryNode[]> = {
  contact: () => [stanza("contact", { type: "in" })],
  devices: (phone) => [
    stanza("devices", {}, [
      stanza("device-list", {}, [
        stanza("device", { id: "0" }),
        ...phone.devices.map(({ device }) => stanza("device", { id: String(device), "key-index": String(device) })),
      ]),
      stanza("key-index-list", { ts: seconds() }),
    ]),
  ],
  // Asked by LID the client would take the answer for a mapping of the LID to itself.
  lid: (phone, jid) => jidDecode(jid)?.server === "lid" ? [] : [stanza("lid", { val: phone.lid })],
};
