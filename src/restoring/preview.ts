import { MessageKind } from "../contract/tickets.ts";
import { openDbFile } from "../platform/db.ts";

/** One of the newest messages of a state; `at` in milliseconds. */
export interface Seen {
  id: number;
  at: number;
  contact: string;
  kind: MessageKind;
  body: string;
  fromMe: boolean;
}

/** So many messages say which moment it is. */
const SHOWN = 6;
/** Characters of each. */
const LONGEST = 120;

/** How many messages a state has after the newest that another has of the same time: whose id is at most this state's newest. */
export function messagesAfter(path: string, newestBelow: (id: number) => number): number {
  const file = openDbFile(path, { readonly: true });
  try {
    const newest = Number(file.one("SELECT coalesce(max(id), 0) AS id FROM messages")?.id);
    const { count } = file.one(`SELECT count(*) AS count FROM messages WHERE id > ${newestBelow(newest)}`)!;
    return Number(count);
  } finally {
    file.close();
  }
}

/** The newest messages of a restored file, of whatever schema: one that has none like that is shown without. */
export function newestMessages(path: string): Seen[] {
  const file = openDbFile(path, { readonly: true });
  try {
    const found = file.one(
      `SELECT json_group_array(json_object('id', id, 'at', created_at, 'kind', kind, 'body', body, 'fromMe', from_me,
      'contact', contact)) AS all_of_them FROM (
        SELECT messages.id, messages.created_at, messages.kind, substr(messages.body, 1, ${LONGEST}) AS body, messages.from_me,
          coalesce(contacts.name, '') AS contact
        FROM messages LEFT JOIN contacts ON contacts.id = messages.contact_id
        WHERE messages.is_deleted = 0 ORDER BY messages.id DESC LIMIT ${SHOWN})`,
    );
    const rows: Seen[] = JSON.parse(String(found?.all_of_them ?? "[]"));
    return rows.map((row) => ({
      ...row,
      kind: MessageKind.safeParse(row.kind).data ?? "other",
      fromMe: Boolean(row.fromMe),
    }));
  } catch {
    return [];
  } finally {
    file.close();
  }
}
