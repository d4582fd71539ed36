import { type BinaryNode, jidEncode } from "@whiskeysockets/baileys";
import { randomInt } from "node:crypto";
import type { Group, LinkedDevice, Network, Phone } from "./model.ts";
import { childrenOf, seconds, stanza } from "./stanza.ts";

export function makeGroup(subject: string, creator: string, others: string[]): Group {
  const id = jidEncode(`120363${String(randomInt(1e12)).padStart(12, "0")}`, "g.us");
  return { id, subject, creator, members: [...new Set([creator, ...others])], createdAt: new Date() };
}

export function membersOf(network: Network, group: Group): Phone[] {
  return group.members.map((number) => network.phone(number)).filter((phone) => phone !== undefined);
}

interface Question {
  network: Network;
  device: LinkedDevice;
  iq: BinaryNode;
  child: BinaryNode | undefined;
}

/** A member asks for its group; the error for strangers is WhatsApp's. */
export function answerGroup({ network, device, iq }: Question): BinaryNode[] | number {
  const group = network.group(iq.attrs.to ?? "");
  if (!group) return 404;
  return group.members.includes(device.number) ? [showGroup(network, group)] : 403;
}

export function answerOwnGroups({ network, device }: Question): BinaryNode[] {
  const own = network.groups().filter(({ members }) => members.includes(device.number));
  return [stanza("groups", {}, own.map((group) => showGroup(network, group)))];
}

export function createGroup({ network, device, child }: Question): BinaryNode[] {
  const members = childrenOf(child).flatMap(({ attrs }) => network.find(attrs.jid)?.phone.number ?? []);
  const subject = child?.attrs.subject ?? "";
  return [showGroup(network, network.addGroup({ subject, creator: device.number, members }))];
}

function showGroup(network: Network, group: Group): BinaryNode {
  const { id, subject, creator, createdAt } = group;
  const owner = network.phone(creator);
  const creation = seconds(createdAt);
  const attrs = { id: id.split("@")[0], subject, creation, creator: owner?.lid, creator_pn: owner?.jid };
  const participants = membersOf(network, group).map((phone) => {
    const type = phone.number === creator ? "superadmin" : undefined;
    return stanza("participant", { jid: phone.lid, phone_number: phone.jid, type });
  });
  return stanza("group", { ...attrs, s_t: creation, s_o: owner?.lid, addressing_mode: "lid" }, participants);
}
