import { Buffer } from "node:buffer";
import { BufferJSON, initAuthCreds, proto } from "@whiskeysockets/baileys";
import type {
  AuthenticationCreds,
  AuthenticationState,
  SignalDataSet,
  SignalDataTypeMap,
} from "@whiskeysockets/baileys";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Company, Read, Write } from "../../platform/company.ts";
import { prepared, preparedRun } from "../../platform/prepared.ts";
import type { Keys } from "../../platform/keys.ts";
import { writeJournal } from "./journal.ts";
import { authTable } from "./table.ts";
import { inTurns, type KeyStore, type Turns } from "./turns.ts";

export interface AuthStore {
  state: AuthenticationState;
  /** What is done with the keys of sessions, one piece after the other. */
  turns: Turns;
  saveCreds(): void;
  /** Linked to an account: a code that was asked for but never typed does not count (whatsapp.md §4.3). */
  isLinked(): boolean;
  /** Forgets the linked account; what the library still wants to store of it is not stored any more. */
  forget(): void;
}

/** The account's keys in the company's file: what one `set` brings is stored in one transaction, or not at all. */
export function openAuth(
  company: Company,
  serverKeys: Keys,
  connectionId: number,
  onFailure: (error: unknown) => void,
): AuthStore {
  const { credsIn, put, valuesOf, remove, recent } = storedValues(company, serverKeys, connectionId);
  const creds = credsIn(company.read) ?? initAuthCreds();
  let isForgotten = false;

  const store: KeyStore = {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {};
      for (const [id, value] of valuesOf(type, ids)) {
        found[id] = type === "app-state-sync-key"
          ? proto.Message.AppStateSyncKeyData.fromObject(value as object) as never
          : value as never;
      }
      return found;
    },
    set(data: SignalDataSet) {
      if (isForgotten) return;
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
        // Nothing of it is stored.
        recent.clear();
        onFailure(error);
        throw error;
      }
    },
  };
  const turns = inTurns(store);
  const keys = {
    get: store.get,
    set(data: SignalDataSet) {
      // What comes later is not written over by what was there before.
      turns.storeNow();
      store.set(data);
    },
  };

  return {
    state: { creds, keys },
    turns,
    saveCreds() {
      // What a message has changed in them is not stored before the message.
      if (!turns.storeNow() || isForgotten) return;
      try {
        company.write((db) => put(db, "creds", "", creds));
      } catch (error) {
        recent.clear();
        onFailure(error);
      }
    },
    isLinked: () => Boolean(creds.me?.id && creds.account),
    forget() {
      turns.storeNow();
      isForgotten = true;
      forgetAuth(company, connectionId);
    },
  };
}

/** One connection's values in the company's file, each sealed, and those of late in memory, too. */
function storedValues(company: Company, keys: Keys, connectionId: number) {
  const sealed = (text: string) => Buffer.from(keys.seal(Buffer.from(text)));
  const opened = (value: Uint8Array) => Buffer.from(keys.unseal(value)).toString();
  const recent = new Recent();

  function credsIn(db: Read): AuthenticationCreds | undefined {
    const stored = db.select().from(authTable)
      .where(and(eq(authTable.connectionId, connectionId), eq(authTable.type, "creds"))).all()[0];
    return stored && parsed(opened(stored.value));
  }

  function put(db: Write, type: string, id: string, value: unknown): void {
    const text = JSON.stringify(value, isPlain(type, value) ? undefined : BufferJSON.replacer);
    upsert(db, { connectionId, type, id, value: sealed(text) });
    recent.add(type, id, isPlain(type, value) ? { value, size: text.length } : { text, size: text.length });
  }

  /** What is stored under these ids. */
  function valuesOf(type: string, ids: string[]): [id: string, value: unknown][] {
    const missing = ids.filter((id) => !recent.find(type, id));
    const rows = missing.length > 0 ? byIds(company.latest, { connectionId, type, ids: JSON.stringify(missing) }) : [];
    const found = new Map(rows.map(({ id, value }) => [id, kept(type, opened(value))]));
    for (const id of missing) recent.add(type, id, found.get(id) ?? NONE);
    return ids.flatMap((id) => {
      const { text, value } = found.get(id) ?? recent.find(type, id) ?? NONE;
      return value ? [[id, value]] : text ? [[id, parsed(text)]] : [];
    });
  }

  function remove(db: Write, type: string, id: string): void {
    deleteOne(db, { connectionId, type, id });
    recent.add(type, id, NONE);
  }

  return { credsIn, put, valuesOf, remove, recent };
}

function parsed(text: string) {
  return JSON.parse(text, BufferJSON.reviver);
}

/** Sessions are written as base64 already, and nobody changes one that was read: libsignal copies it. */
function isPlain(type: string, value: unknown): boolean {
  return type === "session" && !(value instanceof Uint8Array);
}

/** A value that may be handed out again and again, or its JSON; neither when nothing is stored. */
interface Kept {
  value?: unknown;
  text?: string;
  /** Characters of its JSON. */
  size: number;
}

const NONE: Kept = { size: 0 };

function kept(type: string, text: string): Kept {
  const value = parsed(text), size = text.length;
  return isPlain(type, value) ? { value, size } : { text, size };
}

/** What is kept at most, by the size of its JSON: some two thousand sessions; and what one costs besides. */
const MOST_RECENT = 3_000_000, OVERHEAD = 100;
/** A larger one would displace many for the sake of one. */
const LARGEST_RECENT = 100_000;

/** The values read or written last: every message asks for its sender's session and identity. */
class Recent {
  readonly #all = new Map<string, Kept>();
  #size = 0;

  find(type: string, id: string): Kept | undefined {
    return this.#all.get(`${type} ${id}`);
  }

  add(type: string, id: string, kept: Kept): void {
    this.#remove(`${type} ${id}`);
    if (kept.size > LARGEST_RECENT) return;
    this.#all.set(`${type} ${id}`, kept);
    this.#size += kept.size + OVERHEAD;
    while (this.#size > MOST_RECENT) this.#remove(this.#all.keys().next().value!);
  }

  #remove(key: string): void {
    const kept = this.#all.get(key);
    if (!kept) return;
    this.#all.delete(key);
    this.#size -= kept.size + OVERHEAD;
  }

  clear(): void {
    this.#all.clear();
    this.#size = 0;
  }
}

const upsert = preparedRun((db) =>
  db.insert(authTable)
    .values({
      connectionId: prepared.arg("connectionId"),
      type: prepared.arg("type"),
      id: prepared.arg("id"),
      value: prepared.arg("value"),
    })
    .onConflictDoUpdate({
      target: [authTable.connectionId, authTable.type, authTable.id],
      set: { value: sql`excluded.value` },
    }).prepare()
);

const deleteOne = preparedRun((db) =>
  db.delete(authTable).where(and(
    eq(authTable.connectionId, prepared.arg("connectionId")),
    eq(authTable.type, prepared.arg("type")),
    eq(authTable.id, prepared.arg("id")),
  )).prepare()
);

const byIds = prepared((db) =>
  db.select({ id: authTable.id, value: authTable.value }).from(authTable).where(and(
    eq(authTable.connectionId, prepared.arg("connectionId")),
    eq(authTable.type, prepared.arg("type")),
    inArray(authTable.id, prepared.list("ids")),
  )).prepare()
);

/** Forgets the linked account. What was received and not yet handled stays. */
export function forgetAuth(company: Company, connectionId: number): void {
  company.write((db) => void db.delete(authTable).where(eq(authTable.connectionId, connectionId)).run());
}
