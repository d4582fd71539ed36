import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type BillSystems,
  type PretendedBill,
  someBillSystems,
  type SystemLie,
  TOKENS,
} from "../testing/bill_systems.ts";
import { setSetting } from "../settings/settings.ts";
import { sealText } from "../platform/setting_values.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { asaas } from "./asaas.ts";
import { addressOf } from "./ask.ts";
import { type Biller, BillerFault, centsIn, dayIn, lineIn, linkIn, pixCodeIn } from "./bill.ts";
import { billersOf, findBills } from "./find.ts";
import { ixc } from "./ixc.ts";
import { mkAuth } from "./mk_auth.ts";

const MARIA = "52998224725", JOAO = "12345678909";
const LINE = "34191770050006572777870144370007697780000011000";
const PIX = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986";

let systems: BillSystems;
beforeAll(() => void (systems = someBillSystems()));
afterAll(async () => await systems.close());
beforeEach(() => {
  systems.bills.length = systems.asked.length = 0;
  systems.lies.clear();
  Object.assign(systems, { dotted: true, filters: true, gate: undefined });
});

let bills = 0;
const aBill = (is: Partial<PretendedBill> = {}): PretendedBill => ({
  id: String(++bills),
  taxNumber: MARIA,
  amount: "99.90",
  dueDate: "2026-12-10",
  line: LINE,
  pixCode: PIX,
  link: "https://pague.example/1",
  ...is,
});
const SYSTEMS: [string, (within?: number) => Biller, path: string][] = [
  ["IXC", (within) => ixc({ address: systems.address, token: TOKENS.ixc, within }), "/webservice/v1/"],
  ["MK-AUTH", (within) => {
    const { id: clientId, secret: clientSecret } = TOKENS.mkAuth;
    return mkAuth({ address: `${systems.address}/`, clientId, clientSecret, within });
  }, "/api/titulo"],
  ["Asaas", (within) => asaas({ address: systems.address, token: TOKENS.asaas, within }), "/"],
];

describe.each(SYSTEMS)("%s", (_, system, path) => {
  test("tells a customer's bill with all that it is paid by", async () => {
    systems.bills.push(aBill(), aBill({ taxNumber: JOAO, amount: "1.00" }));
    expect(await system().find(MARIA)).toEqual([
      { cents: 9990, dueDate: "2026-12-10", link: "https://pague.example/1", line: LINE, pixCode: PIX },
    ]);
  });

  test("tells the three oldest open ones, the oldest first", async () => {
    const days = ["2026-12-10", "2026-10-10", "2027-01-10", "2026-11-10", "2026-09-10"];
    systems.bills.push(...days.map((dueDate) => aBill({ dueDate })), aBill({ dueDate: "2026-08-10", is: "paid" }));
    expect((await system().find(MARIA)).map(({ dueDate }) => dueDate)).toEqual([
      "2026-09-10",
      "2026-10-10",
      "2026-11-10",
    ]);
  });

  test("tells none where all is paid, or where nobody has the number", async () => {
    systems.bills.push(aBill({ is: "paid" }), aBill({ taxNumber: JOAO }));
    expect(await system().find(MARIA)).toEqual([]);
    expect(await system().find("11144477735")).toEqual([]);
  });

  test("never tells another's bill, also when its filters let everybody through", async () => {
    systems.filters = false;
    systems.bills.push(aBill({ taxNumber: JOAO }));
    expect(await system().find(MARIA)).toEqual([]);
  });

  test("tells a bill that lacks this and that as it is", async () => {
    systems.bills.push(aBill({ line: undefined, pixCode: undefined, link: undefined }));
    expect(await system().find(MARIA)).toEqual([
      { cents: 9990, dueDate: "2026-12-10", link: null, line: null, pixCode: null },
    ]);
  });

  test.each<SystemLie>(["500", "429", "401", "garbage", "shapeless", "half", "elsewhere"])(
    "is a fault when it answers %s, which says nothing of the customer",
    async (lie) => {
      systems.bills.push(aBill());
      systems.lies.set(path, lie);
      const error = await system().find(MARIA).catch((error) => error);
      expect(error).toBeInstanceOf(BillerFault);
      expect(error.message).not.toMatch(/529|Maria/);
      // It was not followed to where it pointed.
      expect(systems.asked.every((call) => !call.includes(":1/"))).toBe(true);
    },
  );

  test("is a fault when it does not answer in time", async () => {
    systems.lies.set(path, "silence");
    await expect(system(150).find(MARIA)).rejects.toThrow(/no answer within/);
  });
});

