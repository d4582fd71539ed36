import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { ChannelSession, OutgoingChange } from "../channels/channel.ts";
import { openAuth } from "../channels/whatsapp/auth_state.ts";
import { forgetSettled, journalledRepository, settle, type Stanzas, unsettled } from "../channels/whatsapp/journal.ts";
import { quietLogger } from "../channels/whatsapp/quiet_logger.ts";
import { stillWaiting } from "../outbox/enqueue.ts";
import type { Company } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { MediaFetcher } from "../supervisor/fetch_media.ts";
import { Receipts } from "../supervisor/receipts.ts";
import { Sender } from "../supervisor/sender.ts";
import { until } from "./fixtures.ts";

const STRANGER = "5511970009999@s.whatsapp.net";

/** A line that refuses the first message and the first file, and takes the rest. */
function aLine() {
  const left: string[] = [];
  let tries = 0;
  const session = {
    kind: "linked",
    state: { status: "CONNECTED" },
    send: ({ wid }: { wid: string }) =>
      tries++ === 0
        ? Promise.reject(new Error("timed out"))
        : Promise.resolve({ raw: new Uint8Array([left.push(wid)]) }),
    change: ({ wid }: OutgoingChange) => Promise.resolve(void left.push(wid)),
    prefetchDevices: () => Promise.resolve(),
    fetchMedia: () => Promise.reject(new Error("timed out")),
  } as unknown as ChannelSession;
  return { left, session };
}

/** What waits leaves, is tried again, and is let go of once the network has it. */
export async function sendAll(company: Company) {
  const { left, session } = aLine();
  const sender = new Sender(company, 1, session);
  const waiting = () =>
    company.read.all<{ id: number; attempts: number }>(sql`select id, attempts from outbox /* the test */`);
  sender.wake();
  await until(() => waiting().some(({ attempts }) => attempts === 1));
  company.write((db) => void db.run(sql`update outbox set due_at = 0 /* the test */`));
  sender.wake();
  await until(() => left.length === 2);
  stillWaiting(company.latest, waiting().map(({ id }) => id));
  const receipts = new Receipts(company, 1, sender);
  for (const wid of left) receipts.add({ what: "receipt", wid, ack: 1 });
  receipts.store();
  expect(waiting()).toEqual([]);
  sender.close();
}

/** The file of a message is fetched in vain, and is to be tried again. */
export async function fetchInVain(company: Company) {
  const { session } = aLine(), fetcher = new MediaFetcher(company, 1, session, () => 1_000_000);
  const tried = () => company.read.all(sql`select 1 from message_media /* the test */ where attempts = 1`);
  fetcher.wake();
  await until(() => tried().length > 0);
}

/** Keys are kept and found; what was decrypted is written down, found again, handled and forgotten. */
export async function decrypt(company: Company, serverKeys: Keys) {
  const entry = { wid: "J1", attrs: {}, plain: new Uint8Array([1]), handle: () => false };
  const { state: { creds, keys }, turns, saveCreds, forget } = openAuth(company, serverKeys, 1, () => {});
  saveCreds();
  await keys.set({ session: { a: new Uint8Array([1]), b: null }, journal: { hash: entry } } as never);
  await keys.get("session", ["c"]);
  const where = {
    company,
    connectionId: 1,
    turns,
    stanzas: new WeakMap() as Stanzas,
    onDecrypted() {},
    onPlain: () => true,
  };
  const logger = quietLogger({ company: company.id, connection: 1 }) as never;
  const account = journalledRepository(where)({ creds, keys: keys as never }, logger, () => Promise.resolve([]));
  const strange = { jid: STRANGER, type: "msg", ciphertext: Buffer.from([1]) } as const;
  await expect(account.decryptMessage(strange)).rejects.toThrow();
  expect(unsettled(company, 1, Date.now())).toHaveLength(1);
  company.write((db) => settle(db, 1, "J1"));
  forgetSettled(company, Date.now() + 7_200_000);
  forget();
}
