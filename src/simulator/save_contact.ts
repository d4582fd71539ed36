import {
  chatModificationToAppPatch,
  decodePatches,
  encodeSyncdPatch,
  jidEncode,
  newLTHashState,
  proto,
} from "@whiskeysockets/baileys";
import type { Phone } from "./model.ts";
import { stanza } from "./stanza.ts";

/** Writes a name into the phone's address book; its devices hear of it. */
export async function saveContact(phone: Phone, number: string, name: string): Promise<void> {
  const other = phone.network.phone(number);
  const contact = { fullName: name, firstName: name, lidJid: other?.lid, saveOnPrimaryAddressbook: true };
  const change = chatModificationToAppPatch({ contact }, jidEncode(number, "s.whatsapp.net"));
  const { settings } = phone;
  const getKey = () => Promise.resolve(proto.Message.AppStateSyncKeyData.fromObject(settings.key.keyData ?? {}));
  const log = (settings.patches.get(change.type) ?? []).map((patch) => proto.SyncdPatch.decode(patch));
  const { state } = await decodePatches(change.type, log, newLTHashState(), getKey, {}, undefined, undefined, false);
  const keyId = Buffer.from(settings.key.keyId?.keyId ?? []).toString("base64");
  const { patch } = await encodeSyncdPatch(change, keyId, state, getKey);
  settings.add(change.type, proto.SyncdPatch.encode(patch).finish());
  announceSettings(phone, change.type);
}

/** Asks the phone's devices to fetch what changed. */
function announceSettings(phone: Phone, name: string): void {
  const version = String(phone.settings.patches.get(name)?.length ?? 0);
  const collection = stanza("collection", { name, version });
  const attrs = { from: phone.jid, type: "server_sync", id: crypto.randomUUID(), t: String(Date.now()) };
  for (const device of phone.devices) device.deliver(stanza("notification", attrs, [collection]));
}
