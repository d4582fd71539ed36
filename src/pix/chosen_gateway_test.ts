import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aBank, type Bank } from "../testing/bank.ts";
import { setProvider } from "../testing/billing.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { bankSet, isNoticeSecret, noticeSecret, staticCodeOf, trustBank } from "./chosen_gateway.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>, bank: Bank;
beforeAll(async () => {
  [balcao, bank] = await Promise.all([aBalcao(), aBank()]);
  trustBank(bank.ca);
});
afterAll(async () => {
  trustBank(undefined);
  set({ pixGateway: "" });
  bankSet(balcao.tenants);
  await balcao.close();
  await bank.close();
});
afterEach(() => set({ pixGateway: "" }));

const sue = (method: string, path: string, body?: unknown) => balcao.as("super@balcao.test")(method, path, body);
const set = (values: Parameters<typeof setProvider>[1]) => setProvider(balcao.tenants, values);
const bankSettings = () => ({
  pixGateway: "efi",
  pixKey: bank.pixKey,
  efiAddress: bank.address,
  efiClientId: bank.clientId,
  efiClientSecret: bank.clientSecret,
  efiCertificate: bank.certificate,
});
const txid = "fatura12".padEnd(30, "0");

test("the bank that the provider has set makes charges, and is kept while nobody changes it", async () => {
  expect(bankSet(balcao.tenants)).toBeUndefined();
  set(bankSettings());
  const gateway = bankSet(balcao.tenants)!.gateway;
  expect(await gateway.charge({ txid, cents: 4990, text: "Fatura 12", expiresIn: 600 })).toMatchObject({ cents: 4990 });
  expect(bankSet(balcao.tenants)!.gateway).toBe(gateway);
  set({ efiClientSecret: "another" });
  const other = bankSet(balcao.tenants)!.gateway;
  expect(other).not.toBe(gateway);
  await expect(other.lookUp(txid)).rejects.toMatchObject({ reason: "refused" });
});

test("there is none with a key alone, or while something is missing", async () => {
  set({ ...bankSettings(), pixGateway: "key" });
  expect(bankSet(balcao.tenants)).toBeUndefined();
  for (const missing of ["pixKey", "efiClientId", "efiClientSecret", "efiCertificate"]) {
    set({ ...bankSettings(), [missing]: "" });
    expect([missing, bankSet(balcao.tenants)]).toEqual([missing, undefined]);
  }
});

test("a static code has the provider's key, name and city, and there is none without them", async () => {
  set({ pixKey: "529.982.247-25", pixName: "Balcão Ltda", pixCity: "São Paulo" });
  const about = { cents: 4990, txid: "F12", text: "Fatura 12" };
  expect(staticCodeOf(balcao.tenants, about)).toMatch(
    /0111529982247250209Fatura 12.*540549\.90.*5911Balcao Ltda6009Sao Paulo/,
  );
  set({ pixCity: "" });
  expect(staticCodeOf(balcao.tenants, about)).toBeUndefined();
});

test("secrets go in and never come out, and none is set alone", async () => {
  set(bankSettings());
  const { body } = await sue("GET", "/provider/settings");
  for (const key of ["efiClientId", "efiClientSecret", "efiCertificate"]) {
    expect(body.find((each: { key: string }) => each.key === key)).toMatchObject({ value: "", isSet: true });
  }
  expect(JSON.stringify(body)).not.toContain("PRIVATE KEY");
  // One by one they could be what does not belong together.
  expect((await sue("PUT", "/provider/settings/pixKey", { value: bank.pixKey })).body.error)
    .toBe("ERR_NO_SETTING_FOUND");
});

test("the notices' secret is made by the server, stays the same, and nobody types or reads it", async () => {
  const secret = noticeSecret(balcao.tenants);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(noticeSecret(balcao.tenants)).toBe(secret);
  expect([secret, "", `${secret}x`, "x".repeat(43)].map((said) => isNoticeSecret(balcao.tenants, said)))
    .toEqual([true, false, false, false]);
  expect((await sue("PUT", "/provider/settings/efiWebhookSecret", { value: "mine" })).body.error)
    .toBe("ERR_NO_SETTING_FOUND");
  const { body } = await sue("GET", "/provider/settings");
  expect(body.map(({ key }: { key: string }) => key)).not.toContain("efiWebhookSecret");
});
