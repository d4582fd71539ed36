import { z } from "zod";
import type { Phone } from "./phone.ts";

type Verb = (phone: Phone, body: unknown) => unknown;

function verb<T extends z.ZodType>(schema: T, act: (phone: Phone, body: z.infer<T>) => unknown): Verb {
  return (phone, body) => act(phone, schema.parse(body));
}

const to = z.string();
const id = z.string();

/** What `POST /control/phones/:number/:verb` can ask a phone to do. */
export const PHONE_VERBS: Record<string, Verb> = {
  scan: verb(z.object({ qr: z.string() }), (phone, { qr }) => phone.scan(qr)),
  unlink: verb(z.object({}), (phone) => phone.unlink()),
  write: verb(
    z.object({ to, text: z.string().min(1), quote: id.optional(), id: id.optional() }),
    (phone, { to, text, ...options }) => ({ id: phone.write(to, text, options) }),
  ),
  read: verb(z.object({ from: to, id: id.optional() }), (phone, { from, id }) => phone.read(from, id)),
  play: verb(z.object({ from: to, id }), (phone, { from, id }) => phone.play(from, id)),
  offline: verb(z.object({}), (phone) => phone.goOffline()),
  online: verb(z.object({}), (phone) => phone.goOnline()),
};
