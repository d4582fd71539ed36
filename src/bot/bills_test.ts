import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Person } from "../contract/permissions.ts";
import { messageTable } from "../messages/table.ts";
import { Company } from "../platform/company.ts";
import { sealText } from "../platform/setting_values.ts";
import { queueOptionTable } from "../queues/table.ts";
import { setSetting } from "../settings/settings.ts";
import { settingTable } from "../settings/table.ts";
import { BOT_TEXTS } from "../shared/bot/texts.ts";
import { type BillSystems, someBillSystems, TOKENS } from "../testing/bill_systems.ts";
import { aCustomer, openDesk, ORDERS } from "../testing/bot_desk.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { moveTicket } from "../tickets/moves.ts";
import { ticketTable } from "../tickets/table.ts";
import { log } from "../platform/log.ts";
import { lookUpBills } from "./bills.ts";
import { billLookupTable } from "./table.ts";

const ANA: Person = { id: 1, profile: "admin", super: false, queueIds: [] };
const CPF = "529.982.247-25", NUMBER = "52998224725";
const LINE = "34191770050006572777870144370007697780000011000";
const PIX = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986";

let balcao: Awaited<ReturnType<typeof aBalcao>>, systems: BillSystems;
beforeAll(async () => {
  balcao = await aBalcao();
  systems = someBillSystems();
});
afterAll(async () => {
  await systems.close();
  await balcao.close();
});
beforeEach(() => {
  systems.bills.length = systems.asked.length = 0;
  systems.lies.clear();
  systems.gate = undefined;
  systems.bills.push({ id: "1", taxNumber: NUMBER, amount: "99.90", dueDate: "2026-12-10", line: LINE, pixCode: PIX });
  balcao.aurora.write((db) => {
    db.delete(settingTable).run();
    setSetting(db, "ipixc", systems.address);
    setSetting(db, "tokenixc", sealText(balcao.tenants.keys, TOKENS.ixc));
    openDesk(db, [ORDERS]);
    db.update(queueOptionTable).set({ action: "bill" }).where(eq(queueOptionTable.id, 3)).run();
  });
});
afterEach(() => void vi.restoreAllMocks());

const lookUp = (company: Company = balcao.aurora) => lookUpBills(balcao.tenants, company);
const lookups = () => balcao.aurora.read.select().from(billLookupTable).all();
function asking() {
  const customer = aCustomer(balcao.aurora);
  ["Oi", "3", CPF].forEach((body) => customer.write(body));
  return customer;
}
const HEAD = "*Fatura: R$ 99,90*\nVencimento: 10/12/2026\n\n" +
  "Nas próximas mensagens vão o código de barras e o Pix copia e cola.";
const ASKED = `Rua das Flores, 210.\n\n${BOT_TEXTS.taxNumber}\n\n*0* Voltar`;

