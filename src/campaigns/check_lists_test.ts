import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectionTable } from "../connections/table.ts";
import { runningCheck } from "../contact_lists/checks.ts";
import { listCheckTable, numberCheckTable } from "../contact_lists/table.ts";
import type { ListCheck } from "../contract/contact_lists.ts";
import { addToList, aList, noPauses } from "../testing/campaigns.ts";
import { aBalcao, until } from "../testing/fixtures.ts";
import { ListChecker } from "./check_lists.ts";
import { Checks } from "./check_numbers.ts";
import { type CheckPace, MOST_CHECKED } from "./check_pace.ts";

const MINUTE = 60_000, DAY = 86_400_000;
const PACE: CheckPace = { portion: 10, pause: { from: MINUTE, to: MINUTE }, newNumber: 1000, perDay: 1000 };
/** Every tenth number has no WhatsApp. */
const isKnown = (phone: string) => !phone.endsWith("0");
const phone = (nth: number) => String(5511900000001 + nth);
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => ({ name: `Cliente ${from + nth}`, number: phone(from + nth) }));

let balcao: Awaited<ReturnType<typeof aBalcao>>;
/** What the network was asked, in portions. */
let asked: string[][];
let fails: boolean;
let checker: ListChecker;
let now: number;
beforeAll(async () => {
  balcao = await aBalcao();
  for (const company of [balcao.aurora, balcao.norte]) company.write((db) => noPauses(db));
});
afterAll(async () => await balcao.close());
beforeEach(() => {
  asked = [];
  fails = false;
  now = Date.now();
  checker = aChecker();
  balcao.aurora.write((db) => {
    db.delete(listCheckTable).run();
    db.delete(numberCheckTable).run();
    db.update(connectionTable).set({ status: "CONNECTED", situation: "connected", createdAt: now - 90 * DAY }).run();
  });
});

function aChecker(pace = PACE): ListChecker {
  const lookUpMany = (numbers: readonly string[]) => {
    asked.push([...numbers]);
    if (fails) return Promise.reject(new Error("no answer"));
    const known = numbers.filter(isKnown).map((phone) => [phone, { jid: `${phone}@s.whatsapp.net`, phone }] as const);
    return Promise.resolve(new Map(known));
  };
  return new ListChecker(new Checks({ find: () => ({ lookUpMany, reach: () => Promise.resolve({}) }) }), pace);
}

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const begin = async (id: number): Promise<ListCheck> => (await ana("POST", `/contact-lists/${id}/check`)).body;
const show = async (id: number): Promise<ListCheck> => (await ana("GET", `/contact-lists/${id}/check`)).body.check;
const newList = (count: number, from = 0) => balcao.aurora.write((db) => aList(db, people(count, from)));

