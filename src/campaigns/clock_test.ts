import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { setCampaignSettings } from "./settings.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let run: ReturnType<typeof aRun>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => {
  // Every pause by chance is nearly as long as it may be.
  vi.spyOn(Math, "random").mockReturnValue(0.9);
  run = aRun(balcao.aurora, balcao.tenants.keys);
});
afterEach(() => {
  run.end();
  vi.restoreAllMocks();
});

const HOUR = 3_600_000;
const pauses = { messageInterval: 20, longerIntervalAfter: 5, greaterInterval: 60 } as const;

describe("a clock that is set", () => {
  test("back by an hour holds up nothing for longer than a pause", async () => {
    balcao.aurora.write((db) => setCampaignSettings(db, pauses));
    const id = run.started({}, 3);
    await run.tick(3);
    expect(run.arrive()).toHaveLength(1);
    run.pass(-HOUR);
    const left: string[] = [];
    for (let nth = 0; nth < 3 && left.length < 2; nth++) {
      await run.tick(61);
      left.push(...run.arrive());
    }
    expect(left).toEqual(["Oi P1", "Oi P2"]);
    await run.tick(3);
    expect(run.campaign(id).status).toBe("FINALIZADA");
  });

  test("back lets screens see what moves, and acks count", async () => {
    const id = run.started({}, 2);
    await run.tick(4);
    const emitted = balcao.listenAs(balcao.aurora, "Ana");
    run.pass(-HOUR);
    run.arrive();
    await run.tick(3);
    expect(run.counts(id).sent).toBe(2);
    expect(emitted.filter(({ name }) => name === "campaign").length).toBeGreaterThan(0);
  });

  test("forward by hours sends one message, and then pauses as ever", async () => {
    balcao.aurora.write((db) => setCampaignSettings(db, { ...pauses, longerIntervalAfter: 0 }));
    run.started({}, 8);
    await run.tick(3);
    expect(run.arrive()).toHaveLength(1);
    run.pass(5 * HOUR);
    await run.tick(1);
    expect(run.arrive()).toHaveLength(1);
    await run.tick(10);
    expect(run.arrive()).toEqual([]);
    balcao.aurora.write((db) => setCampaignSettings(db, { ...pauses, longerIntervalAfter: 5 }));
  });

  test("back asks the network anew of whom it may write to, and believes what it says", async () => {
    run.reach.newChatsLeft = 1;
    const id = run.started({}, 3);
    await run.tick(4);
    expect(run.arrive()).toHaveLength(1);
    run.pass(-2 * HOUR);
    // The first one was sent after that moment, by the clock: it counts once more.
    run.reach.newChatsLeft = 3;
    await run.tick(4);
    expect(run.arrive()).toHaveLength(2);
    await run.tick(3);
    expect(run.campaign(id).status).toBe("FINALIZADA");
  });
});

test("what the network allows is known to a process that has just started, too", async () => {
  run.reach.newChatsLeft = 2;
  run.started({}, 4);
  await run.tick(5);
  expect(run.arrive()).toHaveLength(2);
  run.die();
  // It answers nobody now.
  delete run.reach.newChatsLeft;
  await run.tick(5);
  expect(run.arrive()).toEqual([]);
});
