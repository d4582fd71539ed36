import { proto } from "@whiskeysockets/baileys";
import { z } from "zod";
import type { Phone } from "./phone.ts";

type Verb = (phone: Phone, body: unknown) => unknown;

function verb<T extends z.ZodType>(schema: T, act: (phone: Phone, body: z.infer<T>) => unknown): Verb {
  return (phone, body) => act(phone, schema.parse(body));
}

const to = z.string();
const id = z.string();

const Media = z.object({
  to,
  kind: z.enum(["image", "video", "audio", "document", "sticker", "voice"]),
  base64: z.base64(),
  mimetype: z.string(),
  fileName: z.string().optional(),
  caption: z.string().optional(),
  seconds: z.number().optional(),
});

const Past = z.object({
  chat: z.string(),
  mine: z.boolean(),
  text: z.string(),
  at: z.coerce.date(),
  id: id.optional(),
});

/** What `POST /control/phones/:number/:verb` can ask a phone to do. */
export const PHONE_VERBS: Record<string, Verb> = {
  scan: verb(z.object({ qr: z.string() }), (phone, { qr }) => phone.scan(qr)),
  code: verb(z.object({ code: z.string() }), (phone, { code }) => phone.typeCode(code)),
  past: verb(z.object({ messages: z.array(Past) }), (phone, { messages }) => void (phone.past = messages)),
  unlink: verb(z.object({}), (phone) => phone.unlink()),
  write: verb(
    z.object({ to, text: z.string().min(1), quote: id.optional(), id: id.optional() }),
    (phone, { to, text, ...options }) => ({ id: phone.write(to, text, options) }),
  ),
  media: verb(Media, async (phone, { to, base64, ...media }) => {
    return { id: await phone.sendMedia(to, { ...media, bytes: Buffer.from(base64, "base64") }) };
  }),
  location: verb(
    z.object({ to, latitude: z.number(), longitude: z.number(), name: z.string().optional() }),
    (phone, { to, ...place }) => ({ id: phone.sendLocation(to, place) }),
  ),
  contact: verb(
    z.object({ to, name: z.string(), number: z.string() }),
    (phone, { to, ...card }) => ({ id: phone.sendContact(to, card) }),
  ),
  raw: verb(
    z.object({ to, message: z.record(z.string(), z.unknown()) }),
    (phone, { to, message }) => ({ id: phone.sendRaw(to, proto.Message.fromObject(message)) }),
  ),
  react: verb(
    z.object({ to, id, emoji: z.string() }),
    (phone, { to, id, emoji }) => ({ id: phone.react(to, id, emoji) }),
  ),
  edit: verb(
    z.object({ to, id, text: z.string().min(1) }),
    (phone, { to, id, text }) => ({ id: phone.edit(to, id, text) }),
  ),
  revoke: verb(z.object({ to, id }), (phone, { to, id }) => ({ id: phone.revoke(to, id) })),
  save: verb(
    z.object({ number: z.string(), name: z.string() }),
    (phone, { number, name }) => phone.saveContact(number, name),
  ),
  typing: verb(z.object({ to, on: z.boolean() }), (phone, { to, on }) => phone.typing(to, on)),
  call: verb(
    z.object({ to, video: z.boolean().optional() }),
    (phone, { to, video }) => ({ id: phone.call(to, video) }),
  ),
  hangUp: verb(z.object({ id }), (phone, { id }) => phone.hangUp(id)),
  read: verb(z.object({ from: to, id: id.optional() }), (phone, { from, id }) => phone.read(from, id)),
  play: verb(z.object({ from: to, id }), (phone, { from, id }) => phone.play(from, id)),
  offline: verb(z.object({}), (phone) => phone.goOffline()),
  online: verb(z.object({}), (phone) => phone.goOnline()),
};