/** Lets so many seconds pass. */
async function pass(seconds: number): Promise<void> {
  for (let nth = 0; nth < seconds; nth++) {
    now += 1000;
    checker.tick(balcao.aurora, now);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

describe("the check of a whole list", () => {
  test("asks a few numbers at a time, says how far it is, and shows each answer at once", async () => {
    const listId = newList(25), seen = balcao.listenAs(balcao.aurora, "Ana");
    expect(await show(listId)).toBeNull();
    expect(await begin(listId)).toMatchObject({ state: "running", checked: 0, total: 25, waits: null, endedAt: null });
    await pass(1);
    expect(asked.map(({ length }) => length)).toEqual([10]);
    await until(async () => (await show(listId)).checked === 10);
    await pass(58);
    expect(asked).toHaveLength(1);
    // Two more portions, each after a pause of a minute.
    expect(Date.parse((await show(listId)).endsAt!) - now).toBeCloseTo(121_000, -4);
    await pass(2);
    expect(asked.map(({ length }) => length)).toEqual([10, 10]);
    await pass(65);
    await until(async () => (await show(listId)).state === "done");
    expect(asked.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(asked.flat().toSorted()).toEqual(people(25).map(({ number }) => number));
    expect(await show(listId)).toMatchObject({ checked: 25, total: 25, endedAt: expect.any(String) });

    const rows = seen.filter(({ name }) => name === "numberChecks").flatMap(({ payload }) =>
      (payload as { records: { number: string; isWhatsappValid: boolean }[] }).records
    );
    expect(rows).toHaveLength(25);
    for (const { number, isWhatsappValid } of rows) expect(isWhatsappValid, number).toBe(isKnown(number));
    const shown = seen.filter(({ name }) => name === "contactListCheck")
      .map(({ payload }) => (payload as { record: ListCheck }).record.checked);
    expect([...new Set(shown)]).toEqual([0, 10, 20, 25]);
    const { body: { contacts } } = await ana("GET", `/contact-list-items?contactListId=${listId}`);
    expect(contacts.map((each: { isWhatsappValid: boolean }) => each.isWhatsappValid)).not.toContain(null);
  });

  test("asks nobody again whom the network has spoken of, also those who come meanwhile", async () => {
    const listId = newList(10, 100), other = newList(30, 100);
    await begin(listId);
    await pass(2);
    await until(async () => (await show(listId)).state === "done");
    await begin(other);
    await pass(62);
    expect(asked.map(({ length }) => length)).toEqual([10, 10]);
    // Their number stands before where the check has come to.
    balcao.aurora.write((db) => addToList(db, other, [{ name: "Nova", number: "551100000001" }]));
    await pass(62);
    expect(asked.map(({ length }) => length)).toEqual([10, 10, 10]);
    await pass(62);
    await until(async () => (await show(other)).state === "done");
    expect(asked[3]).toEqual(["551100000001"]);
    expect(await show(other)).toMatchObject({ checked: 31, total: 31 });
  });

  test("goes on after a restart where it was, and no sooner than it would have", async () => {
    const listId = newList(20, 200);
    await begin(listId);
    await pass(1);
    await until(async () => (await show(listId)).checked === 10);
    checker = aChecker();
    await pass(55);
    expect(asked).toHaveLength(1);
    await pass(10);
    await until(async () => (await show(listId)).state === "done");
    expect(asked.flat()).toEqual(people(20, 200).map(({ number }) => number));
  });

  test("of several lists each waits for its turn, and no list is in a hurry because another was stopped", async () => {
    const [first, second] = [newList(20, 300), newList(5, 400)];
    await begin(first);
    expect(await begin(second)).toMatchObject({ state: "running", waits: "turn", checked: 0 });
    await pass(1);
    await until(async () => (await show(first)).checked === 10);
    expect((await ana("POST", `/contact-lists/${first}/check/stop`)).body).toMatchObject({
      state: "stopped",
      checked: 10,
    });
    await pass(50);
    expect(asked).toHaveLength(1);
    expect(await show(second)).toMatchObject({ waits: null });
    await pass(12);
    await until(async () => (await show(second)).state === "done");
    expect(asked[1]).toEqual(people(5, 400).map(({ number }) => number));
    // Begun again, what is known is passed over.
    await begin(first);
    await pass(62);
    await until(async () => (await show(first)).state === "done");
    expect(asked[2]).toEqual(people(10, 310).map(({ number }) => number));
  });

  test("what arrives after it was stopped is known, and moves nothing", async () => {
    const listId = newList(20, 500);
    await begin(listId);
    checker.tick(balcao.aurora, now);
    await ana("POST", `/contact-lists/${listId}/check/stop`);
    await until(() => balcao.aurora.read.select().from(numberCheckTable).all().length === 10);
    expect(await show(listId)).toMatchObject({ state: "stopped" });
  });

  test("waits while there is no way to the network, while it restricts the number, and when it was enough for a day", async () => {
    const listId = newList(30, 600);
    const connections = (is: Partial<typeof connectionTable.$inferSelect>) =>
      balcao.aurora.write((db) => void db.update(connectionTable).set(is).run());
    await begin(listId);
    connections({ status: "DISCONNECTED" });
    await pass(1);
    expect(await show(listId)).toMatchObject({ waits: "disconnected", goesOnAt: null });
    connections({ status: "CONNECTED", situation: "restricted" });
    await pass(6);
    expect(await show(listId)).toMatchObject({ waits: "restricted" });
    expect(asked).toEqual([]);
    connections({ situation: "connected" });
    checker = aChecker({ ...PACE, perDay: 15 });
    await pass(70);
    await until(async () => (await show(listId)).waits === "tomorrow");
    expect(asked.map(({ length }) => length)).toEqual([10, 5]);
    const { goesOnAt } = await show(listId);
    const wait = Date.parse(goesOnAt!) - now;
    expect(wait).toBeGreaterThan(DAY - 3 * MINUTE);
    expect(wait).toBeLessThanOrEqual(DAY);
    now += wait + 1000;
    await pass(2);
    await until(() => asked.length > 2);
  });

  test("asks about few with a number that is new", async () => {
    balcao.aurora.write((db) => void db.update(connectionTable).set({ createdAt: now - 8 * DAY }).run());
    const listId = newList(30, 700);
    checker = aChecker({ ...PACE, newNumber: 5 });
    await begin(listId);
    await pass(200);
    // Twice as many as in its first week.
    expect(asked.flat()).toHaveLength(10);
  });

  test("a question that the network did not answer is asked again, later", async () => {
    const listId = newList(5, 800);
    fails = true;
    await begin(listId);
    await pass(1);
    expect(await show(listId)).toMatchObject({ state: "running", checked: 0 });
    fails = false;
    await pass(62);
    await until(async () => (await show(listId)).state === "done");
    expect(asked).toEqual([asked[0], asked[0]]);
  });

  test("takes no more at once than campaigns do", () => {
    expect(MOST_CHECKED).toBeLessThanOrEqual(50);
  });

  test("is nobody's who may not, and of nobody else's list", async () => {
    const listId = newList(1, 900);
    const nina = balcao.as("nina@norte.test");
    for (const [method, path] of [["GET", "check"], ["POST", "check"], ["POST", "check/stop"]] as const) {
      expect(await nina(method, `/contact-lists/${listId}/${path}`)).toMatchObject({
        status: 404,
        body: { error: "ERR_NO_CONTACT_LIST_FOUND" },
      });
      const { status } = await balcao.as("bruno@aurora.test")(method, `/contact-lists/${listId}/${path}`);
      expect(status).toBe(403);
    }
    await begin(listId);
    await ana("DELETE", `/contact-lists/${listId}`);
    expect(runningCheck(balcao.aurora.read)).toBeUndefined();
  });
});
