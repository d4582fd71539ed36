import { milliseconds } from "date-fns/milliseconds";
import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import { type BinaryNode, DEFAULT_CONNECTION_CONFIG, type SocketConfig } from "@whiskeysockets/baileys";
import { and, asc, eq, isNull, lt } from "drizzle-orm";
import type { Company, Write } from "../../platform/company.ts";
import { prepared, preparedRun } from "../../platform/prepared.ts";
import { lidCache } from "./lid_cache.ts";
import { journalTable } from "./table.ts";
import type { Turn, Turns } from "./turns.ts";

interface Entry {
  wid: string;
  attrs: Record<string, string>;
  plain: Uint8Array;
  /** Stores what the message says; false when that failed, so that it is tried again. */
  handle(): boolean;
}

/** Stanzas on their way to being decrypted, found again by the very bytes of their ciphertext. */
export type Stanzas = WeakMap<Uint8Array, BinaryNode>;

/** To be called for each arriving message stanza, before it is decrypted. */
export function noteStanza(stanzas: Stanzas, stanza: BinaryNode): void {
  for (const { tag, content } of Array.isArray(stanza.content) ? stanza.content : []) {
    if (tag === "enc" && content instanceof Uint8Array) stanzas.set(content, stanza);
  }
}

interface Journalling {
  company: Company;
  connectionId: number;
  /** The work on the account's keys. */
  turns: Turns;
  stanzas: Stanzas;
  /** A message's text is known, and will be handed to `onPlain`. */
  onDecrypted(wid: string): void;
  /** Called inside the transaction; false when the message could not be handled and is to be tried again. */
  onPlain(attrs: Record<string, string>, plain: Uint8Array): boolean;
}

/**
 * The library's encryption with three of its faults mended (whatsapp.md §5.1; found by killing the process).
 *
 * It steps the ratchet and acknowledges a message before anybody has stored it; a process that dies in between has lost
 * it for good, because the second copy cannot be decrypted any more. So the text is written to the journal, and handed
 * to `onPlain`, in the very transaction that stores the stepped ratchet, and in this order: the library's own events
 * come after the receipt, and some of them only after the first 20 seconds of a link.
 *
 * A message counts as decrypted before that transaction: those that come together share it. What the library says of them
 * meanwhile leaves when it is committed (`sendAfterDisk`).
 *
 * While it sends, it holds a copy of the session that it writes back at the end, over whatever a message that came in
 * meanwhile has stepped. So all work on sessions has a store of its own, and is done in turns.
 *
 * And see `withoutTrials`.
 */
export function journalledRepository(
  { company, connectionId, turns, stanzas, onDecrypted, onPlain }: Journalling,
): SocketConfig["makeSignalRepository"] {
  return ({ creds }, logger, pnToLid) => {
    const { keys, take } = turns;
    // A turn asks the network nothing, because everybody waits for it; and of whom it meets, the library asks before it.
    const lidsOf: typeof pnToLid = (jids) => keys.isInTransaction() ? Promise.resolve([]) : pnToLid!(jids);
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, logger, pnToLid && lidsOf);
    Object.assign(repository.lidMapping, { mappingCache: lidCache() });
    async function journalled(
      ciphertext: Uint8Array,
      decrypt: () => Promise<Uint8Array>,
      tries: "one session" | "all sessions" = "one session",
    ): Promise<Uint8Array> {
      const hash = createHash("sha256").update(ciphertext).digest("base64url");
      const attrs = stanzas.get(ciphertext)?.attrs;
      try {
        return await turns.takeAhead(async (turn) => {
          const plain = await decrypt();
          if (tries === "all sessions") await withoutTrials(turn);
          if (attrs?.id) {
            const entry: Entry = { wid: attrs.id, attrs, plain, handle: () => onPlain(attrs, plain) };
            await keys.set({ journal: { [hash]: entry } } as never);
            onDecrypted(attrs.id);
          }
          return plain;
        });
      } catch (error) {
        // The key of a message is gone once it was used: this one may have come before.
        const unstored = turns.unstored("journal", hash) as Entry | undefined;
        const known = unstored?.plain ?? plainOf(company, connectionId, hash);
        if (known) return known;
        throw error;
      }
    }
    return {
      ...repository,
      decryptMessage: (asked) =>
        journalled(
          asked.ciphertext,
          () => repository.decryptMessage(asked),
          asked.type === "msg" ? "all sessions" : "one session",
        ),
      decryptGroupMessage: (asked) => journalled(asked.msg, () => repository.decryptGroupMessage(asked)),
      encryptMessage: (asked) => take(() => repository.encryptMessage(asked)),
      encryptGroupMessage: (asked) => take(() => repository.encryptGroupMessage(asked)),
      processSenderKeyDistributionMessage: (asked) => take(() => repository.processSenderKeyDistributionMessage(asked)),
      injectE2ESession: (asked) => take(() => repository.injectE2ESession(asked)),
      migrateSession: (from, to) => take(() => repository.migrateSession(from, to)),
      deleteSession: (jids) => take(() => repository.deleteSession(jids)),
    };
  };
}

