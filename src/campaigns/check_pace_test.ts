import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connectionById } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { reportOf } from "./report.ts";
import { numberCheckTable } from "../contact_lists/table.ts";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { CHECK_PACE, leaveToAsk } from "./check_pace.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let run: ReturnType<typeof aRun>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => {
  run = aRun(balcao.aurora, balcao.tenants.keys);
  balcao.aurora.write((db) => {
    db.delete(numberCheckTable).run();
    db.update(connectionTable).set({ createdAt: run.now() - 8 * DAY }).run();
  });
});
afterEach(() => run.end());

const asked = () => balcao.aurora.read.select().from(numberCheckTable).all().length;
const listOfNobody = (count: number) => {
  const list = run.listOf(count);
  for (const number of run.numbersOf(list)) run.nobody.add(number);
  return list;
};

test(
  "a list of wrong numbers is asked about a few at a time, and no more than a day allows, restarts or not",
  async () => {
    const id = run.started({ contactListId: listOfNobody(4000) });
    await run.tick(60);
    expect(asked()).toBe(50);
    expect(run.counts(id)).toMatchObject({ failed: 50, waiting: 3950 });
    // At the run's own time, which is not the machine's.
    const { notes } = reportOf(balcao.tenants, balcao.aurora, id, run.now());
    const at = notes.find(({ code }) => code === "checks_numbers")?.at ?? "";
    expect(Date.parse(at)).toBeGreaterThan(run.now());
    expect(Date.parse(at)).toBeLessThanOrEqual(run.now() + CHECK_PACE.pause.to);
    run.die();
    run.pass(Date.parse(at) - run.now());
    await run.tick(5);
    expect(asked()).toBe(100);

    for (let nth = 0; nth < 60; nth++) {
      run.pass(3 * 60_000);
      await run.tick(2);
    }
    // Twice as many as in the number's first week.
    expect(asked()).toBe(1000);
    const { goesOnAt } = leaveToAsk(balcao.aurora.read, connectionById(balcao.aurora.read, 1)!, run.now());
    expect(goesOnAt - run.now()).toBeGreaterThan(20 * HOUR);
    run.pass(goesOnAt - run.now() + 1000);
    await run.tick(2);
    expect(asked()).toBe(1050);
  },
);

test("numbers that exist wait for no pause, and wrong ones of one campaign hold up no other", async () => {
  const wrong = run.started({ contactListId: listOfNobody(200) });
  await run.tick(3);
  expect(run.counts(wrong)).toMatchObject({ failed: 50, waiting: 150 });
  const list = run.listOf(30);
  balcao.aurora.write((db) => {
    for (const number of run.numbersOf(list)) {
      db.insert(numberCheckTable).values({ number, jid: `${number}@s.whatsapp.net`, checkedAt: run.now() - DAY }).run();
    }
  });
  const right = run.started({ contactListId: list });
  for (let nth = 0; nth < 20; nth++) {
    await run.tick();
    run.arrive();
  }
  expect(run.counts(wrong)).toMatchObject({ waiting: 150 });
  expect(run.counts(right)).toMatchObject({ sent: 30, waiting: 0 });
});

test("a list on which few numbers are wrong goes on at its own pace", async () => {
  const list = run.listOf(200);
  run.numbersOf(list).forEach((number, nth) => nth % 5 === 0 && run.nobody.add(number));
  const id = run.started({ contactListId: list });
  for (let nth = 0; nth < 120; nth++) {
    await run.tick();
    run.arrive();
  }
  expect(run.counts(id)).toMatchObject({ sent: 160, failed: 40, waiting: 0 });
});
