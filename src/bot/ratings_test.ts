import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connectionTable } from "../connections/table.ts";
import { setSetting } from "../settings/settings.ts";
import { settingTable } from "../settings/table.ts";
import { moveTicket } from "../tickets/moves.ts";
import { cycleTable, ticketTable } from "../tickets/table.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { Company } from "../platform/company.ts";
import { momentIn } from "../shared/clock.ts";
import { aCustomer, openDesk, ORDERS, ZONE } from "../testing/bot_desk.ts";
import { endServices, GOODBYE_AFTER } from "./ratings.ts";

const ANA = { id: 1, profile: "admin", super: false, queueIds: [] } as never;
const MINUTE = 60_000;
const SCALE = "1 - Insatisfeito, 2 - Satisfeito, 3 - Muito Satisfeito";
const ASKED = `O que achou, Joana? Ana Ribeiro quer saber.\n\n${SCALE}`;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: momentIn(ZONE, "2026-11-23 10:00") });
  balcao.aurora.write((db) => {
    db.delete(settingTable).run();
    openDesk(db, [ORDERS]);
    setSetting(db, "userRating", "enabled");
    db.update(connectionTable).set({ ratingMessage: "O que achou, {{firstName}}? {{user}} quer saber." })
      .where(eq(connectionTable.id, 1)).run();
  });
});
afterEach(() => void vi.useRealTimers());

/** A customer whom Ana has served; `close` is the call that the screen makes. */
function aService() {
  const customer = aCustomer(balcao.aurora);
  ["Oi", "1", "1"].forEach((body) => customer.write(body));
  const move = (wanted: object) =>
    balcao.aurora.write((db, emit) => void moveTicket(db, emit, customer.ticket().id, wanted, ANA, Date.now()));
  move({ status: "open", userId: 1 });
  const said = () => customer.said().slice(3);
  const closeJustNow = async (more: object = {}, who = "ana@aurora.test") =>
    await balcao.as(who)("PUT", `/tickets/${customer.ticket().id}`, { status: "closed", userId: 1, ...more });
  return {
    ...customer,
    move,
    said,
    closeJustNow,
    close: async (more: object = {}, who = "ana@aurora.test") => {
      const answer = await closeJustNow(more, who);
      afterUndo();
      return answer;
    },
    cycles: () =>
      balcao.aurora.read.select().from(cycleTable).where(eq(cycleTable.ticketId, customer.tickets()[0]!.id)).all(),
  };
}

const later = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * MINUTE);
const clock = () => endServices(balcao.aurora, () => ZONE, Date.now());

/** So much later that nothing can be undone any more. */
const afterUndo = () => {
  vi.setSystemTime(Date.now() + GOODBYE_AFTER);
  clock();
};

/** The same company, in a process that has just started. */
function restarted(): Company {
  const sameFile = Object.create(balcao.aurora) as Company;
  Object.defineProperties(sameFile, {
    read: { get: () => balcao.aurora.read },
    write: { value: balcao.aurora.write.bind(balcao.aurora) },
    afterwards: { value: balcao.aurora.afterwards.bind(balcao.aurora) },
  });
  return sameFile;
}

describe("an attendant who resolves a ticket", () => {
  test("lets the customer be asked how it went; the ticket is closed at once", async () => {
    const service = aService();
    const { body, status } = await service.close();
    expect([status, body.status, body.lastMessage]).toEqual([200, "closed", "Boa escolha."]);
    expect(service.ticket().lastMessage).toBe(ASKED);
    expect(service.said()).toEqual([ASKED]);
    expect(service.waiting().at(-1)).toEqual({ rank: 1, body: ASKED });
    expect(service.cycles()).toMatchObject([{ userId: 1, rating: null, ratingUntil: Date.now() + 30 * MINUTE }]);
  });

  test("without ratings says the last words", async () => {
    balcao.aurora.write((db) => setSetting(db, "userRating", "disabled"));
    const service = aService();
    await service.close();
    expect(service.said()).toEqual(["Obrigado, Joana!"]);
    expect(service.cycles()).toMatchObject([{ ratingUntil: null }]);
  });

  test("without words of the company asks in the desk's own, and says nothing at the end", async () => {
    balcao.aurora.write((db) => db.update(connectionTable).set({ ratingMessage: "", complationMessage: "" }).run());
    const service = aService();
    await service.close();
    service.write("3");
    expect(service.said()).toEqual([`Como foi o nosso atendimento?\n\n${SCALE}`]);
  });

  test("and says that nothing more is to be sent sends nothing", async () => {
    const service = aService();
    await service.close({ justClose: true });
    expect(service.said()).toEqual([]);
    expect(service.cycles()).toMatchObject([{ ratingUntil: null }]);
  });

  test("is refused like before when somebody was quicker, and then nothing is sent", async () => {
    const service = aService();
    await service.close();
    expect((await service.close()).body.error).toBe("ERR_TICKET_CHANGED");
    expect((await service.close({}, "nina@norte.test")).status).toBe(404);
    expect(service.said()).toEqual([ASKED]);
  });
});

