import { expect, test } from "vitest";
import { anOption, aQueue, BAKERY, CARLA, DELIVERIES, ORDERS, WHOLESALE } from "../../testing/bakery.ts";
import type { WrittenDesk } from "./desk.ts";
import { lintQueue } from "./lint.ts";
import type { BotOption, BotQueue } from "./situation.ts";

const GREETED = { greetingMessage: "Olá!" };
const good = (id: number, is: Partial<BotOption> = {}) =>
  anOption(id, null, id, `Opção ${String.fromCharCode(64 + id)}`, { message: "Já vai.", ...is });

/** What is found, as `name@option about`. */
function found(
  options: BotOption[],
  queue: Partial<BotQueue> = {},
  more: Partial<WrittenDesk> = {},
  hoursCount = true,
): string[] {
  const written = { queues: BAKERY.queues, ...more, options: [...options, ...more.options ?? []] };
  return lintQueue(aQueue(ORDERS, "Encomendas", { ...GREETED, ...queue }), written, hoursCount)
    .map(({ name, optionId, about }) =>
      [name, optionId && `@${optionId}`, about && ` ${about}`].filter(Boolean).join("")
    );
}

const to = (toQueueId: number | null) => ({ action: "queue", toQueueId } as const);
const chain = (length: number) =>
  Array.from(
    { length },
    (_, at) => anOption(at + 1, at || null, 1, `Nível ${at}`, { message: at === length - 1 ? "Fim." : "" }),
  );

const CASES: [sentence: string, found: string[], expected: string[]][] = [
  ["nothing, where all is well", found([good(1), good(2)]), []],
  ["nothing in a queue without options", found([], { greetingMessage: "" }), []],
  ["an option without a title", found([good(1, { title: " " })]), ["noTitle@1"]],
  ["a number for a title, which means the place instead", found([good(1, { title: "2" }), good(2)]), ["numberTitle@1"]],
  ["a title that leads to the menu", found([good(1, { title: "#" })]), ["numberTitle@1"]],
  ["a title that begins with a number is one like any other", found([good(1, { title: "2ª via" })]), []],
  [
    "a title that an earlier option has, but for accents",
    found([good(1, { title: "Pao" }), good(2, { title: "pão " })]),
    [
      "sameTitle@2 pão ",
    ],
  ],
  [
    "the same title on another level is another option",
    found([
      anOption(1, null, 1, "Bolos", { message: "Qual?" }),
      anOption(2, 1, 1, "Bolos", { message: "Já vai." }),
    ]),
    [],
  ],
  [
    "an end that sends bills where none can be looked up",
    found([good(1, { action: "bill" })], {}, { hasBillSystem: false }),
    [
      "noBillSystem@1",
    ],
  ],
  ["an end that sends bills and asks for the number by itself", found([good(1, { action: "bill", message: "" })]), []],
  ["an end at which nothing is said", found([good(1, { message: "" })]), ["nothingSaid@1"]],
  [
    "an end with a file alone is said enough",
    found([
      good(1, { message: "", file: { name: "a.pdf", mimetype: "application/pdf", size: 1 } }),
    ]),
    [],
  ],
  ["options without a greeting above them", found([good(1)], { greetingMessage: " " }), ["noGreeting"]],
  ["a queue that is gone, or not chosen yet", found([good(1, to(99)), good(2, to(null))]), [
    "queueGone@1",
    "queueUnchosen@2",
  ]],
  ["a queue that says nothing after an option that says nothing", found([good(1, { ...to(WHOLESALE), message: "" })]), [
    "queueSilent@1 Atacado",
  ]],
  ["a queue that greets is an answer", found([good(1, { ...to(DELIVERIES), message: "" })]), []],
  [
    "an attendant who is gone",
    found([good(1, { action: "user", toUserId: 99 })], {}, { people: [{ id: CARLA, queueIds: [] }] }),
    [
      "userGone@1",
    ],
  ],
  ["nobody named", found([good(1, { action: "user" })]), ["userUnchosen@1"]],
  [
    "an attendant who does not serve the queue",
    found([good(1, { action: "user", toUserId: CARLA })], {}, {
      people: [{ id: CARLA, queueIds: [DELIVERIES] }],
    }),
    ["userElsewhere@1"],
  ],
  [
    "an end that never comes, because there are options below",
    found([
      good(1, { action: "close" }),
      anOption(2, 1, 1, "Bolos", { message: "Já vai." }),
    ]),
    ["actionUnused@1"],
  ],
  ["options that nobody can get to", found([good(1), anOption(8, 9, 1, "A"), anOption(9, 8, 1, "B")]), [
    "unreachable@8",
    "unreachable@9",
  ]],
  ["an option below one that was deleted", found([good(1), anOption(8, 77, 1, "A")]), ["unreachable@8"]],
  ["a way that only goes round", found([good(1, to(ORDERS))]), ["noWayOut", "circle Encomendas → Encomendas"]],
  ["a way that comes back, with an end beside it", found([good(1, to(ORDERS)), good(2)]), [
    "circle Encomendas → Encomendas",
  ]],
  [
    "a circle of two queues",
    found([good(1, to(WHOLESALE)), good(2)], {}, {
      options: [anOption(50, null, 1, "Varejo", { queueId: WHOLESALE, ...to(ORDERS) })],
    }),
    ["circle Encomendas → Atacado → Encomendas"],
  ],
  [
    "two queues that only lead to each other",
    found([good(1, to(WHOLESALE))], {}, {
      options: [anOption(50, null, 1, "Varejo", { queueId: WHOLESALE, ...to(ORDERS) })],
    }),
    ["noWayOut", "circle Encomendas → Atacado → Encomendas"],
  ],
  [
    "a circle of other queues that this one is not in",
    found([good(1, to(WHOLESALE))], {}, {
      options: [anOption(50, null, 1, "Outra vez", { queueId: WHOLESALE, ...to(WHOLESALE) })],
    }),
    ["noWayOut"],
  ],
  ["nine levels are enough", found(chain(9)), []],
  ["the tenth level, once", found(chain(12)), ["tooDeep@10"]],
  [
    "hours that never open",
    found([good(1)], {
      schedules: [{ weekday: "Domingo", weekdayEn: "sunday", startTime: "00:00", endTime: "00:00" }],
    }),
    ["neverOpens"],
  ],
  [
    "hours that never open, which are not in use",
    found(
      [good(1)],
      {
        schedules: [{ weekday: "Domingo", weekdayEn: "sunday", startTime: "00:00", endTime: "00:00" }],
      },
      {},
      false,
    ),
    [],
  ],
  [
    "variables that nobody knows, once each",
    found([good(1, { message: "{{nome}} {{nome}} {{name}}" })], {
      greetingMessage: "{{fila}}!",
    }),
    ["unknownVariable {{fila}}", "unknownVariable@1 {{nome}}"],
  ],
];

test.each(CASES)("%s", (_, found, expected) => {
  expect(found).toEqual(expected);
});

test("what leaves a customer without a way on is grave, the rest is worth a look", () => {
  const queue = aQueue(ORDERS, "Encomendas");
  const options = [good(1, to(99)), good(2, { message: "" })];
  expect(lintQueue(queue, { queues: [], options }, true).map(({ name, isGrave }) => [name, isGrave])).toEqual([
    ["noGreeting", false],
    ["queueGone", true],
    ["nothingSaid", false],
  ]);
});

test("the bakery's own tree comes round once and is otherwise well", () => {
  expect(found(BAKERY.options, {}, { people: [{ id: CARLA, queueIds: [ORDERS] }] })).toEqual([
    "circle Encomendas → Encomendas",
  ]);
});
