import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aList } from "../testing/campaigns.ts";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { cancelCampaign, restartCampaign, startCampaign } from "./move.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let run: ReturnType<typeof aRun>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void (run = aRun(balcao.aurora, balcao.tenants.keys)));
afterEach(() => run.end());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const move = async (id: number, how: "start" | "cancel" | "restart") =>
  expect((await ana("POST", `/campaigns/${id}/${how}`)).status).toBe(200);
/** What it says now, with what its form changes. */
const save = async (id: number, form: object) => {
  const { name, contactListId, confirmation, message1, confirmationMessage1, followUps } =
    (await ana("GET", `/campaigns/${id}`)).body;
  const had = { name, contactListId, confirmation, message1, confirmationMessage1, followUps, whatsappId: 1 };
  const { status, body } = await ana("PUT", `/campaigns/${id}`, { ...had, ...form });
  expect(status, JSON.stringify(body)).toBe(200);
};
const DAY = 86_400_000;

describe("a campaign that is changed while it stands still", () => {
  test("gives whose text is gone another one", async () => {
    const id = run.started({ confirmation: true, confirmationMessage1: "Posso?", message1: "", message3: "Antes" });
    await run.tick(3);
    run.arrive();
    await run.tick(2);
    expect(run.recipients(id)[0]).toMatchObject({ state: "asked", variant: 3 });
    await move(id, "cancel");
    await save(id, { message3: "", message2: "Depois" });
    run.write(run.recipients(id)[0]!, "sim");
    await move(id, "restart");
    await run.tick(3);
    expect(run.arrive()).toEqual(["Depois"]);
    await run.tick(2);
    expect(run.recipients(id)[0]).toMatchObject({ state: "sent", variant: 2 });
  });

  test("sends nothing that does not follow any more, and is over", async () => {
    const id = run.started({ followUps: [{ afterDays: 1, message: "E aí?" }] });
    await run.tick(3);
    run.arrive();
    await run.tick(2);
    await move(id, "cancel");
    await save(id, { followUps: [] });
    await move(id, "restart");
    run.pass(DAY + 60_000);
    await run.tick(7);
    expect(run.waiting()).toEqual([]);
    expect(run.campaign(id).status).toBe("FINALIZADA");
    expect(run.counts(id)).toMatchObject({ sent: 1, failed: 0 });
  });

  test("is for its new list alone; who was asked by the old one may still answer", async () => {
    const id = run.started({ confirmation: true, confirmationMessage1: "Posso?" }, 4);
    await run.tick(4);
    const [asked, , alsoOnNew] = run.recipients(id);
    run.ack(run.waiting()[0]!.message.wid);
    await run.tick(1);
    await move(id, "cancel");
    const contactListId = balcao.aurora.write((db) =>
      aList(db, [{ name: "Nova", number: "5511977776666" }, { name: "P2", number: alsoOnNew!.number }], "Outra")
    );
    await save(id, { contactListId });
    await move(id, "restart");
    await run.tick(5);
    run.arrive();
    await run.tick(2);
    expect(run.recipients(id).map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ["P0", "asked", null],
      ["P1", "skipped", "other_list"],
      ["P2", "asked", null],
      ["P3", "skipped", "other_list"],
      ["Nova", "asked", null],
    ]);
    run.write(asked!, "sim");
    expect(run.counts(id)).toMatchObject({ confirmed: 1, asked: 2, skipped: 2, total: 5 });
  });

  test("forgets whom of its old list nobody had written to", async () => {
    const { body: { id } } = await ana("POST", "/campaigns", {
      ...{ name: "Natal", message1: "Oi", contactListId: run.listOf(3), whatsappId: 1 },
    });
    balcao.aurora.write((db) => run.hold(db, true));
    await ana("POST", `/campaigns/${id}/start`);
    await run.tick(3);
    expect(run.counts(id)).toMatchObject({ total: 3, waiting: 3 });
    await move(id, "cancel");
    await save(id, { contactListId: run.listOf(1) });
    expect(run.counts(id)).toMatchObject({ total: 0 });
    balcao.aurora.write((db) => run.hold(db, false));
    await move(id, "restart");
    await run.tick(3);
    expect(run.arrive()).toEqual(["Oi"]);
    await run.tick(2);
    expect(run.counts(id)).toMatchObject({ total: 1, sent: 1 });
  });
});

test("somebody for whom a text would be empty fails alone, and the others get theirs", async () => {
  const contactListId = balcao.aurora.write((db) =>
    aList(db, [
      { name: "Tem", number: "5511977770001", columns: { cupom: "NATAL10" } },
      { name: "Falta", number: "5511977770002" },
      { name: "Tem também", number: "5511977770003", columns: { cupom: "NATAL20" } },
    ])
  );
  const id = run.started({ contactListId, message1: "{cupom}" });
  await run.tick(5);
  expect(run.arrive()).toEqual(["NATAL10", "NATAL20"]);
  await run.tick(2);
  expect(run.recipients(id)[1]).toMatchObject({ state: "failed", reason: "ERR_CAMPAIGN_TEXT_EMPTY" });
  expect(run.campaign(id).status).toBe("FINALIZADA");
});

