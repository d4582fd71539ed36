import { decodeMessageNode, proto, unpadRandomMax16, type WAMessage } from "@whiskeysockets/baileys";

/** A decrypted message as the library would have handed it out. */
export interface Kept {
  raw: WAMessage;
  /** What is in it instead, when it is of a kind that the library does not know, or damaged: `field 93`, `unreadable`. */
  unknown?: string;
}

/** Throws when it cannot be said whose message it is. */
export function messageFrom(
  attrs: Record<string, string>,
  plain: Uint8Array,
  me: { id: string; lid?: string },
): Kept {
  const { fullMessage } = decodeMessageNode({ tag: "message", attrs }, me.id, me.lid ?? "");
  try {
    const bytes = unpadRandomMax16(plain);
    const message = proto.Message.decode(bytes);
    const raw = { ...fullMessage, message: message.deviceSentMessage?.message ?? message } as WAMessage;
    return { raw, unknown: unknownIn(bytes, message) };
  } catch {
    return { raw: fullMessage as WAMessage, unknown: "unreadable" };
  }
}

/** The protocol has a field for each kind of message; the library passes over those that are newer than itself. */
function unknownIn(bytes: Uint8Array, message: proto.IMessage): string | undefined {
  if (Object.keys(message).some((key) => !(key in RIDERS))) return undefined;
  const known = new Set(Object.values(RIDERS));
  const field = fieldsIn(bytes).find((each) => !known.has(each));
  return field === undefined ? undefined : `field ${field}`;
}

/** What rides along with messages of all kinds, by its field. */
const RIDERS: Record<string, number> = {
  senderKeyDistributionMessage: 2,
  fastRatchetKeySenderKeyDistributionMessage: 15,
  messageContextInfo: 35,
};

/** The numbers of a message's outermost fields (protobuf.dev, Encoding). */
function fieldsIn(bytes: Uint8Array): number[] {
  const fields: number[] = [];
  let at = 0;
  const varint = () => {
    let value = 0, step = 1;
    for (;; step *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * step;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    fields.push(Math.floor(tag / 8));
    const type = tag % 8;
    if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else if (type === 0 || type === 2) {
      const value = varint();
      if (type === 2) at += value;
    } else break;
  }
  return fields;
}
