import * as z from "zod/mini";
import { CloudContact, CloudMessage, CloudPreference, CloudStatus, CloudValue } from "./cloud_shapes.ts";
import { Messaging } from "./page_shapes.ts";

/** What is read of the changes that Meta tells. */
const FIELDS = new Set(["messages", "user_preferences"]);

/** One event of one account, as it is kept until it is handled. */
export interface Part {
  accountId: string;
  notice: string;
}

const Envelope = z.looseObject({ object: z.string(), entry: z.array(z.unknown()) });
const Entry = z.looseObject({
  id: z.string(),
  changes: z.catch(z.array(z.unknown()), []),
  messaging: z.catch(z.array(z.unknown()), []),
});
const Change = z.looseObject({ field: z.string(), value: z.unknown() });

/**
 * What Meta sends in one request, in single events in their order. What cannot be read is left out, and takes nothing
 * else with it: Meta would send the whole again for a day.
 */
export function partsOf(body: unknown): Part[] {
  const envelope = Envelope.safeParse(body).data;
  return (envelope?.entry ?? []).flatMap((each) => {
    const entry = Entry.safeParse(each).data;
    if (!entry) return [];
    const ofPage = read(entry.messaging, Messaging).map((messaging) => part(entry.id, { messaging }));
    const changes = read(entry.changes, Change);
    return [...ofPage, ...changes.flatMap(({ field, value }) => FIELDS.has(field) ? ofCloud(value, entry.id) : [])];
  });
}

function ofCloud(value: unknown, entryId: string): Part[] {
  const change = CloudValue.safeParse(value).data;
  if (!change) {
    // Instagram accounts by Instagram's own login: the same events as changes.
    const messaging = Messaging.safeParse(value).data;
    return messaging ? [part(entryId, { messaging })] : [];
  }
  const id = change.metadata.phone_number_id, contacts = read(change.contacts, CloudContact);
  const messages = read(change.messages, CloudMessage).map((message) => {
    const contact = contacts.find(({ wa_id: number, user_id: user }) =>
      (number !== undefined && number === message.from) ||
      (user !== undefined && user === (message.from_user_id ?? message.user_id))
    ) ?? (contacts.length === 1 ? contacts[0] : undefined);
    // The id that stands for them may be told beside the message only.
    return part(id, { message: { ...message, user_id: message.user_id ?? contact?.user_id }, contact });
  });
  const preferences = read(change.user_preferences, CloudPreference).map((preference) => part(id, { preference }));
  return [...messages, ...read(change.statuses, CloudStatus).map((status) => part(id, { status })), ...preferences];
}

function read<T>(all: readonly unknown[], shape: z.ZodMiniType<T>): T[] {
  return all.flatMap((one) => {
    const data = shape.safeParse(one).data;
    return data === undefined ? [] : [data];
  });
}

function part(accountId: string, notice: object): Part {
  return { accountId, notice: JSON.stringify(notice) };
}