test.each([{ isGroup: true }, { connectionId: null }])("nobody is asked where there is %o", async (is) => {
  const service = aService();
  balcao.aurora.write((db) => {
    db.update(ticketTable).set(is).where(eq(ticketTable.id, service.ticket().id)).run();
  });
  expect((await service.closeJustNow()).status).toBe(200);
  expect(service.cycles()).toMatchObject([{ goodbyeAt: null }]);
  afterUndo();
  expect(service.said()).toEqual([]);
});

describe("for 8 s after that nothing is said", () => {
  test("and nothing ever, when the closing is undone", async () => {
    const service = aService();
    const { body } = await service.closeJustNow();
    vi.setSystemTime(Date.now() + 8000);
    clock();
    expect(service.said()).toEqual([]);
    const undone = await balcao.as("ana@aurora.test")("POST", `/tickets/${body.id}/undo`, { moveId: body.move.id });
    expect(undone.body.status).toBe("open");
    afterUndo();
    expect([service.said(), service.cycles()]).toEqual([[], []]);
    // Closed again, it is asked once.
    await service.close();
    expect(service.said()).toEqual([ASKED]);
  });

  test("and nothing ever, when the ticket is reopened; when that is undone, what was due", async () => {
    const service = aService();
    await service.closeJustNow();
    const { body } = await balcao.as("ana@aurora.test")("PUT", `/tickets/${service.ticket().id}`, {
      status: "open",
      userId: 1,
    });
    afterUndo();
    expect(service.said()).toEqual([]);
    vi.setSystemTime(Date.now() - 5000);
    await balcao.as("ana@aurora.test")("POST", `/tickets/${body.id}/undo`, { moveId: body.move.id });
    vi.setSystemTime(Date.now() + 5000);
    clock();
    expect(service.said()).toEqual([ASKED]);
  });

  test.each(["120", "0"])(
    "to a customer who writes meanwhile, and a digit rates nobody; window %s min",
    async (window) => {
      balcao.aurora.write((db) => setSetting(db, "reopenMinutes", window));
      const service = aService();
      await service.closeJustNow();
      service.write("3");
      afterUndo();
      expect(service.said()).not.toContain(ASKED);
      expect(service.cycles()).toMatchObject([{ rating: null, ratingUntil: null, goodbyeAt: null }]);
      expect(service.ticket().status).toBe("pending");
    },
  );

  test("and it is said all the same when the process was stopped meanwhile", async () => {
    const service = aService();
    await service.closeJustNow();
    vi.setSystemTime(Date.now() + GOODBYE_AFTER);
    const company = restarted();
    endServices(company, () => ZONE, Date.now());
    endServices(company, () => ZONE, Date.now());
    expect(service.said()).toEqual([ASKED]);
  });

  test("not even when the ticket is deleted meanwhile", async () => {
    const service = aService();
    const { body } = await service.closeJustNow();
    expect((await balcao.as("ana@aurora.test")("DELETE", `/tickets/${body.id}`)).status).toBe(200);
    afterUndo();
    expect(service.messages()).toEqual([]);
  });
});

