import { describe, expect, test } from "vitest";
import {
  anOption,
  aQueue,
  aStage,
  BAKERY,
  CARLA,
  DELIVERIES,
  type Line,
  MARIANA,
  MORNING,
  NEXT_MORNING,
  NEXT_NIGHT,
  NIGHT,
  ORDERS,
  talk,
  WHOLESALE,
} from "../../testing/bakery.ts";
import { decideReply } from "./decide.ts";
import { BOT_BEGINS, BOT_IS_OUT } from "./state.ts";
import { BOT_TEXTS, botTextsBy } from "./texts.ts";

const { miss: MISS, handOver: HAND_OVER, outOfHours: CLOSED } = BOT_TEXTS;
const QUEUE_LINES = "*1* Encomendas\n*2* Entregas\n*3* Atacado";
const QUEUES = `Padaria Aurora.\n\n${QUEUE_LINES}`;
const OPTION_LINES = "*1* Bolos\n*2* Pão de queijo\n*3* Onde está?\n*4* Preços\n*5* Carla";
const OPTIONS = `Olá, Mariana! O que deseja?\n\n${OPTION_LINES}`;
const BELOW = `${OPTIONS}\n\n*0* Menu inicial`;
const CAKES = "Qual bolo?\n\n*1* Chocolate\n*2* Outros\n\n*0* Voltar";
const OTHERS = "Outros\n\n*1* Cenoura\n*2* De volta às encomendas\n\n*0* Voltar";

const ONE = aStage(), NONE = aStage({ queueIds: [] }), ALL = aStage({ queueIds: [ORDERS, DELIVERIES, WHOLESALE] });
const BY_COMPANY = { scheduleType: "company" }, BY_QUEUE = { scheduleType: "queue" };

type Case = [sentence: string, stage: ReturnType<typeof aStage>, lines: Line[], last: string[]];

/** What is done for the last of the lines. */
function check(cases: Case[]): void {
  test.each(cases)("%s", (_, stage, lines, last) => {
    expect(talk(stage, lines).last).toEqual(last);
  });
}

describe("a connection without queues", () => {
  check([
    ["greets a new customer, and a person takes over", NONE, ["Oi"], ["Padaria Aurora.", "handOver"]],
    ["greets once only", NONE, ["Oi", "Tem pão?"], []],
    ["greets for a picture, too", NONE, [""], ["Padaria Aurora.", "handOver"]],
    ["without a greeting says nothing", aStage({ queueIds: [], greeting: " " }), ["Oi"], ["handOver"]],
    ["fills in the greeting", aStage({ queueIds: [], greeting: "{{greeting}}, {{name}}: {{protocol}} {{outra}}" }), [
      "Oi",
    ], [
      "Bom dia, Mariana Lopes: 1969-000001 {{outra}}",
      "handOver",
    ]],
    ["does not mind a digit", NONE, ["1"], ["Padaria Aurora.", "handOver"]],
    ["whose queues were all deleted is one without queues", aStage({ queueIds: [98, 99] }), ["Oi"], [
      "Padaria Aurora.",
      "handOver",
    ]],
  ]);
});

describe("a connection with one queue", () => {
  check([
    ["puts the customer there in silence, and the queue begins", ONE, ["Oi"], ["→ queue 1", OPTIONS]],
    ["does not take the first message for an answer", ONE, ["1"], ["→ queue 1", OPTIONS]],
    ["without options greets, and a person takes over", aStage({ queueIds: [DELIVERIES] }), ["Oi"], [
      "→ queue 2",
      "Vamos ver o seu pedido.",
      "handOver",
    ]],
    ["without options or greeting is silent", aStage({ queueIds: [WHOLESALE] }), ["Oi"], ["→ queue 3", "handOver"]],
    ["without options greets once", aStage({ queueIds: [DELIVERIES] }), ["Oi", "Cadê?"], []],
    ["has nothing above its options", ONE, ["Oi", "0"], [OPTIONS]],
    ["begins again when asked for the menu", ONE, ["Oi", "1", "#"], [OPTIONS]],
    ["without a greeting shows the options alone", aStage({ queues: [aQueue(ORDERS, "Encomendas")] }), ["Oi"], [
      "→ queue 1",
      OPTION_LINES,
    ]],
  ]);
});