describe("a stopped campaign that gets a new time", () => {
  const inDays = (days: number) => new Date(run.now() + days * DAY).toISOString();

  test("waits for it when it is restarted, and goes on then with those who wait", async () => {
    const id = run.started({}, 2);
    await run.tick(3);
    run.arrive();
    await run.tick(2);
    const other = run.started({ contactListId: run.listOf(2) });
    await move(other, "cancel");
    await save(other, { scheduledAt: inDays(3) });
    expect(run.campaign(other).status).toBe("CANCELADA");
    await move(other, "restart");
    expect(run.campaign(other)).toMatchObject({ status: "PROGRAMADA", stoppedBy: null });
    await run.tick(3);
    expect(run.waiting()).toEqual([]);
    run.pass(3 * DAY);
    await run.tick(5);
    expect(run.arrive()).toEqual(["Oi P0", "Oi P1"]);
    await run.tick(2);
    expect(run.campaign(other).status).toBe("FINALIZADA");
    expect(run.counts(id)).toMatchObject({ sent: 2 });
  });

  test("goes on at once where its time has passed, or where it was started before it", async () => {
    const { body: { id } } = await ana("POST", "/campaigns", {
      ...{ name: "Natal", message1: "Oi", contactListId: run.listOf(1), whatsappId: 1, scheduledAt: inDays(2) },
    });
    await move(id, "start");
    await move(id, "cancel");
    await move(id, "restart");
    expect(run.campaign(id).status).toBe("EM_ANDAMENTO");
    await move(id, "cancel");
    await save(id, { scheduledAt: inDays(1) });
    await save(id, { scheduledAt: null });
    await move(id, "restart");
    expect(run.campaign(id).status).toBe("EM_ANDAMENTO");
  });

  test("likewise where its old time was missed", async () => {
    const { body: { id } } = await ana("POST", "/campaigns", {
      ...{ name: "Natal", message1: "Oi", contactListId: run.listOf(1), whatsappId: 1, scheduledAt: inDays(0.1) },
    });
    run.pass(2 * DAY);
    await run.tick(2);
    expect(run.campaign(id)).toMatchObject({ status: "CANCELADA", stoppedBy: "too_late" });
    await save(id, { scheduledAt: inDays(1) });
    await move(id, "restart");
    expect(run.campaign(id)).toMatchObject({ status: "PROGRAMADA", stoppedBy: null });
    run.pass(DAY);
    await run.tick(3);
    expect(run.arrive()).toEqual(["Oi"]);
  });
});

describe("one that repeats", () => {
  const weekly = (form: object) =>
    ana("POST", "/campaigns", {
      ...{ name: "Toda semana", message1: "Oi", contactListId: run.listOf(1), whatsappId: 1 },
      ...{ repeats: { every: "week" }, ...form },
    });
  const times = async (): Promise<[string, string | null][]> =>
    (await ana("GET", "/campaigns")).body.records
      .map(({ status, stoppedBy }: { status: string; stoppedBy: string | null }) => [status, stoppedBy]);

  test("comes again though this time was missed, or nothing could be sent", async () => {
    const at = (ms: number) => new Date(run.now() + ms).toISOString();
    await weekly({ scheduledAt: at(3_600_000) });
    run.pass(2 * DAY);
    await run.tick(2);
    expect(await times()).toEqual([["PROGRAMADA", null], ["CANCELADA", "too_late"]]);
    await run.tick(3);
    expect(await times()).toHaveLength(2);
  });

  test("comes again when it is started anew after it was stopped before its time, and once", async () => {
    const { body: { id } } = await weekly({ scheduledAt: new Date(run.now() + DAY).toISOString() });
    await move(id, "cancel");
    expect(await times()).toHaveLength(1);
    await move(id, "restart");
    // Its time still lies ahead.
    expect(await times()).toEqual([["PROGRAMADA", null]]);
    await move(id, "start");
    expect(await times()).toHaveLength(2);
    await move(id, "cancel");
    await move(id, "restart");
    expect(run.campaign(id).status).toBe("EM_ANDAMENTO");
    expect(await times()).toHaveLength(2);
  });

  test("without a time of its own makes no second one when it is stopped and goes on", async () => {
    const { body: { id } } = await weekly({}), timeZone = "America/Sao_Paulo", now = run.now();
    balcao.aurora.write((db, emit) => {
      startCampaign(balcao.aurora, db, id, { timeZone, now });
      cancelCampaign(db, emit, id, now + 5000);
      restartCampaign(balcao.aurora, db, id, { timeZone, now: now + 3_600_000 });
    });
    expect(await times()).toHaveLength(2);
  });
});
