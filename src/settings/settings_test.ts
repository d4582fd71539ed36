import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import { secret, setting } from "./settings.ts";
import { settingTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, bruno: typeof ana, nina: typeof ana, provider: typeof ana;
beforeAll(async () => {
  balcao = await aBalcao();
  ana = balcao.as("ana@aurora.test");
  bruno = balcao.as("bruno@aurora.test");
  nina = balcao.as("nina@norte.test");
  provider = balcao.as("super@balcao.test");
});
afterAll(async () => await balcao.close());

const valueOf = async (who: typeof ana, key: string) =>
  (await who("GET", "/settings")).body.find((one: { key: string }) => one.key === key);

test("until somebody sets them, the settings are what the specification says", async () => {
  const { body } = await nina("GET", "/settings");
  expect(Object.fromEntries(body.map(({ key, value }: { key: string; value: string }) => [key, value]))).toMatchObject({
    userRating: "disabled",
    scheduleType: "disabled",
    call: "enabled",
    CheckMsgIsGroup: "enabled",
    chatBotType: "text",
    reopenMinutes: "120",
    tokenixc: "",
  });
});

test("an admin's change counts at once, for their company alone, and every screen hears of it", async () => {
  const emitted = balcao.listenAs(balcao.aurora, "Bruno"), elsewhere = balcao.listenAs(balcao.norte, "Otto");
  const { status, body } = await ana("PUT", "/settings/userRating", { key: "userRating", value: "enabled" });
  expect([status, body]).toEqual([200, { key: "userRating", value: "enabled", isSet: true, revision: 1 }]);
  expect(setting(balcao.aurora.read, "userRating")).toBe("enabled");
  expect(setting(balcao.norte.read, "userRating")).toBe("disabled");
  expect(emitted.at(-1)).toMatchObject({
    name: "settings",
    payload: { record: { key: "userRating", value: "enabled" } },
  });
  expect(elsewhere).toEqual([]);
});

test("a secret goes in and never comes out: not in answers, events or the file", async () => {
  const heardByAdmin = balcao.listenAs(balcao.aurora, "Ana"), heardByUser = balcao.listenAs(balcao.aurora, "Bruno");
  const { body } = await ana("PUT", "/settings/asaas", { value: "token-do-asaas" });
  expect(body).toEqual({ key: "asaas", value: "", isSet: true, revision: 1 });
  expect(await valueOf(ana, "asaas")).toEqual(body);
  expect(heardByAdmin.at(-1)?.payload).toMatchObject({ record: body });
  expect(heardByUser).toEqual([]);
  expect(JSON.stringify(balcao.aurora.read.select().from(settingTable).all())).not.toContain("token-do-asaas");
  expect(secret(balcao.aurora.read, "asaas", balcao.tenants.keys)).toBe("token-do-asaas");
  await ana("PUT", "/settings/asaas", { value: "" });
  expect(await valueOf(ana, "asaas")).toMatchObject({ isSet: false });
  expect(secret(balcao.aurora.read, "asaas", balcao.tenants.keys)).toBe("");
});

test("plain users read what their screens need, and set nothing", async () => {
  expect((await bruno("PUT", "/settings/call", { value: "disabled" })).body.error).toBe("ERR_NO_PERMISSION");
  expect(await valueOf(bruno, "call")).toMatchObject({ value: "enabled" });
  for (const key of ["ipixc", "tokenixc", "asaas", "userCreation"]) expect(await valueOf(bruno, key)).toBeUndefined();
});

test.each([
  ["userRating", "maybe"],
  ["scheduleType", "often"],
  ["reopenMinutes", "-1"],
  ["reopenMinutes", "1.5"],
  ["reopenMinutes", "43201"],
  ["reopenMinutes", ""],
  ["ipixc", "x".repeat(201)],
])("%s cannot be %s", async (key, value) => {
  const before = await valueOf(ana, key);
  const { status, body } = await ana("PUT", `/settings/${key}`, { value });
  expect([status, Object.keys(body.fields)]).toEqual([400, ["value"]]);
  expect(await valueOf(ana, key)).toEqual(before);
});

test.each(["0", "120", "43200"])("a ticket may be taken up again for %s minutes", async (value) => {
  expect((await ana("PUT", "/settings/reopenMinutes", { value })).body).toMatchObject({ value });
});

test("what the provider sets, a company's admin only sees", async () => {
  expect((await ana("PUT", "/settings/campaignsEnabled", { value: "true" })).body.error).toBe("ERR_NO_PERMISSION");
  expect((await provider("PUT", "/settings/campaignsEnabled", { value: "true" })).status).toBe(200);
  expect(await valueOf(ana, "campaignsEnabled")).toMatchObject({ value: "false" });
});

test.each(["nonsense", "constructor", "schedules"])("there is no setting called %s", async (key) => {
  expect((await ana("PUT", `/settings/${key}`, { value: "enabled" })).body.error).toBe("ERR_NO_SETTING_FOUND");
});
