import { expect, test } from "vitest";
import { setLimit } from "../testing/plans.ts";
import { aTicket } from "../testing/fixtures.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { ticketTable } from "../tickets/table.ts";
import { eq } from "drizzle-orm";
import { DEFAULT_SCHEDULES } from "../shared/week.ts";

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

let nth = 0;
const form = (is: object = {}) => ({ name: `Fila ${++nth}`, color: `#0000${String(10 + nth)}`, ...is });
const aQueue = async (is: object = {}) => (await ana("POST", "/queue", form(is))).body;

test("an admin adds a queue with what it says and when it is open, and every screen hears of it", async () => {
  const emitted = balcao.listenAs(balcao.aurora, "Bruno"), elsewhere = balcao.listenAs(balcao.norte, "Otto");
  const texts = { greetingMessage: "Olá, {{firstName}}!", outOfHoursMessage: "Voltamos às 8h." };
  const queue = await aQueue({ name: " Festas ", color: "#ABCDEF", ...texts, schedules: DEFAULT_SCHEDULES });
  expect(queue).toMatchObject({ name: "Festas", color: "#abcdef", ...texts, schedules: DEFAULT_SCHEDULES });
  expect((await ana("GET", `/queue/${queue.id}`)).body).toEqual(queue);
  expect(emitted.at(-1)).toMatchObject({ name: "queue", payload: { action: "create", record: { name: "Festas" } } });
  expect(elsewhere).toEqual([]);
  const listed = (await bruno("GET", "/queue?companyId=3")).body.find(({ id }: { id: number }) => id === queue.id);
  const { revision, changedAt, changedBy } = queue;
  const bot = { toWebhookId: null, botMinutes: 10, botMessage: "" }, mark = { revision, changedAt, changedBy };
  expect(listed).toEqual({ id: queue.id, name: "Festas", color: "#abcdef", ...texts, ...bot, ...mark });
});

test.each([
  ["a name of one letter", { name: "F" }, 400, { name: "too_short" }],
  ["a name of 51 letters", { name: "x".repeat(51) }, 400, { name: "too_long" }],
  ["a colour of two characters", { color: "#1" }, 400, { color: "too_short" }],
  ["a colour of ten", { color: "#123456789" }, 400, { color: "too_long" }],
  ["what is no colour", { color: "url(x)" }, 400, { color: "invalid" }],
  ["the name of another queue", { name: "Entregas" }, 409, { name: "taken" }],
  ["its name in other letters", { name: "ENTREGAS" }, 409, { name: "taken" }],
])("%s is refused", async (_, part, status, fields) => {
  const answer = await ana("POST", "/queue", form(part));
  expect([answer.status, answer.body.fields]).toEqual([status, fields]);
});

test.each([["#c0ffee", "#C0FFEE"], ["#aabbcc", "#abc"], ["#fed", "#ffeedd"]])(
  "each queue has a colour of its own: %s and %s are one",
  async (color, again) => {
    await aQueue({ color });
    const { status, body } = await ana("POST", "/queue", form({ color: again }));
    expect([status, body.error]).toEqual([409, "ERR_QUEUE_COLOR_ALREADY_EXISTS"]);
  },
);

test("what a change leaves out stays", async () => {
  const queue = await aQueue({ greetingMessage: "Oi!", schedules: DEFAULT_SCHEDULES });
  const { body } = await ana("PUT", `/queue/${queue.id}`, { name: "Outro nome", color: queue.color });
  expect(body).toEqual({ ...queue, name: "Outro nome", revision: 2, changedAt: expect.any(String) });
});

test("a queue with tickets in progress is not deleted, and the refusal says how many; closed ones lose it", async () => {
  const queue = await aQueue();
  const tickets = balcao.aurora.write((db) =>
    (["open", "pending", "closed"] as const).map((status) => aTicket(db, { status, queueId: queue.id }))
  );
  const { status, body } = await ana("DELETE", `/queue/${queue.id}`);
  expect([status, body]).toEqual([409, { error: "ERR_QUEUE_IN_USE", detail: { tickets: 2 } }]);
  balcao.aurora.write((db) => db.update(ticketTable).set({ status: "closed" }).run());
  const emitted = balcao.listenAs(balcao.aurora, "Carla");
  expect((await ana("DELETE", `/queue/${queue.id}`)).status).toBe(200);
  expect(emitted.find(({ name }) => name === "queue")?.payload).toEqual({ action: "delete", id: queue.id });
  const [row] = balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, tickets[2]!.id)).all();
  expect(row).toMatchObject({ status: "closed", queueId: null });
});

test("whoever served a deleted queue no longer does, and hears so", async () => {
  const queue = await aQueue();
  await ana("PUT", "/users/3", { name: "Carla Nogueira", email: "carla@aurora.test", queueIds: [2, queue.id] });
  const emitted = balcao.listenAs(balcao.aurora, "Carla");
  await ana("DELETE", `/queue/${queue.id}`);
  expect(emitted.at(-1)).toMatchObject({ name: "user", payload: { record: { id: 3 }, isEdited: true } });
  expect((await ana("GET", "/users/3")).body.queues.map(({ id }: { id: number }) => id)).toEqual([2]);
});

test("plain users change no queue, and another company's is not there", async () => {
  const queue = await aQueue();
  for (const [method, path] of [["PUT", `/queue/${queue.id}`], ["DELETE", `/queue/${queue.id}`], ["POST", "/queue"]]) {
    expect((await bruno(method!, path!, form())).body.error).toBe("ERR_NO_PERMISSION");
  }
  expect((await nina("GET", `/queue/${queue.id}`)).body.error).toBe("ERR_NO_QUEUE_FOUND");
  expect((await nina("PUT", `/queue/${queue.id}`, form())).body.error).toBe("ERR_NO_QUEUE_FOUND");
  expect((await nina("DELETE", `/queue/${queue.id}`)).body.error).toBe("ERR_NO_QUEUE_FOUND");
});

test("no more queues than the plan allows", async () => {
  setLimit(balcao.tenants, balcao.norte.id, "queues", 1);
  expect((await nina("POST", "/queue", form())).body).toMatchObject({ error: "ERR_PLAN_LIMIT", detail: { limit: 1 } });
  setLimit(balcao.tenants, balcao.norte.id, "queues", null);
});
