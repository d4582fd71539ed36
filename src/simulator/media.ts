import {
  aesDecryptWithIV,
  aesEncrypWithIV,
  hkdf,
  hkdfInfoKey,
  hmacSign,
  type MediaType,
  type proto,
  sha256,
} from "@whiskeysockets/baileys";
import { getUnixTime } from "date-fns/getUnixTime";
import { randomBytes } from "node:crypto";
import type { ReceivedMedia } from "./chats.ts";
import type { MediaStore } from "./media_host.ts";

export interface MediaToSend {
  kind: ReceivedMedia["kind"];
  bytes: Uint8Array;
  mimetype: string;
  fileName?: string;
  caption?: string;
  seconds?: number;
}

/** Per kind: the name of the content in the protocol, and the family its keys are derived for. */
const KINDS: Record<ReceivedMedia["kind"], { content: MediaContent; family: MediaType }> = {
  image: { content: "imageMessage", family: "image" },
  video: { content: "videoMessage", family: "video" },
  audio: { content: "audioMessage", family: "audio" },
  voice: { content: "audioMessage", family: "audio" },
  document: { content: "documentMessage", family: "document" },
  sticker: { content: "stickerMessage", family: "sticker" },
};

type MediaContent = "imageMessage" | "videoMessage" | "audioMessage" | "documentMessage" | "stickerMessage";

const MAC_BYTES = 10;

/** Encrypts a file, puts it on the media host and makes the message that leads to it. */
export function mediaMessage(store: MediaStore, media: MediaToSend): proto.IMessage {
  const { content, family } = KINDS[media.kind];
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, macKey } = keysOf(mediaKey, family);
  const cipher = aesEncrypWithIV(Buffer.from(media.bytes), cipherKey, iv);
  const file = Buffer.concat([cipher, macOf(cipher, { iv, macKey })]);
  const { url, directPath } = store.put(file);
  const { mimetype, fileName, caption, seconds } = media;
  return {
    [content]: {
      ...{ url, directPath, mediaKey, mimetype },
      fileSha256: sha256(Buffer.from(media.bytes)),
      fileEncSha256: sha256(file),
      fileLength: media.bytes.length,
      mediaKeyTimestamp: getUnixTime(Date.now()),
      ...{ fileName, title: fileName, caption, seconds },
      ...(media.kind === "voice" ? { ptt: true } : {}),
    },
  };
}

type AnyFile = proto.Message.IDocumentMessage & {
  seconds?: number;
  width?: number;
  height?: number;
  waveform?: Uint8Array;
};

/** What a message's file is, fetched and decrypted; a fault is told and does not throw. */
export function readMedia(store: MediaStore, message: proto.IMessage): ReceivedMedia | undefined {
  const found = findMedia(message);
  if (!found) return undefined;
  const { kind, file } = found;
  const { mimetype, fileName, caption, seconds, width, height, jpegThumbnail, waveform } = file as AnyFile;
  const media = {
    ...{ kind, size: Number(file.fileLength ?? 0), mimetype: mimetype ?? "" },
    ...{ fileName: fileName ?? undefined, caption: caption || undefined, seconds: seconds ?? undefined },
    ...{ width: width || undefined, height: height || undefined, thumbnail: jpegThumbnail?.length || undefined },
    waveform: waveform?.length ? [...waveform] : undefined,
  };
  try {
    return { ...media, sha256: sha256(Buffer.from(openMedia(store, message))).toString("hex") };
  } catch (error) {
    return { ...media, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The decrypted file of a message; every checksum and length is verified, unlike in the client library. */
export function openMedia(store: MediaStore, message: proto.IMessage): Uint8Array {
  const found = findMedia(message);
  if (!found) throw new Error("This message has no file");
  const { kind, file } = found;
  const sealed = store.get(file.directPath ?? "");
  if (!sealed) throw new Error("The file is not on the media host");
  if (!sha256(sealed).equals(file.fileEncSha256 ?? Buffer.alloc(0))) {
    throw new Error("The checksum of the encrypted file is wrong");
  }
  if (!file.mediaKey) throw new Error("The message has no media key");
  const { iv, cipherKey, macKey } = keysOf(file.mediaKey, KINDS[kind].family);
  const cipher = sealed.subarray(0, -MAC_BYTES);
  if (!macOf(cipher, { iv, macKey }).equals(sealed.subarray(-MAC_BYTES))) throw new Error("The file's MAC is wrong");
  const plain = aesDecryptWithIV(cipher, cipherKey, iv);
  if (!sha256(plain).equals(file.fileSha256 ?? Buffer.alloc(0))) throw new Error("The checksum of the file is wrong");
  if (plain.length !== Number(file.fileLength)) throw new Error("The length of the file is wrong");
  return plain;
}

/** The part of a message that leads to its file. */
export function findMedia(message: proto.IMessage) {
  for (const [kind, { content }] of Object.entries(KINDS) as [ReceivedMedia["kind"], { content: MediaContent }][]) {
    const file = message[content];
    if (!file) continue;
    const isVoice = content === "audioMessage" && message.audioMessage?.ptt === true;
    return { kind: isVoice ? "voice" as const : kind, file };
  }
}

function keysOf(mediaKey: Uint8Array, family: MediaType) {
  const all = Buffer.from(hkdf(mediaKey, 112, { info: hkdfInfoKey(family) }));
  return { iv: all.subarray(0, 16), cipherKey: all.subarray(16, 48), macKey: all.subarray(48, 80) };
}

function macOf(cipher: Uint8Array, { iv, macKey }: { iv: Uint8Array; macKey: Uint8Array }): Buffer {
  return hmacSign(Buffer.concat([iv, cipher]), macKey).subarray(0, MAC_BYTES);
}
