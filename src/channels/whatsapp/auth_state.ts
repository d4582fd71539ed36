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
  const sealed = (value: unknown) => Buffer.from(keys.seal(Buffer.from(JSON.stringify(value, BufferJSON.replacer))));
  const opened = (value: Uint8Array) => JSON.parse(Buffer.from(keys.unseal(value)).toString(), BufferJSON.reviver);
  const stored = company.read.select().from(authTable)
    .where(and(eq(authTable.connectionId, connectionId), eq(authTable.type, "creds"))).all()[0];
  const creds: AuthenticationCreds = stored ? opened(stored.value) : initAuthCreds();

  function put(db: Write, type: string, id: string, value: unknown): void {
    upsert(db, { connectionId, type, id, value: sealed(value) });
  }

  const state: AuthenticationState = {
    creds,
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        if (ids.length === 0) return found;
        const rows = byIds(company.read, { connectionId, type, ids: JSON.stringify(ids) });
        for (const { id, value } of rows) {
          const plain = opened(value);
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
                if (type === "journal") writeJournal(db, connectionId, id, value as never);
                else if (value === null || value === undefined) remove(db, type, id);
                else put(db, type, id, value);
              }
            }
          });
        } catch (error) {
          onFailure(error);
          throw error;
        }
      },
    },
  };

  function remove(db: Write, type: string, id: string): void {
    db.delete(authTable)
      .where(and(eq(authTable.connectionId, connectionId), eq(authTable.type, type), eq(authTable.id, id))).run();
  }

  return {
    state,
    saveCreds() {
      try {
        company.write((db) => put(db, "creds", "", creds));
      } catch (error) {
        onFailure(error);
      }
    },
    isLinked: () => Boolean(creds.me?.id && creds.account),
  };
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
