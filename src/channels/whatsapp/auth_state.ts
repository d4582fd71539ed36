import { Buffer } from "node:buffer";
import { BufferJSON, initAuthCreds, proto } from "@whiskeysockets/baileys";
import type {
  AuthenticationCreds,
  AuthenticationState,
  SignalDataSet,
  SignalDataTypeMap,
} from "@whiskeysockets/baileys";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Company, hot, hotWrite, type Write } from "../../platform/company.ts";
import type { Keys } from "../../platform/keys.ts";
import { writeJournal } from "./journal.ts";
import { authTable } from "./table.ts";

export interface AuthStore {
  state: AuthenticationState;
  saveCreds(): void;
  /** Linked to an account: a code that was asked for but never typed does not count (whatsapp.md §4.3). */
  isLinked(): boolean;
}

/** The account's keys in the company's file: what one `set` brings is stored in one transaction, or not at all. */
export function openAuth(
  company: Company,
  keys: Keys,
  connectionId: number,
  onFailure: (error: unknown) => void,
): AuthStore {
  const sealed = (text: string) => Buffer.from(keys.seal(Buffer.from(text)));
  const opened = (value: Uint8Array) => Buffer.from(keys.unseal(value)).toString();
  const stored = company.read.select().from(authTable)
    .where(and(eq(authTable.connectionId, connectionId), eq(authTable.type, "creds"))).all()[0];
  const creds: AuthenticationCreds = stored ? parsed(opened(stored.value)) : initAuthCreds();
  const recent = new Recent();

  function put(db: Write, type: string, id: string, value: unknown): void {
    const text = JSON.stringify(value, BufferJSON.replacer);
    upsert(db, { connectionId, type, id, value: sealed(text) });
    recent.add(type, id, text);
  }

  /** What is stored under these ids, as JSON. */
  function textsOf(type: string, ids: string[]): [id: string, text: string][] {
    const known = ids.flatMap((id) => recent.find(type, id) ?? []);
    if (known.length === ids.length) return known.map((text, nth) => [ids[nth]!, text]);
    const rows = byIds(company.read, { connectionId, type, ids: JSON.stringify(ids) });
    return rows.map(({ id, value }) => [id, recent.add(type, id, opened(value))]);
  }

  const state: AuthenticationState = {
    creds,
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        for (const [id, text] of textsOf(type, ids)) {
          const plain = parsed(text);
          found[id] = type === "app-state-sync-key"
            ? proto.Message.AppStateSyncKeyData.fromObject(plain) as never
            : plain;
        }
        return found;
      },
      set(data: SignalDataSet) {
        try {
          company.write((db) => {
            for (const [type, byId] of Object.entries(data)) {
              for (const [id, value] of Object.entries(byId ?? {})) {
                if (type === "journal") writeJournal(company, connectionId, id, value as never);
                else if (value === null || value === undefined) remove(db, type, id);
                else put(db, type, id, value);
              }
            }
          });
        } catch (error) {
          // Nothing of it is stored.
          recent.clear();
          onFailure(error);
          throw error;
        }
      },
    },
  };

  function remove(db: Write, type: string, id: string): void {
    db.delete(authTable)
      .where(and(eq(authTable.connectionId, connectionId), eq(authTable.type, type), eq(authTable.id, id))).run();
    recent.remove(type, id);
  }

  return {
    state,
    saveCreds() {
      try {
        company.write((db) => put(db, "creds", "", creds));
      } catch (error) {
        recent.clear();
        onFailure(error);
      }
    },
    isLinked: () => Boolean(creds.me?.id && creds.account),
  };
}

function parsed(text: string) {
  return JSON.parse(text, BufferJSON.reviver);
}

const MOST_RECENT = 1000;

/** The values read or written last, as JSON: every message asks for its sender's session and identity. */
class Recent {
  readonly #texts = new Map<string, string>();

  find(type: string, id: string): string | undefined {
    return this.#texts.get(`${type} ${id}`);
  }

  add(type: string, id: string, text: string): string {
    this.remove(type, id);
    if (this.#texts.size >= MOST_RECENT) this.#texts.delete(this.#texts.keys().next().value!);
    this.#texts.set(`${type} ${id}`, text);
    return text;
  }

  remove(type: string, id: string): void {
    this.#texts.delete(`${type} ${id}`);
  }

  clear(): void {
    this.#texts.clear();
  }
}

const upsert = hotWrite((db) =>
  db.insert(authTable)
    .values({
      connectionId: hot.arg("connectionId"),
      type: hot.arg("type"),
      id: hot.arg("id"),
      value: hot.arg("value"),
    })
    .onConflictDoUpdate({
      target: [authTable.connectionId, authTable.type, authTable.id],
      set: { value: sql`excluded.value` },
    }).returning({ id: authTable.id }).prepare()
);

const byIds = hot((db) =>
  db.select({ id: authTable.id, value: authTable.value }).from(authTable).where(and(
    eq(authTable.connectionId, hot.arg("connectionId")),
    eq(authTable.type, hot.arg("type")),
    inArray(authTable.id, hot.list("ids")),
  )).prepare()
);

/** Forgets the linked account. What was received and not yet handled stays. */
export function forgetAuth(company: Company, connectionId: number): void {
  company.write((db) => void db.delete(authTable).where(eq(authTable.connectionId, connectionId)).run());
}