/** As libsignal 6 stores what it shares with one device: sessions by their base key. */
interface StoredSessions {
  _sessions: Record<string, { indexInfo: { used: number; closed: number } }>;
}

/**
 * A message that fits no session but the third is tried on the first two as well, and the trial steps their ratchets;
 * libsignal then stores them so, and the next message that belongs to one of them cannot be read. A decryption
 * therefore changes the one session it used, which is marked by a new time of use; the others stay as they were.
 */
async function withoutTrials({ changed, before }: Turn): Promise<void> {
  const devices = Object.entries(changed.session ?? {}) as unknown as [string, StoredSessions | null][];
  for (const [id, after] of devices) {
    if (!after || Object.keys(after._sessions).length < 2) continue;
    const { [id]: had } = await before("session", [id]) as unknown as Record<string, StoredSessions | undefined>;
    if (had) keepUntried(had, after);
  }
}

function keepUntried(before: StoredSessions, after: StoredSessions): void {
  for (const [key, session] of Object.entries(before._sessions)) {
    const now = after._sessions[key];
    const isUntouched = now && now.indexInfo.used === session.indexInfo.used &&
      now.indexInfo.closed === session.indexInfo.closed;
    if (isUntouched) after._sessions[key] = session;
  }
}

const insert = preparedRun((db) =>
  db.insert(journalTable).values({
    connectionId: prepared.arg("connectionId"),
    wid: prepared.arg("wid"),
    hash: prepared.arg("hash"),
    attrs: prepared.arg("attrs"),
    plain: prepared.arg("plain"),
    receivedAt: prepared.arg("receivedAt"),
    settledAt: prepared.arg("settledAt"),
  }).onConflictDoNothing().prepare()
);

/** Inside the transaction that stores the stepped ratchet: stores what the message says, and that it came. */
export function writeJournal(
  db: Write,
  connectionId: number,
  hash: string,
  { wid, attrs, plain, handle }: Entry,
): void {
  const receivedAt = Date.now();
  const settledAt = handle() ? receivedAt : null;
  insert(db, { connectionId, wid, hash, attrs, plain: Buffer.from(plain), receivedAt, settledAt });
}

const markSettled = preparedRun((db) =>
  db.update(journalTable).set({ settledAt: prepared.value("now") }).where(and(
    eq(journalTable.connectionId, prepared.arg("connectionId")),
    eq(journalTable.wid, prepared.arg("wid")),
    isNull(journalTable.settledAt),
  )).prepare()
);

/** Notes that a message's entries are done with, in the transaction that stored it. */
export function settle(db: Write, connectionId: number, wid: string): void {
  markSettled(db, { connectionId, wid, now: Date.now() });
}

/** How long (ms) a settled entry is kept for a ciphertext that comes again: its receipt was lost with the process. */
const KEPT = milliseconds({ hours: 1 });

export function forgetSettled(company: Company, now: number): void {
  const old = lt(journalTable.settledAt, now - KEPT);
  if (company.read.select({ id: journalTable.id }).from(journalTable).where(old).limit(1).all().length === 0) return;
  company.write((db) => void db.delete(journalTable).where(old).run());
}

const byHash = prepared((db) =>
  db.select({ plain: journalTable.plain }).from(journalTable)
    .where(
      and(eq(journalTable.connectionId, prepared.arg("connectionId")), eq(journalTable.hash, prepared.arg("hash"))),
    )
    .prepare()
);

function plainOf(company: Company, connectionId: number, hash: string): Uint8Array | undefined {
  return byHash.one(company.latest, { connectionId, hash })?.plain;
}

/** What was decrypted before `before` (ms) and never handled, oldest first. */
export function unsettled(company: Company, connectionId: number, before: number) {
  return company.read.select().from(journalTable).where(
    and(eq(journalTable.connectionId, connectionId), isNull(journalTable.settledAt)),
  )
    .orderBy(asc(journalTable.id)).all()
    .filter(({ receivedAt }) => receivedAt <= before);
}
