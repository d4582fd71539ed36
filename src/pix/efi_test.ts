import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aBank, type Bank, type Lie } from "../testing/bank.ts";
import { aCertificate } from "../testing/certificates.ts";
import { efiGateway } from "./efi.ts";
import type { EfiAccess } from "./efi_line.ts";
import type { GatewayFault } from "./gateway.ts";

let bank: Bank, gateway: ReturnType<typeof efiGateway>;
const QUICK = { within: 10_000, pauses: [1, 1] };
const open: { close(): void }[] = [];

beforeAll(async () => void (bank = await aBank()));
afterAll(async () => {
  for (const each of open) each.close();
  await bank.close();
});
beforeEach(() => {
  Object.assign(bank, {
    noticeAddress: "",
    holdsNotices: false,
    liesAboutTokens: false,
    refusesTokens: false,
    tokenLasts: 3600,
  });
  bank.lies.length = 0;
  gateway = aGateway();
  bank.calls.length = 0;
});

function aGateway(other: Partial<EfiAccess & { pixKey: string }> = {}, patience = QUICK) {
  const { address, clientId, clientSecret, certificate, ca, pixKey } = bank;
  const made = efiGateway({ address, clientId, clientSecret, certificate, ca, pixKey, ...other }, patience);
  open.push(made);
  return made;
}

let made = 0;
const aTxid = () => `fatura${String(++made).padStart(24, "0")}`;
const asked = (txid: string, cents = 3700) => ({ txid, cents, text: "Fatura 12", expiresIn: 3600 });
const faultOf = async (work: Promise<unknown>) => {
  const error = await work.then(() => undefined, (error) => error as GatewayFault);
  return error && { is: error.constructor.name, reason: error.reason, message: error.message };
};

describe("a charge", () => {
  test("is made with our own txid, and says what to pay and until when", async () => {
    const txid = aTxid();
    const charge = await gateway.charge(asked(txid));
    expect(charge).toEqual({
      txid,
      state: "open",
      cents: 3700,
      pixCode: expect.stringMatching(/^000201.*br\.gov\.bcb\.pix.*6304[\dA-F]{4}$/),
      expiresAt: Date.parse(bank.charges.get(txid)!.calendario.criacao) + 3_600_000,
      payments: [],
    });
    expect(bank.charges.get(txid)).toMatchObject({ valor: { original: "37.00" }, solicitacaoPagador: "Fatura 12" });
  });

  test("asked for again is the one that is there, whatever is asked then", async () => {
    const txid = aTxid(), first = await gateway.charge(asked(txid));
    expect(await gateway.charge(asked(txid, 9900))).toEqual(first);
    expect(bank.charges.get(txid)!.valor.original).toBe("37.00");
  });

  test("is open, then paid with what came in, and the bank alone says so", async () => {
    const txid = aTxid(), { pixCode } = await gateway.charge(asked(txid));
    expect(await gateway.lookUp(txid)).toMatchObject({ state: "open", pixCode, payments: [] });
    const { endToEndId, horario } = await bank.pay(txid);
    expect(await gateway.lookUp(txid)).toMatchObject({
      state: "paid",
      cents: 3700,
      payments: [{ endToEndId, cents: 3700, at: Date.parse(horario) }],
    });
  });

  test("shows who paid half, and who paid twice", async () => {
    const half = aTxid(), twice = aTxid();
    for (const txid of [half, twice]) await gateway.charge(asked(txid));
    await bank.pay(half, 1850);
    for (const _ of [1, 2]) await bank.pay(twice);
    expect((await gateway.lookUp(half))!.payments.map(({ cents }) => cents)).toEqual([1850]);
    const { payments } = (await gateway.lookUp(twice))!;
    expect(payments.map(({ cents }) => cents)).toEqual([3700, 3700]);
    expect(new Set(payments.map(({ endToEndId }) => endToEndId)).size).toBe(2);
  });

  test("counts a payment that the bank lists twice once", async () => {
    const txid = aTxid();
    await gateway.charge(asked(txid));
    const paid = await bank.pay(txid);
    bank.charges.get(txid)!.pix.push(paid);
    expect((await gateway.lookUp(txid))!.payments).toHaveLength(1);
  });

  test("that the bank does not know is none", async () => {
    expect(await gateway.lookUp(aTxid())).toBeUndefined();
    expect(await gateway.cancel(aTxid())).toBeUndefined();
  });

  test("is taken back; one that is paid meanwhile is answered as it is, and what is paid afterwards is shown", async () => {
    const cancelled = aTxid(), paid = aTxid(), byBank = aTxid();
    for (const txid of [cancelled, paid, byBank]) await gateway.charge(asked(txid));
    await bank.pay(paid);
    bank.remove(byBank);
    expect(await gateway.cancel(cancelled)).toMatchObject({ state: "removed", payments: [] });
    expect(await gateway.cancel(paid)).toMatchObject({ state: "paid", payments: [{ cents: 3700 }] });
    expect(await gateway.cancel(byBank)).toMatchObject({ state: "removed" });
    await bank.pay(cancelled);
    expect(await gateway.lookUp(cancelled)).toMatchObject({ state: "removed", payments: [{ cents: 3700 }] });
  });

  test("has a text that the bank has room for", async () => {
    const txid = aTxid();
    await gateway.charge({ ...asked(txid), text: "ç".repeat(200) });
    expect(bank.charges.get(txid)!.solicitacaoPagador).toBe("ç".repeat(140));
  });

  test.each([["kurz", 100], [`${"a".repeat(36)}`, 100], ["/".repeat(30), 100]])(
    "with the txid %s is never sent",
    async (txid, cents) => {
      await expect(gateway.charge({ ...asked(txid), cents })).rejects.toThrow(RangeError);
      await expect(gateway.lookUp(txid)).rejects.toThrow(RangeError);
      expect(bank.calls).toEqual([]);
    },
  );

  test.each([0, -5, 10.5, NaN])("of %d cents is never sent", async (cents) => {
    await expect(gateway.charge(asked(aTxid(), cents))).rejects.toThrow(RangeError);
    expect(bank.calls).toEqual([]);
  });
});