describe("a connection with several queues", () => {
  check([
    ["asks which", ALL, ["Oi"], [QUEUES]],
    ["does not take a digit for an answer before it has asked", ALL, ["2"], [QUEUES]],
    ["asks without a greeting, too", aStage({ queueIds: [1, 2], greeting: "" }), ["Oi"], [
      "*1* Encomendas\n*2* Entregas",
    ]],
    ["names the queues in the connection's order", aStage({ queueIds: [3, 1] }), ["Oi"], [
      "Padaria Aurora.\n\n*1* Atacado\n*2* Encomendas",
    ]],
    ["leads to the one that is chosen", ALL, ["Oi", "1"], ["→ queue 1", BELOW]],
    ["leads by the order of the menu, not by the number of the queue", aStage({ queueIds: [3, 1] }), ["Oi", "2"], [
      "→ queue 1",
      BELOW,
    ]],
    ["leads to a queue that only greets", ALL, ["Oi", "2"], ["→ queue 2", "Vamos ver o seu pedido.", "handOver"]],
    ["leads to a queue that says nothing", ALL, ["Oi", "3"], ["→ queue 3", "handOver"]],
    ["shows the menu again on 0", ALL, ["Oi", "0"], [QUEUES]],
    ["shows the menu again on #", ALL, ["Oi", "#"], [QUEUES]],
    ["does not count 0 and # as misses", ALL, ["Oi", "#", "0", "bolo"], [`${MISS}\n\n${QUEUE_LINES}`]],
    ["forgives the first miss", ALL, ["Oi", "bolo"], [`${MISS}\n\n${QUEUE_LINES}`]],
    ["forgives a number that is not there", ALL, ["Oi", "4"], [`${MISS}\n\n${QUEUE_LINES}`]],
    ["forgives a picture without words", ALL, ["Oi", ""], [`${MISS}\n\n${QUEUE_LINES}`]],
    ["takes an answer after a miss", ALL, ["Oi", "bolo", "2"], ["→ queue 2", "Vamos ver o seu pedido.", "handOver"]],
    ["calls a person of the first queue after the second miss", ALL, ["Oi", "bolo", "quero bolo"], [
      HAND_OVER,
      "→ queue 1",
      "handOver",
    ]],
    ["is silent after that", ALL, ["Oi", "bolo", "quero bolo", "1"], []],
    ["is silent after that even on #", ALL, ["Oi", "bolo", "quero bolo", "#"], []],
    ["leads back from a queue on 0", ALL, ["Oi", "1", "0"], [QUEUES]],
    ["leads back from the depth on #", ALL, ["Oi", "1", "1", "#"], [QUEUES]],
    ["does not lead back once a person has taken over", ALL, ["Oi", "2", "#"], []],
    ["leads to another queue after that", ALL, ["Oi", "1", "#", "3"], ["→ queue 3", "handOver"]],
    ["forgets a deleted queue", aStage({ queueIds: [9, 2, 1] }), ["Oi", "2"], ["→ queue 1", BELOW]],
    ["goes on with the only queue that is left", ALL, ["Oi", { says: "3", on: ONE }], ["→ queue 1", OPTIONS]],
  ]);
});

