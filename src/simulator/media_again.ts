import { aesEncryptGCM, type BinaryNode, hkdf, proto } from "@whiskeysockets/baileys";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { findMedia } from "./media.ts";
import type { LinkedDevice } from "./model.ts";
import { childOf, seconds, stanza } from "./stanza.ts";

/** A client asks its phone for a file that the host has let go: the phone puts it there again, if it has it. */
export function sendFileAgain(device: LinkedDevice, node: BinaryNode): void {
  const { phone } = device, { id = "" } = node.attrs;
  const attrs = { from: phone.jid, type: "mediaretry", id, t: seconds() };
  const about = stanza("rmr", childOf(node, "rmr")?.attrs ?? {});
  const file = findMedia(phone.chats.find(id)?.raw ?? {})?.file;
  if (!file?.directPath || !file.mediaKey) {
    return device.deliver(stanza("notification", attrs, [stanza("error", { code: "2" }), about]));
  }
  phone.network.media.lose(file.directPath, false);
  const result = proto.MediaRetryNotification.ResultType.SUCCESS;
  const answer = proto.MediaRetryNotification.encode({ stanzaId: id, directPath: file.directPath, result }).finish();
  const key = Buffer.from(hkdf(file.mediaKey, 32, { info: "WhatsApp Media Retry Notification" }));
  const iv = randomBytes(12);
  const sealed = aesEncryptGCM(answer, key, iv, Buffer.from(id));
  const encrypted = stanza("encrypt", {}, [stanza("enc_p", {}, sealed), stanza("enc_iv", {}, iv)]);
  device.deliver(stanza("notification", attrs, [encrypted, about]));
}
