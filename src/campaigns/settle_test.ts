import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { setCampaignSettings } from "./settings.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let run: ReturnType<typeof aRun>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void (run = aRun(balcao.aurora, balcao.tenants.keys)));
afterEach(() => run.end());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);

test("while the network wants fewer messages nothing more is put on its way, and then all of it", async () => {
  const id = run.started({}, 5);
  run.wantFewer(10_000);
  await run.tick(9);
  expect(run.waiting()).toEqual([]);
  await run.tick(6);
  run.arrive();
  await run.tick(3);
  expect(run.counts(id)).toMatchObject({ sent: 5 });
});

describe("what the network says of a campaign's messages counts", () => {
  test("as too many for now: it waits, goes ten minutes later as the same message, and stops nothing", async () => {
    const id = run.started({}, 3);
    await run.tick(3);
    const [one] = run.waiting();
    run.arrive("ERR_META_TOO_MANY");
    await run.tick(2);
    expect(run.campaign(id)).toMatchObject({ status: "EM_ANDAMENTO", failuresInARow: 0 });
    expect(run.counts(id)).toMatchObject({ waiting: 3, failed: 0 });
    expect(run.waiting()).toEqual([]);
    run.pass(600_000);
    await run.tick(3);
    expect(run.waiting().map(({ message: { wid } }) => wid)).toContain(one!.message.wid);
    run.arrive();
    await run.tick(3);
    expect(run.counts(id)).toMatchObject({ sent: 3 });
  });

  test("also when it comes after the campaign was stopped", async () => {
    const id = run.started({}, 2);
    await run.tick(3);
    const [one] = run.waiting();
    await ana("POST", `/campaigns/${id}/cancel`);
    run.ack(one!.message.wid);
    await run.tick(6);
    expect(run.campaign(id).status).toBe("CANCELADA");
    expect(run.recipients(id)[0]).toMatchObject({ state: "sent", pendingStep: null });
    expect(run.counts(id)).toMatchObject({ sent: 1, waiting: 1 });
  });

  test("and one that is tried again by hand when all is over goes on with what follows", async () => {
    const id = run.started({ followUps: [{ afterDays: 1, message: "E aí?" }] });
    await run.tick(3);
    const [one] = run.waiting();
    run.arrive("ERR_SENDING_WAPP_MSG");
    await run.tick(2);
    expect(run.campaign(id).status).toBe("FINALIZADA");
    run.ack(one!.message.wid);
    await run.tick(6);
    expect(run.campaign(id).status).toBe("EM_ANDAMENTO");
    run.pass(25 * 3_600_000);
    await run.tick(2);
    expect(run.arrive()).toEqual(["E aí?"]);
    await run.tick(2);
    expect(run.campaign(id).status).toBe("FINALIZADA");
  });

  test("before somebody's answer, though it came in the same second", async () => {
    const id = run.started({ confirmation: true, confirmationMessage1: "Posso?" });
    await run.tick(3);
    expect(run.arrive()).toEqual(["Posso?"]);
    run.write(run.recipients(id)[0]!, "sim");
    expect(run.recipients(id)[0]).toMatchObject({ state: "confirmed", pendingStep: null });
    await run.tick(2);
    expect(run.arrive()).toEqual(["Oi P0"]);
  });

  test("as far as it was known before a restart: failures of before do not stop it again", async () => {
    balcao.aurora.write((db) => setCampaignSettings(db, { mostFailures: 2 }));
    const id = run.started({}, 8);
    await run.tick(6);
    const [first, second, ...others] = run.waiting();
    for (const each of [first!, second!]) run.ack(each.message.wid, -1, "ERR_SENDING_WAPP_MSG");
    await run.tick(2);
    expect(run.campaign(id)).toMatchObject({ status: "CANCELADA", stoppedBy: "failures" });
    // Those that were on their way fail, and nobody has looked yet.
    for (const { message } of others) run.ack(message.wid, -1, "ERR_SENDING_WAPP_MSG");
    await ana("POST", `/campaigns/${id}/restart`);
    await run.tick(1);
    expect(run.campaign(id)).toMatchObject({ status: "EM_ANDAMENTO", stoppedBy: null });
  });

  test("and a question's late receipt asks nobody again to whom the message has failed", async () => {
    const id = run.started({ confirmation: true, confirmationMessage1: "Posso?" });
    await run.tick(3);
    const [question] = run.waiting();
    run.arrive();
    run.write(run.recipients(id)[0]!, "sim");
    await run.tick(2);
    run.arrive("ERR_SENDING_WAPP_MSG");
    await run.tick(2);
    run.ack(question!.message.wid, 3);
    await run.tick(6);
    expect(run.recipients(id)[0]).toMatchObject({ state: "failed", reason: "ERR_SENDING_WAPP_MSG" });
  });
});