describe("an answer is taken as", () => {
  check([
    ...[
      "1",
      "1.",
      "1)",
      " 1 ",
      "1️⃣",
      "01",
      "bolos",
      "BOLOS",
      "  Bolos  ",
      "bólos",
      "①",
      "*1*",
      "1 Bolos",
      "*1* Bolos",
      "1 - Bolos",
      "1. bolos",
      "1) Bolos",
      "_Bolos_",
    ].map((says): Case => [
      `the first option: ${JSON.stringify(says)}`,
      ONE,
      ["Oi", says],
      [CAKES],
    ]),
    ...["pao de queijo", "PÃO DE  QUEIJO"].map((
      says,
    ): Case => [says, ONE, ["Oi", says], ["Já chamamos alguém.", "handOver"]]),
    ...["1 bolo", "um", "bolo", "1,", "-1", "1.5", "11", "2 Bolos", "9999", "👍", "bolos!", "1 2", "1 -"].map((
      says,
    ): Case => [
      `a miss: ${JSON.stringify(says)}`,
      ONE,
      ["Oi", says],
      [`${MISS}\n\n${OPTION_LINES}`],
    ]),
  ]);

  const options = Array.from({ length: 12 }, (_, at) => anOption(at + 1, null, at + 1, `Item ${at + 1}`));
  const long = aStage({ options });
  check([
    ["ten by its emoji", long, ["Oi", "🔟"], ["handOver"]],
    ["eleven by two keycaps", long, ["Oi", "1️⃣1️⃣"], ["handOver"]],
    ["by place, though the numbers have gaps", aStage({ options: [options[3]!, options[8]!] }), ["Oi", "2"], [
      "handOver",
    ]],
  ]);

  test("ten comes after nine", () => {
    expect(talk(long, ["Oi"]).last[1]).toMatch(/\*9\* Item 9\n\*10\* Item 10\n\*11\* Item 11\n/);
  });
});

describe("the option tree", () => {
  check([
    ["shows what is below an option", ONE, ["Oi", "1"], [CAKES]],
    ["goes on in the depth, and names an option without words by its title", ONE, ["Oi", "1", "2"], [OTHERS]],
    ["says an option's words, and a person takes over", ONE, ["Oi", "1", "1"], ["Boa escolha.", "handOver"]],
    ["is silent once a person has taken over", ONE, ["Oi", "1", "1", "1"], []],
    ["leads one level up on 0", ONE, ["Oi", "1", "2", "0"], [CAKES]],
    ["leads up to the queue's options", ONE, ["Oi", "1", "0"], [OPTIONS]],
    ["does not count 0 as a miss", ONE, ["Oi", "1", "0", "bolo"], [`${MISS}\n\n${OPTION_LINES}`]],
    ["repeats the level at which the miss was", ONE, ["Oi", "1", "baunilha"], [
      `${MISS}\n\n*1* Chocolate\n*2* Outros\n\n*0* Voltar`,
    ]],
    ["calls a person of the same queue after the second miss", ALL, ["Oi", "1", "1", "baunilha", "nata"], [
      HAND_OVER,
      "handOver",
    ]],
    ["forgets a miss after an answer", ONE, ["Oi", "baunilha", "1", "nata"], [
      `${MISS}\n\n*1* Chocolate\n*2* Outros\n\n*0* Voltar`,
    ]],
    ["leads to another queue, which begins", ONE, ["Oi", "3"], [
      "Um instante.",
      "→ queue 2",
      "Vamos ver o seu pedido.",
      "handOver",
    ]],
    ["leads to the same queue, which begins anew", ONE, ["Oi", "1", "2", "2"], [OPTIONS]],
    ["to a queue that is gone leads to a person", aStage({ queues: BAKERY.queues.slice(0, 1) }), ["Oi", "3"], [
      "Um instante.",
      "handOver",
    ]],
    ["sends a file and closes", ONE, ["Oi", "4"], ["Aqui estão. 📎", "close"]],
    ["sends a file that has no words", aStage({ options: [{ ...BAKERY.options[3]!, message: "" }] }), ["Oi", "1"], [
      " 📎",
      "close",
    ]],
    ["gives the ticket to a named attendant", ONE, ["Oi", "5"], ["Carla já vem.", `→ user ${CARLA}`]],
    ["is silent while the attendant answers", ONE, ["Oi", "5", "1"], []],
    ["to an attendant who no longer serves the queue leads to a person", aStage({ people: [] }), ["Oi", "5"], [
      "Carla já vem.",
      "handOver",
    ]],
    [
      "to an attendant who is gone leads to a person",
      aStage({ options: [anOption(1, null, 1, "Ela", { action: "user" })] }),
      [
        "Oi",
        "1",
      ],
      ["handOver"],
    ],
    ["begins again when the option that the customer stands at is deleted", ONE, ["Oi", "1", {
      says: "2",
      on: aStage({ options: BAKERY.options.filter(({ id }) => ![11, 111, 112, 1121, 1122].includes(id)) }),
    }], ["Olá, Mariana! O que deseja?\n\n*1* Pão de queijo\n*2* Onde está?\n*3* Preços\n*4* Carla"]],
    ["begins again when all below the option is deleted", ONE, ["Oi", "1", {
      says: "2",
      on: aStage({ options: BAKERY.options.filter(({ parentId }) => parentId === null) }),
    }], [OPTIONS]],
    ["leads to a person when all options are deleted", ONE, ["Oi", { says: "2", on: aStage({ options: [] }) }], [
      "Olá, Mariana! O que deseja?",
      "handOver",
    ]],
    ["begins with the connection's menu when the queue itself is deleted", ALL, ["Oi", "1", {
      says: "1",
      on: aStage({ queueIds: [DELIVERIES, WHOLESALE], queues: BAKERY.queues.slice(1) }),
    }], ["Padaria Aurora.\n\n*1* Entregas\n*2* Atacado"]],
  ]);

  test("of two queues that lead to each other waits for the customer at each", () => {
    const round = aStage({
      options: [
        anOption(1, null, 1, "Lá", { action: "queue", toQueueId: WHOLESALE }),
        anOption(2, null, 1, "Cá", { queueId: WHOLESALE, action: "queue", toQueueId: ORDERS }),
      ],
    });
    expect(talk(round, ["Oi", "1", "1", "1"]).done.map((done) => done[0])).toEqual([
      "→ queue 1",
      "→ queue 3",
      "→ queue 1",
      "→ queue 3",
    ]);
  });

  test("is twenty levels deep and back", () => {
    const options = Array.from({ length: 20 }, (_, at) => anOption(at + 1, at || null, 1, `Nível ${at + 1}`));
    const deep = aStage({ options });
    const down = talk(deep, ["Oi", ...Array<string>(19).fill("1")]);
    expect(down.last).toEqual(["Nível 19\n\n*1* Nível 20\n\n*0* Voltar"]);
    expect(talk(deep, ["0", "0"], { from: down, at: NIGHT }).last).toEqual(["Nível 17\n\n*1* Nível 18\n\n*0* Voltar"]);
  });
});