describe("the customer's answer", () => {
  test.each([["1", 1], ["2.", 2], ["3️⃣", 3]])(
    "%j rates the attendant, and gets the last words",
    async (body, rating) => {
      const service = aService();
      await service.close();
      const ana = balcao.listenAs(balcao.aurora, "Ana");
      later(29);
      service.write(body);
      expect(service.cycles()).toMatchObject([{ userId: 1, rating, ratedAt: Date.now(), ratingUntil: null }]);
      expect(service.said()).toEqual([ASKED, "Obrigado, Joana!"]);
      expect(service.tickets()).toMatchObject([{ status: "closed", unreadMessages: 0 }]);
      expect(service.messages().at(-2)).toMatchObject({ body, read: true, ticketId: service.ticket().id });
      expect(
        ana.map(({ payload }) => (payload as { live: boolean; message: { body: string } }))
          .map(({ live, message }) => [message.body, live]),
      ).toEqual([[body, false], ["Obrigado, Joana!", true]]);
    },
  );

  test("counts once", async () => {
    const service = aService();
    await service.close();
    service.write("3");
    service.write("1");
    expect(service.cycles()[0]).toMatchObject({ rating: 3 });
    expect(service.ticket().status).toBe("pending");
  });

  test.each(["ótimo", "4", "nota 3"])("%j is a message like any other, and the ticket waits again", async (body) => {
    const service = aService();
    await service.close();
    service.write(body);
    expect(service.said()).toEqual([ASKED]);
    expect(service.tickets()).toMatchObject([{ status: "pending", unreadMessages: 1, chatbot: false }]);
  });

  test("may come after a thank-you", async () => {
    const service = aService();
    await service.close();
    ["Obrigada!", "3"].forEach((body) => service.write(body));
    expect(service.cycles()).toMatchObject([{ rating: 3 }]);
    expect(service.tickets()).toMatchObject([{ status: "closed", unreadMessages: 0 }]);
  });

  test("is no rating when an attendant has the customer again and asks for a number", async () => {
    const service = aService();
    await service.close();
    service.write("Mais uma coisa");
    service.move({ status: "open", userId: 1 });
    service.write("2");
    expect(service.cycles()[0]).toMatchObject({ rating: null });
    expect(service.ticket().status).toBe("open");
  });

  test("is no rating when the bot has just asked for a number", async () => {
    balcao.aurora.write((db) => setSetting(db, "reopenMinutes", "0"));
    const service = aService();
    await service.close();
    ["Oi de novo", "1"].forEach((body) => service.write(body));
    expect(service.cycles()[0]).toMatchObject({ rating: null });
    expect(service.said().at(-1)).toBe("Qual bolo?\n\n*1* Chocolate\n*2* Bruno\n\n*0* Voltar");
  });

  test("is no rating after half an hour", async () => {
    const service = aService();
    await service.close();
    later(30);
    service.write("3");
    expect(service.cycles()[0]).toMatchObject({ rating: null });
    expect(service.ticket().status).toBe("pending");
  });

  test("is no rating when the ticket was reopened", async () => {
    const service = aService();
    await service.close();
    service.move({ status: "open", userId: 1 });
    service.write("3");
    expect(service.cycles()).toEqual([]);
    expect(service.ticket().status).toBe("open");
  });
});

describe("after half an hour without an answer", () => {
  test("the last words are said, once", async () => {
    const service = aService();
    await service.close();
    later(29);
    clock();
    expect(service.said()).toEqual([ASKED]);
    later(1);
    clock();
    clock();
    expect(service.said()).toEqual([ASKED, "Obrigado, Joana!"]);
    expect(service.ticket().status).toBe("closed");
    expect(service.cycles()).toMatchObject([{ rating: null, ratingUntil: null }]);
  });

  test("they are said by a process that has just started, too", async () => {
    const service = aService();
    await service.close();
    later(45);
    endServices(restarted(), () => ZONE, Date.now());
    expect(service.said()).toEqual([ASKED, "Obrigado, Joana!"]);
  });

  test("nothing is said to who has written meanwhile", async () => {
    const service = aService();
    await service.close();
    service.write("Faltou o troco");
    later(31);
    clock();
    expect(service.said()).toEqual([ASKED]);
  });

  test("nothing is said to who has a new ticket meanwhile", async () => {
    balcao.aurora.write((db) => setSetting(db, "reopenMinutes", "0"));
    const service = aService();
    await service.close();
    service.write("Oi de novo");
    later(31);
    clock();
    expect(service.said().filter((text) => text === "Obrigado, Joana!")).toEqual([]);
  });

  test("nothing is said a day later, when the process was down", async () => {
    const service = aService();
    await service.close();
    later(26 * 60);
    clock();
    expect(service.said()).toEqual([ASKED]);
    expect(service.cycles()).toMatchObject([{ ratingUntil: null }]);
  });
});

test("the words reach the company's other screens, and no other company", async () => {
  const bruno = balcao.listenAs(balcao.aurora, "Bruno"), nina = balcao.listenAs(balcao.norte, "Nina");
  const service = aService();
  await service.close();
  expect(bruno.at(-1)).toMatchObject({
    name: "appMessage",
    payload: { message: { body: ASKED }, ticket: { status: "closed" } },
  });
  expect(nina).toEqual([]);
});