describe("the line to the bank", () => {
  test("takes one token for many calls, also at once", async () => {
    await Promise.all([1, 2, 3].map(() => gateway.charge(asked(aTxid()))));
    await gateway.lookUp(aTxid());
    expect(bank.calls.filter((call) => call === "POST /oauth/token")).toHaveLength(1);
  });

  test("takes another one shortly before it ends, and when the bank has forgotten it, once", async () => {
    bank.tokenLasts = 59;
    await gateway.lookUp(aTxid());
    bank.tokenLasts = 3600;
    await gateway.lookUp(aTxid());
    await gateway.lookUp(aTxid());
    bank.forgetTokens();
    await Promise.all([gateway.lookUp(aTxid()), gateway.lookUp(aTxid())]);
    expect(bank.calls.filter((call) => call === "POST /oauth/token")).toHaveLength(3);
  });

  test("gives up when new tokens are forgotten, too", async () => {
    bank.refusesTokens = true;
    expect(await faultOf(gateway.lookUp(aTxid()))).toMatchObject({ reason: "refused", message: "GET /v2/cob: 401" });
    expect(bank.calls).toEqual(Array(2).fill(["POST /oauth/token", "GET /v2/cob"]).flat());
    bank.refusesTokens = false;
    expect(await gateway.lookUp(aTxid())).toBeUndefined();
  });

  test("takes a token at the next call when it got none", async () => {
    bank.liesAboutTokens = true;
    bank.lies.push("cut");
    expect(await faultOf(gateway.lookUp(aTxid()))).toMatchObject({ reason: "unreachable" });
    expect(await gateway.lookUp(aTxid())).toBeUndefined();
  });

  test("asks again after 500 and 429, and no sooner than the bank says", async () => {
    const txid = aTxid();
    bank.lies.push("500", "429");
    const began = Date.now();
    expect(await gateway.charge(asked(txid))).toMatchObject({ txid, state: "open" });
    expect(Date.now() - began).toBeGreaterThanOrEqual(950);
    expect(bank.calls.filter((call) => call === "PUT /v2/cob")).toHaveLength(3);
    expect(bank.charges.get(txid)!.revisao).toBe(0);
  });

  test.each<[Lie[], string, string]>([
    [["500", "500", "500"], "unreachable", "PUT /v2/cob: 500"],
    [["429 for a minute"], "limited", "PUT /v2/cob: 429"],
    [["cut"], "unreachable", "PUT /v2/cob: "],
    [["half"], "unreachable", "PUT /v2/cob: "],
    [["garbage"], "senseless", "the bank's answer makes no sense: no JSON object"],
    [["elsewhere"], "refused", "PUT /v2/cob: 302"],
  ])("%j is a fault that says %s, and the next try finds or makes the one charge", async (lies, reason, message) => {
    const txid = aTxid();
    bank.lies.push(...lies);
    expect(await faultOf(gateway.charge(asked(txid)))).toEqual({
      is: "GatewayFault",
      reason,
      message: expect.stringContaining(message),
    });
    expect(await gateway.charge(asked(txid))).toMatchObject({ txid, state: "open", cents: 3700 });
  });

  test("a charge that was made although the line broke off is found again", async () => {
    const txid = aTxid();
    bank.lies.push("done, then cut");
    expect(await faultOf(gateway.charge(asked(txid)))).toMatchObject({ reason: "unreachable" });
    const { pixCopiaECola } = bank.charges.get(txid)!;
    expect(await gateway.charge(asked(txid))).toMatchObject({ pixCode: pixCopiaECola });
    expect(bank.calls.slice(-2)).toEqual(["PUT /v2/cob", "GET /v2/cob"]);
  });

  test("waits no longer than it may", async () => {
    const hasty = aGateway({}, { within: 200, pauses: [] });
    await hasty.lookUp(aTxid());
    bank.lies.push("silence");
    expect(await faultOf(hasty.lookUp(aTxid()))).toMatchObject({
      reason: "unreachable",
      message: "GET /v2/cob: no answer within 0.2 s",
    });
  });

  test.each<[string, () => Promise<Partial<EfiAccess & { pixKey: string }>>, string, RegExp]>([
    ["a wrong secret", async () => ({ clientSecret: "other" }), "refused", /^POST \/oauth\/token: 401$/],
    ["another's key", async () => ({ pixKey: "529.982.247-25" }), "refused", /^PUT \/v2\/cob: 400 chave_invalida$/],
    [
      "a stranger's certificate",
      async () => {
        const { cert, key } = await aCertificate({ name: "Alguém" });
        return { certificate: cert + key };
      },
      "unreachable",
      /^POST \/oauth\/token: /,
    ],
    ["a certificate that is none", async () => ({ certificate: "x" }), "refused", /^the certificate cannot be used$/],
    ["a bank whose authority nobody knows", async () => ({ ca: undefined }), "unreachable", /^POST \/oauth\/token: /],
    ["no bank", async () => ({ address: "https://localhost:1" }), "unreachable", /^POST \/oauth\/token: /],
  ])("with %s there is no charge", async (_, other, reason, message) => {
    const fault = await faultOf(aGateway(await other()).charge(asked(aTxid())));
    expect(fault).toMatchObject({ is: "GatewayFault", reason, message: expect.stringMatching(message) });
  });

  test.each<[string, Record<string, unknown>]>([
    ["an amount that is a number", { valor: { original: 37 } }],
    ["an amount with a comma", { valor: { original: "37,00" } }],
    ["a state that nobody knows", { status: "TALVEZ" }],
    ["another's txid", { txid: "x".repeat(30) }],
    ["a payment at no time", { pix: [{ endToEndId: "E1", valor: "37.00", horario: "ontem" }] }],
    ["no code to pay it with", { pixCopiaECola: undefined }],
  ])("an answer with %s makes no sense, and none of it is told", async (_, wrong) => {
    const txid = aTxid();
    await gateway.charge(asked(txid));
    const cob = bank.charges.get(txid)!;
    bank.charges.set(txid, { ...cob, solicitacaoPagador: "Maria da Silva", ...wrong } as typeof cob);
    const fault = await faultOf(gateway.charge(asked(txid)));
    expect(fault).toMatchObject({ is: "GatewayFault", reason: "senseless" });
    expect(fault!.message).not.toMatch(/Maria|ontem|TALVEZ|xxx/);
  });
});