describe("while the company is closed", () => {
  const closed = aStage({ queueIds: [1, 2], hours: BY_COMPANY, outOfHours: "Abrimos às 8h." });
  check([
    ["its text is sent and nothing else", closed, [{ says: "Oi", at: NIGHT }], ["Abrimos às 8h."]],
    ["its text is sent once in the period", closed, [{ says: "Oi", at: NIGHT }, "Alô?"], []],
    ["its text is sent again in the next period", closed, [{ says: "Oi", at: NIGHT }, { says: "Oi", at: NEXT_NIGHT }], [
      "Abrimos às 8h.",
    ]],
    ["the desk has words of its own for who wrote none", aStage({ hours: BY_COMPANY }), [{ says: "Oi", at: NIGHT }], [
      CLOSED,
    ]],
    ["the menu comes with the first message after it has opened", closed, [{ says: "Oi", at: NIGHT }, {
      says: "1",
      at: NEXT_MORNING,
    }], ["Padaria Aurora.\n\n*1* Encomendas\n*2* Entregas"]],
    ["an answer to the menu is not taken", closed, ["Oi", { says: "1", at: NIGHT }], ["Abrimos às 8h."]],
    ["the menu still waits for its answer in the morning", closed, ["Oi", { says: "1", at: NIGHT }, {
      says: "1",
      at: NEXT_MORNING,
    }], ["→ queue 1", BELOW]],
    ["whoever waits for a person hears it, too", closed, ["Oi", "2", { says: "Alguém?", at: NIGHT }], [
      "Abrimos às 8h.",
    ]],
    ["whoever is being served does not", closed, ["Oi", "2", {
      says: "Oi?",
      at: NIGHT,
      now: { status: "open", userId: 3 },
    }], []],
    ["on a holiday it is the same", closed, [{ says: "Oi", at: Date.parse("2026-12-25T13:00:00Z") }], [
      "Abrimos às 8h.",
    ]],
    ["on a holiday everybody else is open", aStage({ hours: BY_QUEUE, queueIds: [] }), [{
      says: "Oi",
      at: Date.parse("2026-12-25T13:00:00Z"),
    }], ["Padaria Aurora.", "handOver"]],
    ["without hours it never is", aStage({ hours: { ...BY_COMPANY, schedules: [] } }), [{ says: "Oi", at: NIGHT }], [
      "→ queue 1",
      OPTIONS,
    ]],
    ["hours that are switched off do not count", aStage({ hours: { scheduleType: "disabled" } }), [{
      says: "Oi",
      at: NIGHT,
    }], [
      "→ queue 1",
      OPTIONS,
    ]],
    [
      "its own clocks count",
      aStage({ hours: { ...BY_COMPANY, timeZone: "Asia/Tokyo" } }),
      [{ says: "Oi", at: NIGHT }],
      [
        "→ queue 1",
        OPTIONS,
      ],
    ],
  ]);
});

