import { milliseconds } from "date-fns/milliseconds";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setQueues } from "../connections/connections.ts";
import { aCustomer, DELIVERIES, openDesk, ORDERS } from "../testing/bot_desk.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => openDesk(db));
});
afterAll(async () => await balcao.close());

let isPaused = true;
const someone = () => aCustomer(balcao.aurora, "Joana Dias", () => isPaused);

test("who writes while nothing is paid is kept and gets no word; paid, the bot begins with the next message", () => {
  isPaused = true;
  const joana = someone();
  joana.write("Bom dia");
  joana.write("Tem alguém aí?");
  expect([joana.said(), joana.ticket()]).toMatchObject([[], { status: "pending", chatbot: true, queueId: null }]);
  expect(joana.messages().map(({ body }) => body)).toEqual(["Bom dia", "Tem alguém aí?"]);
  isPaused = false;
  joana.write("Oi?");
  expect(joana.said()[0]).toContain("Padaria Aurora.");
  expect(joana.ticket().chatbot).toBe(true);
  joana.write("1");
  expect(joana.ticket().queueId).toBe(ORDERS);
});

test("who is in the middle of the menu is answered later, and the choice is not lost", () => {
  isPaused = false;
  const joana = someone();
  joana.write("Bom dia");
  const before = joana.said().length;
  isPaused = true;
  joana.write("2");
  expect([joana.said().length, joana.ticket().queueId]).toEqual([before, null]);
  isPaused = false;
  joana.write("2");
  expect(joana.ticket().queueId).toBe(DELIVERIES);
});

test("a connection's only queue still gets its tickets, and whom a person has taken on the bot lets be", () => {
  balcao.aurora.write((db) => setQueues(db, 1, [DELIVERIES]));
  isPaused = true;
  const joana = someone();
  joana.write("Bom dia");
  expect([joana.said(), joana.ticket().queueId]).toEqual([[], DELIVERIES]);
  const { id } = joana.ticket();
  balcao.aurora.write((db) =>
    void db.update(ticketTable).set({ userId: 1, status: "open" }).where(eq(ticketTable.id, id)).run()
  );
  isPaused = false;
  joana.write("Oi?");
  expect(joana.said()).toEqual([]);
  balcao.aurora.write((db) => openDesk(db));
});

test("what was written days before it came is kept for people; the bot begins with the next message", () => {
  isPaused = false;
  const joana = someone();
  joana.write("Bom dia", { at: Date.now() - milliseconds({ days: 2 }) });
  expect([joana.said(), joana.ticket().status]).toEqual([[], "pending"]);
  joana.write("Oi?", { at: Date.now() - milliseconds({ hours: 2 }) });
  expect(joana.said()[0]).toContain("Padaria Aurora.");
});
