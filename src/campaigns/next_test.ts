import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { noteChecks } from "./check_numbers.ts";
import { changePace } from "./paces.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import { ticketTable } from "../tickets/table.ts";
import { recipientTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let run: ReturnType<typeof aRun>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void (run = aRun(balcao.aurora, balcao.tenants.keys)));
afterEach(() => run.end());

const ticketsOf = (contactId: number) =>
  balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.contactId, contactId)).all()
    .map(({ status }) => status);
const DAY = 86_400_000;
const situation = (situation: "restricted" | "connected") =>
  balcao.aurora.write((db) => void db.update(connectionTable).set({ situation }).run());

describe("strangers", () => {
  test("get what follows within the day's cap, like the campaign itself", async () => {
    const id = run.started({ followUps: [{ afterDays: 1, message: "E aí, {nome}?" }] }, 3);
    await run.tick(4);
    expect(run.arrive()).toHaveLength(3);
    balcao.aurora.write((db) => changePace(db, 1, { dayCap: 2 }, { timeZone: "America/Sao_Paulo", now: run.now() }));
    await run.tick(2);
    run.pass(2 * DAY);
    await run.tick(4);
    expect(run.arrive()).toHaveLength(2);
    await run.tick(4);
    expect(run.arrive()).toEqual([]);
    run.pass(DAY);
    await run.tick(4);
    expect(run.arrive()).toHaveLength(1);
    expect(run.counts(id).sent).toBe(3);
  });

  test("get nothing while the network refuses them, not even what follows or what they said yes to", async () => {
    const follows = run.started({ followUps: [{ afterDays: 1, message: "E aí?" }] });
    const asks = run.started({ confirmation: true, confirmationMessage1: "Posso?" });
    await run.tick(4);
    run.arrive();
    await run.tick(2);
    run.write(run.recipients(asks)[0]!, "sim");
    run.pass(DAY + 60_000);
    await run.tick(3);
    expect(run.arrive("ERR_WAPP_RESTRICTED").sort()).toEqual(["E aí?", "Oi P0"]);
    situation("restricted");
    await run.tick(5);
    expect(run.arrive()).toEqual([]);
    expect([...run.recipients(follows), ...run.recipients(asks)].map(({ state, pendingStep }) => [state, pendingStep]))
      .toEqual([["sent", null], ["confirmed", null]]);
    situation("connected");
    await run.tick(5);
    expect(run.arrive().sort()).toEqual(["E aí?", "Oi P0"]);
  });

  test("whose number turns out to be nobody's fail by themselves, and hold up nobody behind them", async () => {
    const id = run.started({}, 3);
    situation("restricted");
    await run.tick(2);
    const [first] = run.recipients(id);
    // Somebody else has asked about the number, and the campaign's row still waits.
    balcao.aurora.write((db) => {
      noteChecks(db, [first!.number], new Map(), run.now());
      db.update(recipientTable).set({ state: "waiting", reason: null }).where(eq(recipientTable.id, first!.id)).run();
    });
    situation("connected");
    await run.tick(5);
    expect(run.arrive()).toEqual(["Oi P1", "Oi P2"]);
    expect(run.recipients(id)[0]).toMatchObject({ state: "failed", reason: "ERR_WAPP_INVALID_CONTACT" });
  });
});

test("an answer ends what was to follow of every campaign, and is counted by the newest", async () => {
  const contactListId = run.listOf(1), followUps = [{ afterDays: 1, message: "E aí?" }];
  const older = run.started({ contactListId, followUps });
  await run.tick(3);
  run.arrive();
  await run.tick(2);
  const newer = run.started({ contactListId, followUps });
  await run.tick(3);
  run.arrive();
  await run.tick(2);
  run.write(run.recipients(newer)[0]!, "Quero");
  run.pass(DAY + 60_000);
  await run.tick(4);
  expect(run.arrive()).toEqual([]);
  expect([older, newer].map((id) => run.counts(id).answered)).toEqual([0, 1]);
});

describe("at the company's other connection", () => {
  const another = () =>
    balcao.aurora.write((db) =>
      db.insert(connectionTable).values({
        name: `Sul ${run.now()}`,
        ...{ status: "CONNECTED" as const, situation: "connected" as const, number: "551134567801" },
        ...{ since: 1, createdAt: 1, updatedAt: 1 },
      })
        .returning().get()
    ).id;

  test("an answer ends what was to follow of every campaign, and is counted by none that did not ask there", async () => {
    const contactListId = run.listOf(1), followUps = [{ afterDays: 1, message: "E aí?" }];
    const ids = [run.started({ contactListId, followUps }), run.started({ contactListId, followUps })];
    await run.tick(4);
    expect(run.arrive()).toHaveLength(2);
    await run.tick(2);
    run.write(run.recipients(ids[0]!)[0]!, "Já comprei, obrigado", another());
    run.pass(DAY + 60_000);
    await run.tick(4);
    expect(run.arrive()).toEqual([]);
    expect(ids.map((id) => run.counts(id).answered)).toEqual([0, 0]);
    expect(ids.map((id) => run.campaign(id).status)).toEqual(["FINALIZADA", "FINALIZADA"]);
  });

  test("SAIR ends all that was to follow, quietly", async () => {
    const id = run.started({ followUps: [{ afterDays: 1, message: "E aí?" }] });
    await run.tick(3);
    run.arrive();
    await run.tick(2);
    const [to] = run.recipients(id);
    run.write(to!, "SAIR", another());
    expect(isOptedOut(balcao.aurora.read, to!.number, balcao.tenants.keys)).toBe(true);
    expect(ticketsOf(to!.contactId!)).toEqual(["closed", "closed"]);
    run.pass(DAY + 60_000);
    await run.tick(4);
    expect(run.arrive()).toEqual([]);
  });
});

test("who is due for what follows, and whose question is over, is found without a look at those who are not", () => {
  const plan = (where: ReturnType<typeof sql>) =>
    queryPlan(balcao.aurora, sql`select * from campaign_recipients where campaign_id = 1 and ${where}`).join("\n");
  const due = sql`state = 'sent' and next_at is not null and next_at <= 5 and pending_step is null`;
  const order = sql`order by next_at limit 1`;
  expect(plan(sql`is_stranger = 0 and connection_id = 1 and ${due} ${order}`)).toBe(
    "SEARCH campaign_recipients USING INDEX campaign_recipients_following " +
      "(campaign_id=? AND is_stranger=? AND connection_id=? AND next_at>? AND next_at<?)",
  );
  expect(plan(sql`is_stranger = 1 and connection_id is null and ${due} ${order}`)).toContain("connection_id=?");
  expect(plan(sql`next_at <= 5 and next_at is not null and state = 'asked' limit 10`)).toContain(
    "campaign_recipients_unanswered",
  );
});
