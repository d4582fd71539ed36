import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Pix } from "../contract/pix.ts";
import { noticePath } from "../invoices/notice.ts";
import { setProvider } from "../testing/billing.ts";
import { aBank, type Bank } from "../testing/bank.ts";
import { aCertificate } from "../testing/certificates.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { bankSet, trustBank } from "./chosen_gateway.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>, bank: Bank, http: Deno.HttpServer<Deno.NetAddr>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue;
beforeAll(async () => {
  [balcao, bank] = await Promise.all([aBalcao(), aBank()]);
  [sue, ana] = [balcao.as("super@balcao.test"), balcao.as("ana@aurora.test")];
  trustBank(bank.ca);
  http = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => balcao.app.fetch(request));
});
const NOTHING = {
  ...{ pixGateway: "", pixKey: "", pixName: "", pixCity: "" },
  ...{ efiAddress: "", efiClientId: "", efiClientSecret: "", efiCertificate: "" },
};
const forget = () => {
  setProvider(balcao.tenants, NOTHING);
  bankSet(balcao.tenants);
};
afterEach(() => {
  forget();
  bank.lies.length = 0;
  bank.liesAboutTokens = false;
});
afterAll(async () => {
  trustBank(undefined);
  await http.shutdown();
  await bank.close();
  await balcao.close();
});

const EMPTY = { gateway: "", key: "", name: "", city: "", address: "https://pix.api.efipay.com.br" };
const KEY = { ...EMPTY, gateway: "key", key: "529.982.247-25", name: "Balcão Ltda", city: "São Paulo" };
const efi = () => ({
  ...EMPTY,
  ...{ gateway: "efi", key: bank.pixKey, address: bank.address },
  ...{ clientId: bank.clientId, clientSecret: bank.clientSecret },
});
const save = (body: object, who = sue) => who("PUT", "/provider/pix", body);
const shown = async (): Promise<Pix> => (await sue("GET", "/provider/pix")).body;
function upload(bytes: string | Uint8Array<ArrayBuffer>, name = "efi.pem", who = sue) {
  const form = new FormData();
  form.append("file", new File([bytes], name));
  return who("POST", "/provider/pix/certificate", form);
}
const siteAddress = () => `http://127.0.0.1:${http.addr.port}`;
const tried = () => sue("POST", "/provider/pix/test", { siteAddress: siteAddress() });

test("each way to be paid is saved as one, with what it needs", async () => {
  expect(await shown()).toMatchObject({ gateway: "", key: "", clientIdAt: null, certificate: null });
  const refusals: [object, Record<string, string>][] = [
    [{ ...KEY, name: " ", city: "" }, { name: "required", city: "required" }],
    [{ ...KEY, key: "11987654321" }, { key: "invalid" }],
    [{ ...KEY, name: "日本" }, { name: "invalid" }],
    [{ ...efi(), clientSecret: "" }, { clientSecret: "required" }],
    [{ ...efi(), address: "http://pix.example.com" }, { address: "invalid" }],
    [{ ...EMPTY, gateway: "bitcoin" }, { gateway: "invalid" }],
  ];
  for (const [body, fields] of refusals) {
    expect((await save(body)).body).toEqual({ error: "ERR_INVALID_INPUT", fields });
  }
  const { body } = await save({ ...KEY, was: (await shown()).revision });
  expect(body).toMatchObject({ gateway: "key", key: "529.982.247-25", name: "Balcão Ltda", city: "São Paulo" });
  expect((await save({ ...EMPTY, was: 0 })).body).toMatchObject({
    error: "ERR_CHANGED_MEANWHILE",
    detail: { record: { gateway: "key" }, changedBy: { name: "Suporte Balcão" } },
  });
  expect((await save({ ...EMPTY, was: body.revision })).body.gateway).toBe("");
});

test("a bank needs its certificate, which is kept with its key and shown only by its day", async () => {
  expect((await save(efi())).body).toEqual({ error: "ERR_CERTIFICATE", detail: { reason: "missing" } });
  const wrong: [string, string][] = [
    ["nothing of the kind", "no_certificate"],
    [bank.client.cert, "no_key"],
    [bank.client.key, "no_certificate"],
    [bank.client.cert + (await aCertificate({ name: "Outro" })).key, "other_key"],
  ];
  for (const [pem, reason] of wrong) {
    expect((await upload(pem)).body).toEqual({ error: "ERR_CERTIFICATE", detail: { reason } });
  }
  expect((await upload("x".repeat(150_000))).body.error).toBe("ERR_FILE_TOO_LARGE");
  const emitted = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
  const { body } = await upload(bank.certificate);
  expect(body.certificate.validUntil).toMatch(/^20\d\d-/);
  expect(Date.now() - Date.parse(body.certificate.setAt)).toBeLessThan(10_000);
  expect(emitted).toMatchObject([{
    name: "providerSetting",
    payload: { record: { key: "efiCertificate", value: "" } },
  }]);
  const { body: saved } = await save({ ...efi(), was: body.revision });
  expect(saved).toMatchObject({ gateway: "efi", clientIdAt: expect.any(String), clientSecretAt: expect.any(String) });
  expect(JSON.stringify(saved)).not.toMatch(/PRIVATE|Client_/);
});

test("secrets stay when they are left empty, and go to no other bank", async () => {
  await upload(bank.certificate);
  await save(efi());
  const { clientId: _, clientSecret: __, ...rest } = efi();
  expect((await save(rest)).status).toBe(200);
  expect((await save({ ...rest, clientId: "", clientSecret: "" })).status).toBe(200);
  expect((await tried()).status).toBe(200);
  expect((await save({ ...rest, address: "https://pix.other.example" })).body)
    .toEqual({ error: "ERR_INVALID_INPUT", fields: { clientId: "required", clientSecret: "required" } });
});

test("the test asks the bank for a token and has it send its notices to us; what is wrong is said", async () => {
  expect((await tried()).body.error).toBe("ERR_PIX_NOT_SET_UP");
  await upload(bank.certificate);
  await save(efi());
  expect(await tried()).toMatchObject({ status: 200, body: { siteAddress: siteAddress() } });
  expect(bank.noticeAddress).toBe(siteAddress() + noticePath(balcao.tenants));
  expect(bank.sent).toContainEqual({ evento: "teste_webhook" });
  for (
    const [lie, fault] of [["garbage", "senseless"], ["429 for a minute", "limited"], ["cut", "unreachable"]] as const
  ) {
    bank.liesAboutTokens = true;
    bank.lies.push(lie);
    expect([lie, (await tried()).body]).toEqual([lie, { error: "ERR_BANK", detail: { fault } }]);
    bank.lies.length = 0;
  }
  bank.liesAboutTokens = false;
  await save({ ...efi(), clientSecret: "wrong" });
  expect((await tried()).body).toEqual({ error: "ERR_BANK", detail: { fault: "refused" } });
  await save(efi());
  const nowhere = await sue("POST", "/provider/pix/test", { siteAddress: "http://127.0.0.1:1" });
  expect(nowhere.body).toEqual({ error: "ERR_BANK", detail: { fault: "refused" } });
});

test("nobody but super users sees or changes any of it", async () => {
  expect((await ana("GET", "/provider/pix")).body.error).toBe("ERR_NO_PERMISSION");
  expect((await save(KEY, ana)).body.error).toBe("ERR_NO_PERMISSION");
  expect((await upload("x", "x.pem", ana)).body.error).toBe("ERR_NO_PERMISSION");
  expect((await ana("POST", "/provider/pix/test", { siteAddress: siteAddress() })).body.error).toBe(
    "ERR_NO_PERMISSION",
  );
});
