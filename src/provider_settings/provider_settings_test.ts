import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import { providerSetting } from "./provider_settings.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue;
beforeAll(async () => {
  balcao = await aBalcao();
  sue = balcao.as("super@balcao.test");
  ana = balcao.as("ana@aurora.test");
});
afterAll(async () => await balcao.close());

const one = async (key: string) =>
  (await sue("GET", "/provider/settings")).body.find((each: { key: string }) => each.key === key);

test("whether strangers may sign up is the provider's to say, for all companies, by either call", async () => {
  const emitted = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
  expect(await one("userCreation")).toEqual({ key: "userCreation", value: "enabled", isSet: false, revision: 0 });
  const { body } = await sue("PUT", "/provider/settings/userCreation", { value: "disabled", was: 0 });
  expect(body).toEqual({ key: "userCreation", value: "disabled", isSet: true, revision: 1 });
  expect(emitted).toEqual([{ name: "providerSetting", payload: { action: "update", record: body } }]);
  const inSettings = (await sue("GET", "/settings")).body.find(({ key }: { key: string }) => key === "userCreation");
  expect(inSettings).toEqual(body);
  expect((await sue("PUT", "/settings/userCreation", { value: "enabled", was: 0 })).body)
    .toMatchObject({ error: "ERR_CHANGED_MEANWHILE", detail: { record: body, changedBy: { name: "Suporte Balcão" } } });
  expect((await sue("PUT", "/settings/userCreation", { value: "enabled", was: 1 })).body).toMatchObject({
    revision: 2,
  });
  expect(providerSetting(balcao.tenants.provider.read, "userCreation")).toBe("enabled");
});

test("nobody else reads or sets what is the provider's", async () => {
  expect((await ana("GET", "/provider/settings")).body.error).toBe("ERR_NO_PERMISSION");
  for (const path of ["/provider/settings/userCreation", "/settings/userCreation"]) {
    expect((await ana("PUT", path, { value: "disabled" })).body.error).toBe("ERR_NO_PERMISSION");
  }
  expect(await one("userCreation")).toMatchObject({ value: "enabled" });
});

test("a value that is none and a key that is none are refused", async () => {
  expect((await sue("PUT", "/provider/settings/userCreation", { value: "maybe" })).body)
    .toEqual({ error: "ERR_INVALID_INPUT", fields: { value: "invalid" } });
  expect((await sue("PUT", "/provider/settings/toString", { value: "x" })).body.error).toBe("ERR_NO_SETTING_FOUND");
});

test("machines of the inner network may be named once a super user lists them, and no longer when that is taken back", async () => {
  const boss = balcao.as("super@balcao.test"), ana = balcao.as("ana@aurora.test");
  const add = async () =>
    (await ana("POST", "/webhooks", { name: "Dentro", url: "http://10.1.2.3/x", events: ["message.sent"] })).status;
  const list = async (value: string) => (await boss("PUT", "/provider/settings/innerHosts", { value })).status;
  expect(await add()).toBe(422);
  expect(await list("erp.local, 10.1.2.3")).toBe(200);
  expect(await add()).toBe(200);
  expect(await list("")).toBe(200);
  expect(await add()).toBe(422);
  expect(await list("http://10.1.2.3/")).toBe(400);
  expect((await ana("PUT", "/provider/settings/innerHosts", { value: "10.1.2.3" })).status).toBe(403);
});
