import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import {
  type BinaryNode,
  decodeMessageNode,
  DEFAULT_CONNECTION_CONFIG,
  proto,
  type SocketConfig,
  unpadRandomMax16,
  type WAMessage,
} from "@whiskeysockets/baileys";
import { and, asc, eq } from "drizzle-orm";
import type { Company, Write } from "../../platform/company.ts";
import { journalTable } from "./table.ts";

interface Entry {
  wid: string;
  attrs: Record<string, string>;
  plain: Uint8Array;
}

/** Stanzas on their way to being decrypted, found again by the very bytes of their ciphertext. */
export type Stanzas = WeakMap<Uint8Array, BinaryNode>;

/** To be called for each arriving message stanza, before it is decrypted. */
export function noteStanza(stanzas: Stanzas, stanza: BinaryNode): void {
  for (const { tag, content } of Array.isArray(stanza.content) ? stanza.content : []) {
    if (tag === "enc" && content instanceof Uint8Array) stanzas.set(content, stanza);
  }
}

/**
 * Baileys steps the ratchet and acknowledges a message before anybody has stored it; a process that dies in between has
 * lost it for good, because the second copy cannot be decrypted any more (whatsapp.md §5.1). So the text is written to
 * the journal in the very transaction that stores the stepped ratchet.
 */
export function journalledRepository(
  company: Company,
  connectionId: number,
  stanzas: Stanzas,
): SocketConfig["makeSignalRepository"] {
  return (auth, ...rest) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, ...rest);
    const keys = auth.keys as typeof auth.keys & { transaction<T>(work: () => Promise<T>, key: string): Promise<T> };
    async function journalled(
      ciphertext: Uint8Array,
      key: string,
      decrypt: () => Promise<Uint8Array>,
    ): Promise<Uint8Array> {
      const hash = createHash("sha256").update(ciphertext).digest("base64url");
      const known = plainOf(company, connectionId, hash);
      if (known) return known;
      return await keys.transaction(async () => {
        const plain = await decrypt();
        const attrs = stanzas.get(ciphertext)?.attrs;
        if (attrs?.id) {
          await keys.set({ journal: { [hash]: { wid: attrs.id, attrs, plain } satisfies Entry } } as never);
        }
        return plain;
      }, key);
    }
    return {
      ...repository,
      decryptMessage: (asked) => journalled(asked.ciphertext, asked.jid, () => repository.decryptMessage(asked)),
      decryptGroupMessage: (asked) => journalled(asked.msg, asked.group, () => repository.decryptGroupMessage(asked)),
    };
  };
}

export function writeJournal(db: Write, connectionId: number, hash: string, { wid, attrs, plain }: Entry): void {
  db.insert(journalTable)
    .values({ connectionId, wid, hash, attrs, plain: Buffer.from(plain), receivedAt: Date.now() }).onConflictDoNothing()
    .run();
}

/** Lets go of a message's entries, in the transaction that stored it. */
export function settle(db: Write, connectionId: number, wid: string): void {
  db.delete(journalTable).where(and(eq(journalTable.connectionId, connectionId), eq(journalTable.wid, wid))).run();
}

function plainOf(company: Company, connectionId: number, hash: string): Uint8Array | undefined {
  return company.read.select({ plain: journalTable.plain }).from(journalTable)
    .where(and(eq(journalTable.connectionId, connectionId), eq(journalTable.hash, hash))).all()[0]?.plain;
}

/** What was decrypted before `before` (ms) and never handled, oldest first, as the library would have handed it out. */
export function unsettled(
  company: Company,
  connectionId: number,
  me: { id: string; lid?: string },
  before: number,
): WAMessage[] {
  return company.read.select().from(journalTable).where(eq(journalTable.connectionId, connectionId))
    .orderBy(asc(journalTable.id)).all()
    .filter(({ receivedAt }) => receivedAt <= before)
    .map(({ attrs, plain }) => {
      const { fullMessage } = decodeMessageNode({ tag: "message", attrs }, me.id, me.lid ?? "");
      const message = proto.Message.decode(unpadRandomMax16(plain));
      return { ...fullMessage, message: message.deviceSentMessage?.message ?? message } as WAMessage;
    });
}
