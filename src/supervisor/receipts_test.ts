import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageTable } from "../messages/table.ts";
import { sendMessage } from "../outbox/compose.ts";
import { outboxTable } from "../outbox/table.ts";
import { aBalcao, aTicket, until } from "../testing/fixtures.ts";
import type { Sender } from "./sender.ts";
import { Receipts } from "./receipts.ts";

const ANA = { id: 1, profile: "admin" as const, super: false, queueIds: [] };

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

/** Three messages on their way, and the receipts of their connection. */
function aTalk(takeRaw: (wid: string) => Uint8Array | undefined = () => undefined) {
  const { id } = balcao.aurora.write((db) => aTicket(db, { status: "open", userId: 1 }));
  const ids = ["um", "dois", "três"].map((body) => sendMessage(balcao.aurora, id, { body }, [], ANA)[0]!.id);
  const row = (id: number) => balcao.aurora.read.select().from(messageTable).where(eq(messageTable.id, id)).all()[0]!;
  const wids = ids.map((id) => row(id).wid);
  const waiting = () =>
    balcao.aurora.read.select().from(outboxTable).all().flatMap(({ messageId }) =>
      ids.includes(messageId) ? [row(messageId).body] : []
    );
  const woken: string[][] = [];
  const sender = { takeRaw, wake: () => woken.push(waiting()) } as unknown as Sender;
  const receipts = new Receipts(balcao.aurora, 1, sender);
  return { wids, receipts, woken, waiting, acks: () => ids.map((id) => row(id).ack) };
}

test("receipts that come together are stored together, and the sender goes on after that", async () => {
  const { wids, receipts, woken, acks } = aTalk();
  for (const wid of wids) receipts.add({ what: "receipt", wid, ack: 1 });
  receipts.add({ what: "receipt", wid: wids[0]!, ack: 2 });
  expect([acks(), woken]).toEqual([[0, 0, 0], []]);
  await until(() => woken.length > 0);
  expect([acks(), woken]).toEqual([[2, 1, 1], [[]]]);
});

test("one that cannot be stored takes no other with it", async () => {
  const { wids, receipts, woken, acks, waiting } = aTalk((wid) => {
    if (wid === wids[1]) throw new Error("spoilt");
    return undefined;
  });
  for (const wid of wids) receipts.add({ what: "receipt", wid, ack: 1 });
  await until(() => woken.length > 0);
  expect([acks(), waiting()]).toEqual([[1, 0, 1], ["dois"]]);
});

test("what has come when a connection ends is stored at once, and nothing is left to do", async () => {
  const { wids, receipts, woken, acks } = aTalk();
  for (const wid of wids) receipts.add({ what: "receipt", wid, ack: 1 });
  receipts.store();
  expect(acks()).toEqual([1, 1, 1]);
  // After the turn that would have stored them.
  await new Promise((resolve) => setTimeout(resolve));
  expect(woken).toHaveLength(1);
});