describe("each in its own way", () => {
  test("IXC is asked with dots first, then without", async () => {
    systems.dotted = false;
    systems.bills.push(aBill());
    expect(await SYSTEMS[0]![1]().find(MARIA)).toHaveLength(1);
    expect(systems.asked.slice(0, 2)).toEqual([
      "POST /webservice/v1/cliente 529.982.247-25",
      "POST /webservice/v1/cliente 52998224725",
    ]);
  });

  test("IXC's bill that the company holds back is not told", async () => {
    systems.bills.push(aBill({ is: "hidden" }));
    expect(await SYSTEMS[0]![1]().find(MARIA)).toEqual([]);
  });

  test.each([[0, "get_pix", { pixCode: null }], [2, "pixQrCode", { pixCode: null }], [2, "identificationField", {
    line: null,
  }]])(
    "system %i's bill goes without what %s does not answer",
    async (nth, part, lacks) => {
      systems.bills.push(aBill());
      systems.lies.set(part, "500");
      expect(await SYSTEMS[nth]![1]().find(MARIA)).toMatchObject([{ cents: 9990, ...lacks }]);
    },
  );

  test("a wrong token is a fault", async () => {
    await expect(ixc({ address: systems.address, token: "x" }).find(MARIA)).rejects.toThrow("it answered 401");
    await expect(mkAuth({ address: systems.address, clientId: "a", clientSecret: "b" }).find(MARIA))
      .rejects.toThrow("it answered 401");
    await expect(asaas({ address: systems.address, token: "x" }).find(MARIA)).rejects.toThrow("it answered 401");
  });

  test("MK-AUTH's overdue bill is told once", async () => {
    systems.bills.push(aBill({ dueDate: "2020-01-10" }));
    expect(await SYSTEMS[1]![1]().find(MARIA)).toHaveLength(1);
  });
});

describe("what a system says is read with care", () => {
  test.each<[unknown, unknown]>([
    [centsIn("26.00"), 2600],
    [centsIn(42.23), 4223],
    [centsIn("1.5"), 150],
    [centsIn("12,50"), null],
    [centsIn("0.00"), null],
    [centsIn(-1), null],
    [centsIn(1e12), null],
    [dayIn("2024-07-15 00:00:00"), "2024-07-15"],
    [dayIn("0000-00-00"), null],
    [dayIn("15/07/2024"), null],
    [lineIn("34191.77005 00065.727778 70144.370007 6 97780000011000"), LINE],
    [lineIn("123"), null],
    [lineIn(""), null],
    [pixCodeIn(` ${PIX}\n`), PIX],
    [pixCodeIn("ligue para 0800"), null],
    [pixCodeIn(`${PIX}\nsegunda linha`), null],
    [linkIn("javascript:alert(1)"), null],
    [linkIn("https://pague.example/1 e mais"), null],
    [linkIn(null), null],
  ])("case %#: %j", (read, expected) => expect(read).toEqual(expected));

  test.each([
    ["ixc.provedor.com.br", "https://ixc.provedor.com.br"],
    [" http://10.0.0.5:8080/ ", "http://10.0.0.5:8080"],
    ["https://ixc.provedor.com.br//", "https://ixc.provedor.com.br"],
  ])("the address %j is %s", (typed, address) => expect(addressOf(typed)).toBe(address));

  test.each(["", "  ", "http://", "a b"])("the address %j is none", (typed) => {
    expect(() => addressOf(typed)).toThrow(BillerFault);
  });
});

describe("a company", () => {
  let balcao: Awaited<ReturnType<typeof aBalcao>>;
  beforeAll(async () => void (balcao = await aBalcao()));
  afterAll(async () => await balcao.close());

  const set = (values: Record<string, string>, secrets: Record<string, string>) =>
    balcao.aurora.write((db) => {
      for (const [key, value] of Object.entries(values)) setSetting(db, key as "ipixc", value);
      for (const [key, value] of Object.entries(secrets)) {
        setSetting(db, key as "tokenixc", sealText(balcao.tenants.keys, value));
      }
    });
  const billers = () => billersOf(balcao.aurora.read, balcao.tenants.keys);

  test("has the systems of which everything is filled in, and its neighbour none of them", () => {
    expect(billers()).toEqual([]);
    set({ ipixc: systems.address, ipmkauth: systems.address }, {});
    expect(billers()).toEqual([]);
    set({}, { tokenixc: TOKENS.ixc, clientidmkauth: TOKENS.mkAuth.id });
    expect(billers().map(({ name }) => name)).toEqual(["IXC"]);
    set({}, { clientsecretmkauth: TOKENS.mkAuth.secret, asaas: TOKENS.asaas });
    expect(billers().map(({ name }) => name)).toEqual(["IXC", "MK-AUTH", "Asaas"]);
    set({}, { asaas: "" });
    expect(billersOf(balcao.norte.read, balcao.tenants.keys)).toEqual([]);
  });

  test("that has several is told what one of them has, also when the other does not answer", async () => {
    systems.bills.push(aBill());
    systems.lies.set("/webservice", "500");
    expect(await findBills(billers(), MARIA)).toHaveLength(1);
    systems.bills.length = 0;
    await expect(findBills(billers(), MARIA)).rejects.toThrow("IXC: it answered 500");
    systems.lies.clear();
    expect(await findBills(billers(), MARIA)).toEqual([]);
  });

  test("without any has a fault, not an empty answer", async () => {
    await expect(findBills([], MARIA)).rejects.toThrow("no system is set up");
  });
});