describe("a customer who asks for a second copy", () => {
  test("waits with the bot, then gets value, line and Pix code, each to copy, and the ticket closes", async () => {
    const customer = asking();
    expect(customer.said().at(-1)).toBe(ASKED);
    expect(customer.ticket()).toMatchObject({ status: "pending", chatbot: true, bot: { asks: "bills" } });
    expect(lookups()).toMatchObject([{ ticketId: customer.ticket().id, taxNumber: NUMBER }]);
    await lookUp();
    expect(customer.said().slice(-3)).toEqual([HEAD, LINE, PIX]);
    expect(customer.waiting().slice(-3).map(({ body }) => body)).toEqual([HEAD, LINE, PIX]);
    expect(customer.ticket()).toMatchObject({ status: "closed", chatbot: false, bot: { asks: null } });
    expect(customer.moves().at(-1)![0]).toBe("close");
    expect(lookups()).toEqual([]);
  });

  test("is told once, however often the clock comes by", async () => {
    const customer = asking();
    await Promise.all([lookUp(), lookUp(), lookUp()]);
    await lookUp();
    expect(customer.said().filter((text) => text === LINE)).toHaveLength(1);
    expect(systems.asked.filter((call) => call.includes("fn_areceber"))).toHaveLength(1);
  });

  test("keeps nobody else waiting: messages come in and are answered meanwhile", async () => {
    const opened = Promise.withResolvers<void>();
    systems.gate = opened.promise;
    const customer = asking(), lookingUp = lookUp();
    const other = aCustomer(balcao.aurora);
    other.write("Oi");
    expect(other.said()).toHaveLength(1);
    customer.write("e aí?");
    expect(customer.said().at(-1)).toBe(ASKED);
    opened.resolve();
    await lookingUp;
    expect(customer.said().at(-1)).toBe(PIX);
  });

  test("is shown to whoever looks at the ticket", async () => {
    asking();
    const emitted = balcao.listenAs(balcao.aurora, "Ana");
    await lookUp();
    const said = emitted.filter(({ name }) => name === "appMessage");
    expect(said.map(({ payload }) => (payload as { message: { body: string } }).message.body)).toEqual([
      HEAD,
      LINE,
      PIX,
    ]);
    expect(
      emitted.some(({ name, payload }) =>
        name === "ticket" && (payload as { action: string }).action === "removeFromList"
      ),
    )
      .toBe(false);
  });

  test("without an open bill gets a person", async () => {
    systems.bills.length = 0;
    const customer = asking();
    await lookUp();
    expect(customer.said().at(-1)).toBe(BOT_TEXTS.noBill);
    expect(customer.ticket()).toMatchObject({ status: "pending", chatbot: false, queueId: ORDERS });
    expect(customer.moves().map(([action]) => action)).not.toContain("billFault");
  });

  test("who gets a person rings for them, as their messages do to whom no bot listens", async () => {
    systems.bills.length = 0;
    const customer = asking(), emitted = balcao.listenAs(balcao.aurora, "Ana");
    await lookUp();
    const rung = emitted.filter(({ name, payload }) => name === "appMessage" && (payload as { live: boolean }).live)
      .map(({ payload }) => payload as { message: { body: string; fromMe: boolean } })
      .filter(({ message }) => !message.fromMe);
    expect(rung.map(({ message }) => message.body)).toEqual([CPF]);
    expect(customer.messages().filter(({ body }) => body === CPF)).toHaveLength(1);
  });

  test.each([["does not answer rightly", "500"], ["is not set up", undefined]] as const)(
    "whose company's system %s gets a person, and the history says why",
    async (_, lie) => {
      if (lie) systems.lies.set("cliente", lie);
      else balcao.aurora.write((db) => setSetting(db, "tokenixc", ""));
      const customer = asking();
      await lookUp();
      expect(customer.said().at(-1)).toBe(BOT_TEXTS.billFault);
      expect(customer.ticket()).toMatchObject({ status: "pending", chatbot: false });
      expect(customer.moves().at(-1)![0]).toBe("billFault");
    },
  );

  test("whose company's token cannot be read any more gets a person, and is not looked up for ever", async () => {
    balcao.aurora.write((db) => setSetting(db, "tokenixc", "bm90IHNlYWxlZCBieSB0aGlzIHNlcnZlciBhdCBhbGwsIHJlYWxseQ=="));
    const said = vi.spyOn(log, "error").mockImplementation(() => {});
    const customer = asking();
    await lookUp();
    expect(customer.said().at(-1)).toBe(BOT_TEXTS.billFault);
    expect([said.mock.calls.length, lookups().length]).toEqual([1, 0]);
  });

  test("whom an attendant took meanwhile gets nothing from the bot", async () => {
    const customer = asking(), { id } = customer.ticket();
    balcao.aurora.write((db, emit) => void moveTicket(db, emit, id, { status: "open", userId: 1 }, ANA, Date.now()));
    await lookUp();
    expect(customer.said().at(-1)).toBe(ASKED);
    expect(customer.ticket()).toMatchObject({ status: "open", userId: 1 });
    expect(lookups()).toEqual([]);
  });

  test("whose ticket was deleted is forgotten", async () => {
    const customer = asking(), { id } = customer.ticket();
    balcao.aurora.write((db) => {
      db.delete(messageTable).where(eq(messageTable.ticketId, id)).run();
      db.delete(ticketTable).where(eq(ticketTable.id, id)).run();
    });
    expect(lookups()).toEqual([]);
    await lookUp();
  });

  test("hears the company's own words in its language", async () => {
    balcao.aurora.write((db) => {
      setSetting(db, "botLanguage", "es");
      setSetting(db, "botTaxNumber", "¿CPF?");
      setSetting(db, "botNoBill", "Nada pendiente.");
    });
    const customer = asking();
    expect(customer.said().at(-1)).toBe("Rua das Flores, 210.\n\n¿CPF?\n\n*0* Volver");
    await lookUp();
    expect(customer.said().at(-3)).toMatch(/^\*Factura: R\$ 99,90\*\nVencimiento: 10\/12\/2026/);
  });
});

describe("a crash", () => {
  test("between the question and the answer asks again and tells once", async () => {
    const customer = asking();
    // The process has died: what it knew is gone, the file is there.
    const restarted = new Company(2, balcao.aurora.folder, balcao.aurora["open"]);
    await lookUp(restarted);
    expect(customer.said().slice(-3)).toEqual([HEAD, LINE, PIX]);
    await lookUp();
    expect(customer.said().filter((text) => text === PIX)).toHaveLength(1);
  });

  test("while the answer is stored leaves the question, and nothing half told", async () => {
    const customer = asking();
    vi.spyOn(log, "error").mockImplementation(() => {});
    const failing = new Company(2, balcao.aurora.folder, balcao.aurora["open"]);
    vi.spyOn(failing, "write").mockImplementation(() => {
      throw new Error("disk full");
    });
    await lookUp(failing);
    expect(customer.said().at(-1)).toBe(ASKED);
    expect(lookups()).toHaveLength(1);
    await lookUp();
    expect(customer.said().at(-1)).toBe(PIX);
  });
});

test("no number and nothing of a customer's is ever logged", async () => {
  const said: unknown[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const) {
    vi.spyOn(log, level).mockImplementation((...words) => void said.push(words));
  }
  for (const lie of ["500", "garbage", "shapeless", "half"] as const) {
    systems.lies.set("fn_areceber", lie);
    asking();
    await lookUp();
  }
  expect(said).toHaveLength(4);
  expect(JSON.stringify(said)).not.toMatch(/529|Joana|Maria/);
});
