import { type BinaryNode, BufferJSON, type KeyPair, proto } from "@whiskeysockets/baileys";
import { SenderKeyRecord } from "@whiskeysockets/baileys/lib/Signal/Group/index.js";
import type { SenderKeyStateStructure } from "@whiskeysockets/baileys/lib/Signal/Group/sender-key-record.js";
import { SessionRecord } from "libsignal";
import type { Certificate } from "./certificates.ts";
import type { ChatMessage } from "./chats.ts";
import type { DeviceKeys } from "./device_keys.ts";
import { LinkedDevice } from "./linked_device.ts";
import type { Arrival, Group, Letter, PastMessage, Waiting } from "./model.ts";
import type { Network } from "./network.ts";
import type { Phone } from "./phone.ts";
import type { PhoneKeys } from "./sessions.ts";
import { resume } from "./send.ts";
import { Settings } from "./settings.ts";

/** What a simulator must remember to be the same after a restart. */
export interface State {
  authority: Certificate;
  mediaPort: number;
  phones: SavedPhone[];
  groups: Group[];
}

/** What the network itself does not know. */
export type RestOfState = Omit<State, "phones" | "groups">;

interface SavedPhone {
  name: string;
  number: string;
  lidOnly: boolean;
  hidesNumber: boolean;
  isOnline: boolean;
  nextDevice: number;
  keys: Omit<PhoneKeys, "preKeys"> & { preKeys: [number, KeyPair][] };
  sessions: [string, unknown][];
  senderKeys: [string, SenderKeyStateStructure[]][];
  settings: { key: Uint8Array; patches: [string, Uint8Array[]][] };
  past: PastMessage[];
  chats: Saved<ChatMessage>[];
  arrivals: SavedArrival[];
  devices: SavedDevice[];
}

interface SavedDevice {
  device: number;
  keys: DeviceKeys;
  hasHistory: boolean;
  waiting: [
    string,
    { node: BinaryNode; staleRefusals: number; letter?: Omit<Letter, "message"> & { message: Uint8Array } },
  ][];
}

type Saved<T extends { raw: unknown; at: Date }> = Omit<T, "raw" | "at"> & { raw: Uint8Array; at: string };

type SavedArrival = Omit<Arrival, "at" | "message" | "sealed"> & {
  at: string;
  message?: Uint8Array;
  sealed?: { device: string; encs: BinaryNode[]; to: string };
};

const MESSAGES_KEPT = 300;

export function readState(text: string): State {
  return JSON.parse(text, BufferJSON.reviver);
}

export function writeState(network: Network, rest: RestOfState): string {
  const phones = network.phones().map(savePhone);
  return JSON.stringify({ ...rest, phones, groups: network.groups() }, BufferJSON.replacer);
}

export function restore(network: Network, { phones, groups }: State): void {
  for (const saved of phones) {
    const keys = { ...saved.keys, preKeys: new Map(saved.keys.preKeys) };
    restorePhone(network.addPhone(saved, keys), saved);
  }
  for (const group of groups) network.restoreGroup({ ...group, createdAt: new Date(group.createdAt) });
  // Only now are all devices there that somebody may have heard from.
  for (const { number, arrivals } of phones) {
    for (const arrival of arrivals) restoreArrival(network, number, arrival);
    const phone = network.phone(number);
    for (const message of phone?.sent ?? []) if (phone && message.status === "pending") resume(phone, message);
  }
}

function savePhone(phone: Phone): SavedPhone {
  const { name, number, lidOnly, hidesNumber, nextDevice, past, sessions, settings } = phone;
  const { isOnline, arrivals } = phone.line;
  const { preKeys, ...keys } = sessions.keys;
  return {
    ...{ name, number, lidOnly, hidesNumber, isOnline, nextDevice, past },
    keys: { ...keys, preKeys: [...preKeys] },
    sessions: [...sessions.records].map(([address, record]) => [address, record.serialize()]),
    senderKeys: [...phone.senderKeys.records].map(([name, record]) => [name, record.serialize()]),
    settings: { key: proto.Message.AppStateSyncKey.encode(settings.key).finish(), patches: [...settings.patches] },
    chats: phone.chats.all.slice(-MESSAGES_KEPT).map(({ raw, at, ...message }) => {
      return { ...message, at: at.toISOString(), raw: proto.Message.encode(raw).finish() };
    }),
    arrivals: arrivals.map(saveArrival),
    devices: phone.devices.map(({ device, keys, hasHistory, waiting }) => {
      return { device, keys, hasHistory, waiting: [...waiting].map(([key, one]) => [key, saveWaiting(one)]) };
    }),
  };
}

function saveArrival({ at, message, sealed, ...arrival }: Arrival): SavedArrival {
  return {
    ...arrival,
    at: at.toISOString(),
    message: message && proto.Message.encode(message).finish(),
    sealed: sealed && { ...sealed, device: sealed.device.jid },
  };
}

function saveWaiting({ node, staleRefusals, letter }: Waiting) {
  const message = letter && proto.Message.encode(letter.message).finish();
  return { node, staleRefusals, letter: letter && message && { ...letter, message } };
}

function restorePhone(phone: Phone, saved: SavedPhone): void {
  phone.line.isOnline = saved.isOnline;
  phone.nextDevice = saved.nextDevice;
  phone.past = saved.past.map((message) => ({ ...message, at: new Date(message.at) }));
  phone.settings = new Settings(proto.Message.AppStateSyncKey.decode(saved.settings.key));
  for (const [name, patches] of saved.settings.patches) phone.settings.patches.set(name, patches);
  for (const [address, record] of saved.sessions) {
    // The declaration says bytes, the code takes what it serialised: plain data.
    phone.sessions.records.set(address, SessionRecord.deserialize(record as Uint8Array));
  }
  for (const [name, states] of saved.senderKeys) phone.senderKeys.records.set(name, new SenderKeyRecord(states));
  for (const message of saved.chats) {
    phone.chats.add({ ...message, at: new Date(message.at), raw: proto.Message.decode(message.raw) });
  }
  phone.devices.push(...saved.devices.map((device) => restoreDevice(phone, device)));
}

function restoreDevice(phone: Phone, { device, keys, hasHistory, waiting }: SavedDevice): LinkedDevice {
  const linked = new LinkedDevice(phone, device, keys);
  linked.hasHistory = hasHistory;
  for (const [key, { node, staleRefusals, letter }] of waiting) {
    const message = letter && proto.Message.decode(letter.message);
    linked.waiting.set(key, { node, staleRefusals, letter: letter && message && { ...letter, message } });
  }
  return linked;
}

function restoreArrival(network: Network, number: string, { at, message, sealed, ...arrival }: SavedArrival): void {
  const device = network.find(sealed?.device)?.device;
  if (sealed && !device) return;
  network.phone(number)?.line.take({
    ...arrival,
    at: new Date(at),
    message: message && proto.Message.decode(message),
    sealed: sealed && device && { ...sealed, device },
  });
}