describe("a notice", () => {
  test("is a list of txids, each once, whatever else stands in it", () => {
    const txid = aTxid(), other = aTxid();
    const pix = [{ txid, valor: "0.01" }, { txid: other }, { txid }, { valor: "1.00" }, { txid: 7 }, null, "x", {
      txid: "../x",
    }];
    expect(gateway.txidsOf({ pix })).toEqual([txid, other]);
  });

  test.each([undefined, null, 7, "pix", [], {}, { pix: {} }, { pix: null }, { evento: "teste_webhook" }])(
    "%j speaks of none, and is no error",
    (notice) => expect(gateway.txidsOf(notice)).toEqual([]),
  );

  test("comes to the address that was registered, first as a test; several payments in one call, late and repeated", async () => {
    const came: { path: string; notice: unknown }[] = [];
    const ours = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const { pathname, search } = new URL(request.url);
      came.push({ path: pathname + search, notice: await request.json() });
      return new Response("200");
    });
    try {
      const address = `http://127.0.0.1:${ours.addr.port}/api/pix/notices?secret=x`;
      await gateway.registerNotices(address);
      bank.holdsNotices = true;
      const txids = [aTxid(), aTxid()];
      for (const txid of txids) await gateway.charge(asked(txid));
      for (const txid of txids) await bank.pay(txid);
      expect(came).toEqual([{ path: "/api/pix/notices?secret=x", notice: { evento: "teste_webhook" } }]);
      expect(await bank.sendNotices({ times: 2, reversed: true })).toEqual([200, 200]);
      expect(came.slice(1).map(({ path }) => path)).toEqual(Array(2).fill("/api/pix/notices/pix?secret=x"));
      expect(came.slice(1).map(({ notice }) => gateway.txidsOf(notice))).toEqual(Array(2).fill(txids.reverse()));
      await gateway.registerNotices(`${address}&ignorar=`);
      bank.holdsNotices = false;
      await bank.pay(txids[0]!);
      expect(came.at(-1)!.path).toBe("/api/pix/notices?secret=x&ignorar=");
    } finally {
      await ours.shutdown();
    }
  });

  test("cannot be had at an address that does not answer, and the bank says why", async () => {
    expect(await faultOf(gateway.registerNotices("http://127.0.0.1:1/"))).toMatchObject({
      reason: "refused",
      message: "PUT /v2/webhook: 400 webhook_invalido",
    });
  });
});
