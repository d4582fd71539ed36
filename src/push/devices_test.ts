import { Buffer } from "node:buffer";
import { createECDH, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "../contract/permissions.ts";
import { type PushChoices, type Subscription, USUAL_PUSH_CHOICES } from "../contract/push.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import type { Emit, Write } from "../platform/company.ts";
import { allowInner } from "../platform/inner_network.ts";
import { Tenants } from "../platform/tenants.ts";
import { providerSettingTable } from "../provider_settings/table.ts";
import { aBalcao, aTicket, until } from "../testing/fixtures.ts";
import { aPushService } from "../testing/push_service.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { moveTicket } from "../tickets/moves.ts";
import { pushKeys } from "./keys.ts";
import { selectOfTag } from "./put.ts";
import { PushRunner, selectDuePushes } from "./runner.ts";
import { pushDeviceTable, pushTable } from "./table.ts";
import { selectWaiting } from "./waiting.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => void (balcao = await aBalcao()));
afterEach(async () => await balcao.close());

/** Ana. */
const PERSON: Person = { id: 1, profile: "admin", super: false, queueIds: [] };
const ANA = "ana@aurora.test", BRUNO = "bruno@aurora.test", NINA = "nina@norte.test";

function aSubscription(endpoint: string = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const p256dh = keys.getPublicKey().toString("base64url"), auth = randomBytes(16).toString("base64url");
  return { endpoint, expirationTime: null, keys: { p256dh, auth } };
}

const save = (email: string, subscription: Subscription = aSubscription(), choices?: PushChoices) =>
  balcao.as(email)("PUT", "/push/device", { subscription, choices });
const devicesOf = async (email: string) => (await balcao.as(email)("GET", "/push")).body.devices;
const kept = () => balcao.tenants.provider.read.select().from(pushDeviceTable).all();

describe("a device", () => {
  test("has the usual choices until others are made, and is its person's alone", async () => {
    const { status, body } = await save(BRUNO);
    expect(status).toBe(200);
    expect(body).toMatchObject({ isThis: true, host: "fcm.googleapis.com", choices: USUAL_PUSH_CHOICES });
    expect(body.choices.showsText).toBe(false);
    const choices: PushChoices = { ...USUAL_PUSH_CHOICES, kinds: ["chat"], waitingMinutes: 3 };
    expect((await balcao.as(BRUNO)("PUT", `/push/devices/${body.id}`, { choices })).body.choices).toEqual(choices);
    for (const email of [ANA, NINA]) {
      expect(await devicesOf(email)).toEqual([]);
      for (
        const [method, path, sent] of [
          ["PUT", "", { choices }],
          ["DELETE", "", undefined],
          ["POST", "/test", {}],
        ] as const
      ) {
        expect(await balcao.as(email)(method, `/push/devices/${body.id}${path}`, sent)).toMatchObject({
          status: 404,
          body: { error: "ERR_NO_PUSH_DEVICE_FOUND" },
        });
      }
    }
    expect((await balcao.as(BRUNO)("DELETE", `/push/devices/${body.id}`)).status).toBe(200);
    expect(await devicesOf(BRUNO)).toEqual([]);
  });

  test("is one for each login session: a browser that asks anew keeps what was chosen", async () => {
    const choices = { ...USUAL_PUSH_CHOICES, showsText: true };
    const { body: first } = await save(BRUNO, aSubscription(), choices);
    const { body: second } = await save(BRUNO);
    expect(second).toMatchObject({ id: first.id, choices });
    expect(kept()).toHaveLength(1);
  });

  test("is whose browser it is now: who used it before is not told there any more", async () => {
    const subscription = aSubscription();
    await save(BRUNO, subscription);
    await save(NINA, subscription);
    expect(await devicesOf(BRUNO)).toEqual([]);
    expect(await devicesOf(NINA)).toMatchObject([{ choices: USUAL_PUSH_CHOICES }]);
  });

  test.each([
    ["they log out", () => balcao.as(BRUNO)("DELETE", "/auth/logout")],
    [
      "their password is another",
      () => balcao.as(ANA)("PUT", "/users/2", { name: "Bruno Tavares", email: BRUNO, password: "uma-senha-nova-1" }),
    ],
    [
      "they log in elsewhere",
      () => balcao.send(undefined, "POST", "/auth/login", { email: BRUNO, password: DEMO_PASSWORD }),
    ],
    ["they are deleted", () => balcao.as(ANA)("DELETE", "/users/2")],
  ])("is told nothing more when %s", async (_, end) => {
    await save(NINA);
    await save(BRUNO);
    expect(kept()).toHaveLength(2);
    expect((await end()).status).toBe(200);
    expect(kept().map(({ companyId }) => companyId)).toEqual([balcao.norte.id]);
  });

  test("is kept so that a stolen file tells nobody how to reach it, nor the key by which it is reached", async () => {
    const { endpoint, keys } = aSubscription(), { tenants } = balcao;
    await save(BRUNO, { endpoint, keys });
    const { privateKey } = pushKeys(tenants);
    const bytes = ["provider.db", "provider.db-wal"].map((name) => Deno.readFileSync(`${balcao.folder}/${name}`));
    for (const secret of [endpoint, keys.auth, keys.p256dh, privateKey]) {
      expect(bytes.some((each) => Buffer.from(each).includes(secret))).toBe(false);
    }
  });
});

describe("whom the server calls", () => {
  test.each([
    "https://fcm.googleapis.com/fcm/send/x",
    "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://web.push.apple.com/x",
    "https://wns2-par02p.notify.windows.com/w/?token=x",
  ])("%s", async (endpoint) => {
    expect((await save(BRUNO, aSubscription(endpoint))).status).toBe(200);
  });

  test.each([
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilpush.apple.com/x",
    "https://push.apple.com.evil.example/x",
    "https://ana:secret@fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://169.254.169.254/latest/meta-data",
    "https://push.example/x",
  ])("and never %s", async (endpoint) => {
    expect(await save(BRUNO, aSubscription(endpoint))).toMatchObject({
      status: 403,
      body: { error: "ERR_PUSH_SERVICE_UNKNOWN" },
    });
    expect(kept()).toEqual([]);
  });

  test("another one where the provider has named it, which the settings say", async () => {
    await balcao.as("super@balcao.test")("PUT", "/provider/settings/pushHosts", { value: "push.example" });
    expect((await save(BRUNO, aSubscription("https://push.example/x"))).status).toBe(200);
    const { body } = await balcao.as(BRUNO)("GET", "/push");
    expect(body).toMatchObject({ isOn: true, hosts: expect.arrayContaining(["push.example", "fcm.googleapis.com"]) });
    // What is named no more is not called any more either.
    await balcao.as("super@balcao.test")("PUT", "/provider/settings/pushHosts", { value: "" });
    const [{ id }] = await devicesOf(BRUNO);
    expect((await balcao.as(BRUNO)("POST", `/push/devices/${id}/test`, {})).body).toEqual({ result: "gone" });
    expect(await devicesOf(BRUNO)).toEqual([]);
  });

  test("nobody in the inner network, whatever the provider names", async () => {
    balcao.tenants.provider.write((db) =>
      void db.insert(providerSettingTable).values({ key: "pushHosts", value: "127.0.0.1" }).run()
    );
    const { body } = await save(BRUNO, aSubscription("http://127.0.0.1:9/x"));
    expect((await balcao.as(BRUNO)("POST", `/push/devices/${body.id}/test`, {})).body).toEqual({ result: "failed" });
  });

  test.each([
    ["a point that is none", { p256dh: "B".repeat(87) }],
    ["a key that is too short", { auth: "abc" }],
  ])("and keys are looked at: %s", async (_, keys) => {
    const subscription = aSubscription();
    expect((await save(BRUNO, { ...subscription, keys: { ...subscription.keys, ...keys } })).status).toBe(400);
  });
});

test("the server's keys are made once, and are the same after a restart", () => {
  const { publicKey, privateKey } = pushKeys(balcao.tenants);
  expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
  balcao.tenants.close();
  const again = new Tenants(balcao.folder);
  expect(pushKeys(again)).toEqual({ publicKey, privateKey });
  again.close();
});

test("what is committed is told by whoever serves next, and what was rolled back by nobody", async () => {
  const service = await aPushService(() => undefined);
  balcao.tenants.provider.write((db) =>
    void db.insert(providerSettingTable).values({ key: "pushHosts", value: service.host }).run()
  );
  allowInner([service.host]);
  expect((await save(BRUNO, service.browser("bruno").subscription)).status).toBe(200);
  const { aurora } = balcao, [ticket, other] = aurora.write((db) => [aTicket(db), aTicket(db)] as const);
  const toBruno = (db: Write, emit: Emit, id: number) =>
    moveTicket(db, emit, id, { status: "open", userId: 2, queueId: 1 }, PERSON, Date.now());
  aurora.write((db, emit) => void toBruno(db, emit, ticket.id));
  expect(() =>
    aurora.write((db, emit) => {
      toBruno(db, emit, other.id);
      throw new Error("power cut");
    })
  ).toThrow("power cut");
  expect(aurora.read.select().from(pushTable).all()).toMatchObject([{ userId: 2, kind: "transfer", state: "waiting" }]);
  balcao.tenants.close();
  const again = new Tenants(balcao.folder), runner = new PushRunner(again);
  runner.tick(again.company(aurora.id), Date.now());
  await until(() => again.company(aurora.id).read.select().from(pushTable).all()[0]?.state === "shown");
  expect(service.got.map(({ payload }) => "tag" in payload && payload.tag)).toEqual([`ticket-${ticket.id}`]);
  runner.close();
  again.close();
  await service.stop();
  allowInner([]);
});

test("what is due, what is to be taken back and who waits is found by indexes", () => {
  const { aurora } = balcao, db = aurora.read;
  const plans = [
    selectDuePushes(db, { now: 1, most: 10 }),
    selectOfTag(db, "ticket-1"),
    selectWaiting(db, { before: 1 }),
  ].map((query) => queryPlan(aurora, query).join("; "));
  expect(plans).toEqual([
    expect.stringContaining("USING INDEX pushes_due"),
    expect.stringContaining("USING INDEX pushes_of_tag"),
    expect.stringMatching(/USING INDEX tickets_by_/),
  ]);
  for (const plan of plans.slice(0, 2)) expect(plan).not.toContain("TEMP B-TREE");
});