describe("while a queue is closed", () => {
  const all = aStage({ queueIds: [1, 2], hours: BY_QUEUE, outOfHours: "Padaria fechada." });
  const night = (lines: string[]): Line[] => lines.map((says, at) => ({ says, at: NIGHT + at * 60_000 }));
  const alwaysOpen = aStage({
    queueIds: [1, 2],
    hours: BY_QUEUE,
    queues: [{ ...BAKERY.queues[0]!, schedules: [] }, BAKERY.queues[1]!],
  });
  check([
    ["the menu of queues comes all the same", all, night(["Oi"]), ["Padaria Aurora.\n\n*1* Encomendas\n*2* Entregas"]],
    ["whoever chooses it reads its text and waits there", all, night(["Oi", "2"]), [
      "→ queue 2",
      "Entregas até as 18h.",
    ]],
    ["one without a text has the connection's", all, night(["Oi", "1"]), ["→ queue 1", "Padaria fechada."]],
    ["its text is sent once in the period", all, night(["Oi", "2", "Alô?"]), []],
    ["its options come when it has opened", all, [...night(["Oi", "1"]), { says: "1", at: NEXT_MORNING }], [BELOW]],
    ["another one can be chosen", alwaysOpen, night(["Oi", "2", "#", "1"]), ["→ queue 1", BELOW]],
    ["an open one is open", alwaysOpen, night(["Oi", "1", "2"]), ["Já chamamos alguém.", "handOver"]],
    ["an option that leads to it says so", alwaysOpen, night(["Oi", "1", "3"]), [
      "Um instante.",
      "→ queue 2",
      "Entregas até as 18h.",
    ]],
    ["who missed twice is told that nobody is there", all, night(["Oi", "x", "y"]), [
      HAND_OVER,
      "→ queue 1",
      "Padaria fechada.",
      "handOver",
    ]],
    ["and is told once", all, night(["Oi", "x", "y", "z"]), []],
    ["an answer to its options is not taken", all, ["Oi", "1", { says: "1", at: NIGHT }], ["Padaria fechada."]],
    ["whoever waits for a person hears it", all, ["Oi", "2", { says: "Alguém?", at: NIGHT }], ["Entregas até as 18h."]],
    ["whoever waits for a person during the day hears nothing", all, ["Oi", "2", "Alguém?"], []],
    ["the company's hours do not count", aStage({ hours: { ...BY_QUEUE, schedules: [] } }), night(["Oi"]), [
      "→ queue 1",
      CLOSED,
    ]],
  ]);
});

