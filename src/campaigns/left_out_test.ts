import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { listItemTable } from "../contact_lists/table.ts";
import { receiveMessage } from "../inbox/receive.ts";
import { addToList } from "../testing/campaigns.ts";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { campaignSendTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let run: ReturnType<typeof aRun>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void (run = aRun(balcao.aurora, balcao.tenants.keys)));
afterEach(() => run.end());

/** A campaign whose recipients are all there, while nothing can leave yet. */
async function held(contactListId: number, form: object = {}): Promise<number> {
  balcao.aurora.write((db) => run.hold(db, true));
  const id = run.started({ contactListId, ...form });
  await run.tick(3);
  return id;
}
async function goOn(): Promise<void> {
  balcao.aurora.write((db) => void db.update(connectionTable).set({ status: "CONNECTED" }).run());
  run.poke();
  for (let nth = 0; nth < 4; nth++) {
    await run.tick(2);
    run.arrive();
  }
  await run.tick(2);
}
const states = (id: number) => run.recipients(id).map(({ name, state, reason }) => [name, state, reason]);
function writes(number: string): void {
  receiveMessage(balcao.aurora, 1, {
    chat: { jid: `${number}@s.whatsapp.net`, phone: number },
    ...{ wid: `LEFT${number}`, fromMe: false, when: "live", pushName: "Fala", participant: "" },
    ...{ author: "", at: Date.now(), kind: "text", kindName: "", body: "Tenho um problema", raw: new Uint8Array() },
  }, { timeZone: () => "America/Sao_Paulo", isPaused: () => false });
}

test("a stranger who writes after the recipients were made is left out, too", async () => {
  const list = run.listOf(2), [first] = run.numbersOf(list);
  const id = await held(list, { audience: { withoutWroteHours: 24 } });
  writes(first!);
  await goOn();
  expect(states(id)).toEqual([["P0", "skipped", "wrote_lately"], ["P1", "sent", null]]);
});

test("a stranger who writes meanwhile is none when their turn comes", async () => {
  const list = run.listOf(2), [first] = run.numbersOf(list);
  const id = await held(list);
  writes(first!);
  await goOn();
  const sends = balcao.aurora.read.select().from(campaignSendTable).where(eq(campaignSendTable.campaignId, id)).all();
  expect(sends.map(({ isStranger }) => isStranger)).toEqual([false, true]);
});

test("who was taken off the list while they waited gets nothing; who was only imported anew does", async () => {
  const list = run.listOf(3), [, second, third] = run.numbersOf(list);
  const id = await held(list);
  balcao.aurora.write((db) => {
    for (const number of [second!, third!]) db.delete(listItemTable).where(eq(listItemTable.number, number)).run();
    addToList(db, list, [{ name: "De novo", number: third! }]);
  });
  await goOn();
  expect(states(id)).toEqual([["P0", "sent", null], ["P1", "skipped", "off_list"], ["P2", "sent", null]]);
});
