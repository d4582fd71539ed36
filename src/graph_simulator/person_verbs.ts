import { z } from "zod";
import type { Line } from "./model.ts";
import type { Person } from "./person.ts";
import { FILES, type Writing } from "./writing.ts";

const id = z.string();
const File = z.object({
  kind: z.enum(FILES),
  mimeType: z.string().min(1),
  base64: z.base64(),
  name: z.string().optional(),
});

const Write = z.object({
  line: id,
  text: z.string().min(1).max(65_536).optional(),
  file: File.optional(),
  location: z.object({
    latitude: z.number(),
    longitude: z.number(),
    name: z.string().optional(),
    address: z.string().optional(),
  }).optional(),
  contacts: z.array(z.record(z.string(), z.unknown())).optional(),
  replyTo: id.optional(),
  forwarded: z.boolean().optional(),
  referral: z.record(z.string(), z.unknown()).optional(),
  share: z.url().optional(),
  story: z.object({ id, url: z.url() }).optional(),
  storyMention: z.url().optional(),
  unsupported: z.boolean().optional(),
});

type Verb = (person: Person, body: unknown) => Record<string, unknown> | void;

function verb<Shape extends z.ZodType>(
  shape: Shape,
  work: (person: Person, body: z.infer<Shape>) => Record<string, unknown> | void,
): Verb {
  return (person, body) => work(person, shape.parse(body));
}

/** What a person can be asked to do over HTTP, with the body that each wants. */
export const PERSON_VERBS: Record<string, Verb> = {
  write: verb(Write, (person, { line, file, ...rest }) => ({
    id: person.writesTo(lineOf(person, line), { ...rest, ...fileOf(file) }),
  })),
  press: verb(z.object({ id, choice: z.string() }), (person, { id, choice }) => ({ id: person.presses(id, choice) })),
  react: verb(z.object({ id, emoji: z.string().max(20) }), (person, { id, emoji }) => person.reacts(id, emoji)),
  read: verb(
    z.object({ line: id, id: id.optional() }),
    (person, { line, id }) => person.reads(lineOf(person, line), id),
  ),
  edit: verb(z.object({ id, text: z.string().min(1) }), (person, { id, text }) => person.edits(id, text)),
  delete: verb(z.object({ id }), (person, { id }) => person.deletes(id)),
  marketing: verb(z.object({ line: id, on: z.boolean() }), (person, { line, on }) => {
    const found = lineOf(person, line);
    if (found.channel !== "whatsapp") throw new Error("Only WhatsApp has marketing that one can stop");
    person.stopsMarketing(found, !on);
  }),
  number: verb(z.object({ line: id, phone: z.string().regex(/^\d{7,15}$/) }), (person, { line, phone }) => {
    const found = lineOf(person, line);
    if (found.channel !== "whatsapp") throw new Error("Only WhatsApp knows numbers");
    person.changesNumber(found, phone);
  }),
  online: verb(z.object({}), (person) => person.comesOnline()),
  offline: verb(z.object({}), (person) => person.goesOffline()),
};

function lineOf({ world }: Person, wanted: string): Line {
  const line = world.line(wanted);
  if (!line) throw new Error(`There is no line ${wanted}`);
  return line;
}

function fileOf(file: z.infer<typeof File> | undefined): Writing {
  if (!file) return {};
  const { kind, base64, mimeType, name } = file;
  return { [kind]: { bytes: Uint8Array.fromBase64(base64), mimeType, name } };
}