describe("who is no work for the bot", () => {
  test.each([
    ["a group", { isGroup: true }],
    ["a ticket that an attendant has", { status: "open" as const, userId: 3 }],
    ["a closed ticket", { status: "closed" as const }],
  ])("%s", (_, is) => {
    const hours = { ...BY_COMPANY };
    expect(talk(aStage({ hours }), [{ says: "Oi", at: NIGHT, now: is }]).last).toEqual([]);
  });

  test("a ticket that has come back from an attendant only hears when nobody is there", () => {
    const from = { ...MARIANA, ticket: { ...MARIANA.ticket, queueId: ORDERS }, state: BOT_IS_OUT };
    expect(talk(aStage({ hours: BY_COMPANY }), ["Oi", { says: "Oi", at: NIGHT }], { from }).done).toEqual([[], [
      CLOSED,
    ]]);
  });
});

describe("what is written before the menu could be read", () => {
  /** Several lines, each so many seconds after the one before. */
  const lines = (seconds: number, ...says: string[]): Line[] =>
    says.map((each, nth) => ({ says: each, at: MORNING + nth * seconds * 1000 }));
  check([
    ["is no miss", ALL, lines(3, "Oi", "tudo bem?"), []],
    ["is no miss a second time", ALL, lines(3, "Oi", "tudo bem?", "queria um bolo"), []],
    ["leaves the first miss forgiven", ALL, [...lines(3, "Oi", "tudo bem?"), { says: "bolo", at: MORNING + 60_000 }], [
      `${MISS}\n\n${QUEUE_LINES}`,
    ]],
    ["is an answer all the same, if it is one", ALL, lines(1, "Oi", "2"), [
      "→ queue 2",
      "Vamos ver o seu pedido.",
      "handOver",
    ]],
    ["is no miss among the options, either", ONE, lines(3, "Oi", "tudo bem?"), []],
    ["is a miss after eight seconds", ALL, lines(8, "Oi", "bolo"), [`${MISS}\n\n${QUEUE_LINES}`]],
  ]);

  const asked = { ...MARIANA, state: { ...BOT_BEGINS, asks: "queue" as const }, ...ALL, awaitsRating: false };
  test.each([
    ["while the menu has not left", null, 0],
    ["just after it was delivered", MORNING - 7999, 0],
    ["when it has been there for a while", MORNING - 8000, 1],
  ])("%s", (_, reachedAt, misses) => {
    expect(decideReply({ ...asked, body: "bolo", now: MORNING, reachedAt }).state.misses).toBe(misses);
  });
});

describe("two bots that talk to each other", () => {
  const robot = (seconds: number, count: number, says = "#"): Line[] =>
    Array.from({ length: count }, (_, at) => ({ says, at: MORNING + at * seconds * 1000 }));

  test("stop when six texts were each answered at once, and the ticket waits where people see it", () => {
    const { done, ticket, state } = talk(ALL, robot(3, 8));
    expect(done).toEqual([...Array<string[]>(6).fill([QUEUES]), ["→ queue 1", "stop", "handOver"], []]);
    expect(ticket).toMatchObject({ status: "pending", queueId: ORDERS });
    expect(state.asks).toBeNull();
  });

  test("stop in the queue that was chosen", () => {
    const { done, ticket } = talk(ALL, ["Oi", "1", ...robot(1, 9)]);
    expect(done.at(-1)).toEqual([]);
    expect(ticket.queueId).toBe(ORDERS);
  });

  test("who answers slowly is no bot", () => {
    expect(talk(ALL, robot(4, 20)).last).toEqual([QUEUES]);
  });

  test("a person who chooses quickly is never cut off", () => {
    const quick = ["Oi", "1", "1", "0", "1", "2", "0", "0", "1", "0", "2"].map((says, nth) => ({
      says,
      at: MORNING + nth * 1500,
    }));
    expect(talk(ALL, quick).last).toEqual(["Já chamamos alguém.", "handOver"]);
  });
});

