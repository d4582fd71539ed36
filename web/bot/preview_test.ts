import { expect, test } from "vitest";
import { anOption, aQueue, DELIVERIES, MORNING, NIGHT, ORDERS, SAO_PAULO } from "../../src/testing/bakery.ts";
import { DEFAULT_SCHEDULES } from "../../src/shared/week.ts";
import { conversationOf, type Event, numberOf, type Script, wayTo } from "./preview.ts";

const script: Script = {
  queue: aQueue(ORDERS, "Encomendas", {
    greetingMessage: "{{greeting}}, {{firstName}}!",
    outOfHoursMessage: "Fechado.",
  }),
  options: [
    anOption(-1, null, 2, "Bolos", { message: "Qual?" }),
    anOption(-2, null, 1, "Preços", {
      message: "Aqui.",
      action: "close",
      file: { name: "precos.pdf", mimetype: "application/pdf", size: 1 },
    }),
    anOption(-3, -1, 1, "Cenoura", { message: "Já vai.", action: "queue", toQueueId: DELIVERIES }),
  ],
  others: { queues: [aQueue(DELIVERIES, "Entregas")], options: [] },
  connection: { greetingMessage: "", outOfHoursMessage: "", queueIds: [ORDERS] },
  hours: { scheduleType: "disabled", schedules: [], holidays: [], timeZone: SAO_PAULO },
};
const menu = "Bom dia, Mariana!\n\n*1* Preços\n*2* Bolos";
const inShort = (events: Event[]) =>
  events.map((event) =>
    event.by === "desk"
      ? event.action.do
      : `${event.by}: ${event.text}${event.by === "bot" && event.fileName ? " 📎" : ""}`
  );

test("an unsaved queue answers as it would answer a customer", () => {
  expect(inShort(conversationOf(script, ["Oi", "2", "1"], MORNING))).toEqual([
    "customer: Oi",
    `bot: ${menu}`,
    "customer: 2",
    "bot: Qual?\n\n*1* Cenoura\n\n*0* Voltar",
    "customer: 1",
    "bot: Já vai.",
    "queue",
    "handOver",
  ]);
  expect(inShort(conversationOf(script, ["Oi", "1"], MORNING)).slice(-2)).toEqual(["bot: Aqui. 📎", "close"]);
});

test("an answer after the end is left without a reply, and says so", () => {
  expect(conversationOf(script, ["Oi", "1", "Oi?"], MORNING).at(-1)).toMatchObject({
    by: "customer",
    isUnanswered: true,
  });
});

test("it is played at any hour", () => {
  const queue = { ...script.queue, schedules: DEFAULT_SCHEDULES };
  const closed = { ...script, queue, hours: { ...script.hours, scheduleType: "queue" } };
  expect(inShort(conversationOf(closed, ["Oi"], NIGHT))).toEqual(["customer: Oi", "bot: Fechado."]);
  expect(inShort(conversationOf(closed, ["Oi"], MORNING))).toEqual(["customer: Oi", `bot: ${menu}`]);
});

test("a person who tries a long conversation is not taken for another bot", () => {
  const events = conversationOf(script, ["Oi", ...Array<string>(30).fill("0")], MORNING);
  expect(events.filter(({ by }) => by === "bot")).toHaveLength(31);
});

test("an option is found by its place among its siblings, through the menu of queues where there is one", () => {
  expect(wayTo(script, -3)).toEqual(["Oi", "2", "1"]);
  expect(wayTo({ ...script, connection: { ...script.connection, queueIds: [DELIVERIES, ORDERS] } }, -3)).toEqual([
    "Oi",
    "2",
    "2",
    "1",
  ]);
  expect(wayTo(script, 99)).toBeUndefined();
  const round = [anOption(8, 9, 1, "A"), anOption(9, 8, 1, "B")];
  expect(wayTo({ ...script, options: round }, 8)).toBeUndefined();
  expect([numberOf(-3, script.options), numberOf(-2, script.options)]).toEqual(["2.1", "1"]);
});