describe("where the menu comes at night, too", () => {
  const on = { menuAtNight: true };
  const closed = aStage({ queueIds: [1, 2], hours: { ...BY_COMPANY, ...on }, outOfHours: "Abrimos às 8h." });
  const single = aStage({ queueIds: [2], hours: { ...BY_COMPANY, ...on }, outOfHours: "Abrimos às 8h." });
  const queues = aStage({ queueIds: [1, 2], hours: { ...BY_QUEUE, ...on }, outOfHours: "Padaria fechada." });
  const night = (...lines: string[]): Line[] => lines.map((says, at) => ({ says, at: NIGHT + at * 60_000 }));
  const TWO = "Padaria Aurora.\n\n*1* Encomendas\n*2* Entregas";
  check([
    ["it follows the company's text", closed, night("Oi"), ["Abrimos às 8h.", TWO]],
    ["an answer is taken, and leads on", closed, night("Oi", "1"), ["→ queue 1", BELOW]],
    ["whoever chooses a queue lies in it, and is promised nobody", closed, night("Oi", "2"), ["→ queue 2", "handOver"]],
    ["a miss is forgiven as by day", closed, night("Oi", "bolo"), [`${MISS}\n\n*1* Encomendas\n*2* Entregas`]],
    ["the only queue has the ticket, and is silent", single, night("Oi"), ["Abrimos às 8h.", "→ queue 2", "handOver"]],
    ["whoever waits for a person hears the text only", closed, ["Oi", "2", { says: "Alguém?", at: NIGHT }], [
      "Abrimos às 8h.",
    ]],
    ["a closed queue says so and asks all the same", queues, night("Oi", "1"), [
      "→ queue 1",
      "Padaria fechada.",
      BELOW,
    ]],
    ["its options are answered", queues, night("Oi", "1", "2"), ["Já chamamos alguém.", "handOver"]],
    ["one without options waits for the morning", queues, night("Oi", "2"), ["→ queue 2", "Entregas até as 18h."]],
  ]);
});

test("a company's own words take the place of the bot's", () => {
  const texts = botTextsBy((
    key,
  ) => ({ botLanguage: "es", botMiss: "Ops!", botFirstMenu: " Início " }[key as string] ?? ""));
  const stage = { ...ALL, texts };
  expect(talk(stage, ["Oi", "bolo"]).last).toEqual([`Ops!\n\n${QUEUE_LINES}`]);
  expect(talk(stage, ["Oi", "1"]).last[1]).toContain("*0* Início");
  expect(talk(stage, ["Oi", "1", "0 - Início"]).last).toEqual([QUEUES]);
  expect(talk(stage, ["Oi", "bolo", "pão"]).last[0]).toContain("No entendí.");
});

describe("how it went", () => {
  const asked = (body: string) =>
    decideReply({
      ...MARIANA,
      ...aStage(),
      ticket: { ...MARIANA.ticket, status: "closed" },
      body,
      now: MORNING,
      awaitsRating: true,
      reachedAt: MORNING,
    }).actions;

  test.each([["1", 1], ["2", 2], ["3", 3], ["3.", 3], [" 3) ", 3], ["3️⃣", 3], ["*2*", 2], [
    "1 - Insatisfeito",
    1,
  ], ["3 - muito satisfeito", 3]])("%j rates", (body, rating) => {
    expect(asked(body)).toEqual([{ do: "rate", rating }]);
  });

  test.each(["0", "4", "10", "ótimo", "", "1 2", "nota 3", "#", "1 - Satisfeito", "Satisfeito"])(
    "%j does not",
    (body) => {
      expect(asked(body)).toEqual([]);
    },
  );

  test("a digit rates nothing that was not asked", () => {
    expect(talk(ONE, ["Oi", "3"]).last).not.toContain("rated 3");
  });
});

test("what was decided is left as it was", () => {
  const situation = { ...MARIANA, ...aStage(), body: "Oi", now: MORNING, reachedAt: MORNING, awaitsRating: false };
  const before = JSON.stringify([situation.state, situation.ticket]);
  expect(decideReply(situation)).toEqual(decideReply(situation));
  expect(JSON.stringify([situation.state, situation.ticket])).toBe(before);
});

test("the texts are filled in with the queue that they are sent for", () => {
  const queues = [aQueue(ORDERS, "Encomendas", { greetingMessage: "{{queue}} às {{time}} de {{date}}, {{user}}" })];
  expect(talk(aStage({ queues, options: [] }), ["Oi"]).last[1]).toBe("Encomendas às 10:00 de 23/11/2026");
});
