import { milliseconds } from "date-fns/milliseconds";
import { sql } from "drizzle-orm";
import type { Company } from "../platform/company.ts";
import { dayAfter, dayIn } from "../shared/clock.ts";
import { aBalcao, until } from "../testing/fixtures.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { bareClient } from "./bare_client.ts";
import { link } from "./memory.ts";
import { aNetwork, aServer, control, residentMb, start } from "./network.ts";
import { atLeast, atMost, type Figure, quantile } from "./report.ts";

/** What an administrator set up, under load: the bot, many connections, the dashboard. */
export async function benchDesk(): Promise<Figure[]> {
  return [...await benchBot(), ...await benchConnections(), ...await benchDashboard()];
}

const BARE_PHONE = "5511400000002";
const CUSTOMERS = 1000, WARMING = 200, LINES = ["Oi", "1", "2"];

interface Talks {
  answered: number;
  answeredPerSecond: number;
  received: { phones: number; texts: string[] }[];
}

/**
 * A crowd of first-time customers before a menu of two levels, against the plain incoming rate in the same run, and
 * against the bare library, which says one text to whatever it is told.
 */
async function benchBot(): Promise<Figure[]> {
  const network = await aNetwork();
  const dialogues = async (crowd: object) =>
    await control(network.page, "/dialogues", { lines: LINES, ...crowd }) as unknown as Talks;
  /** A few before the crowd, so that neither program is measured while its code is still being compiled. */
  const talk = async (to: string) => {
    await dialogues({ to, phones: WARMING });
    return await dialogues({ to, phones: CUSTOMERS, after: WARMING });
  };
  const bare = await bareClient(network, BARE_PHONE, "Aqui é Vendas. Já chamamos alguém.");
  const bareRate = (await talk(BARE_PHONE)).answeredPerSecond;
  bare.kill();
  const server = await aServer(network);
  await server.ask("PUT", "/whatsapp/1", { name: "Loja Centro", queueIds: [] });
  const flood = { to: AURORA_PHONE, phones: 20, messages: 2000 };
  await control(network.page, "/flood", flood);
  const rates: number[] = [];
  for (let round = 0; round < 3; round++) {
    rates.push(Number((await control(network.page, "/flood", flood)).acknowledgedPerSecond ?? 0));
  }
  await aMenu(server.ask);
  const report = await talk(AURORA_PHONE);
  server.process.kill();
  network.process.kill();
  const incoming = Math.max(...rates);
  const inOrder = report.received.filter(({ texts }) => texts.length === LINES.length)
    .reduce((sum, { phones }) => sum + phones, 0);
  return [
    atLeast(`${CUSTOMERS} first-time customers, all answered in order`, inOrder, CUSTOMERS),
    atLeast(
      `The bot's answers: ${report.answeredPerSecond}/s against ${incoming}/s incoming`,
      report.answeredPerSecond / incoming,
      0.5,
    ),
    atLeast(
      `The bot's answers against the bare library's ${bareRate}/s`,
      report.answeredPerSecond / bareRate,
      1,
    ),
  ];
}

type Ask = Awaited<ReturnType<typeof aServer>>["ask"];

/** Two queues, each with three options. */
async function aMenu(ask: Ask): Promise<void> {
  const queueIds: number[] = [];
  for (const [name, color] of [["Vendas", "#1d4ed8"], ["Suporte", "#b45309"]]) {
    const { id } = await ask("POST", "/queue", { name, color, greetingMessage: `Aqui é ${name}.` });
    queueIds.push(id);
    for (let option = 1; option <= 3; option++) {
      const is = { title: `Assunto ${option}`, message: `Já chamamos alguém para o assunto ${option}.` };
      await ask("POST", "/queue-options", { queueId: id, parentId: null, option, ...is });
    }
  }
  const greetingMessage = "Olá! Escolha uma opção:";
  await ask("PUT", "/whatsapp/1", { name: "Loja Centro", queueIds, greetingMessage });
}

const CONNECTIONS = 30;

/** One process with many linked numbers: how long it takes to start, and what it then needs. */
async function benchConnections(): Promise<Figure[]> {
  const network = await aNetwork();
  const server = await aServer(network, "executable");
  for (let nth = 1; nth < CONNECTIONS; nth++) await link(network, server, nth);
  server.process.kill();
  await server.process.status;
  const startedAt = performance.now(), before = new Date().toISOString();
  const process = start("executable", server.data, server.port, network);
  await until(async () => {
    const connections = await server.ask("GET", "/whatsapp/").catch(() => []);
    return connections.length === CONNECTIONS &&
      // What is read of before the start is still what it was then.
      connections.every((one: { status: string; updatedAt: string }) =>
        one.status === "CONNECTED" && one.updatedAt > before
      );
  }, milliseconds({ minutes: 1 }));
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds(process.pid);
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  const idle = (cpuSeconds(process.pid) - cpu) / 20;
  const memory = residentMb(process.pid);
  process.kill();
  network.process.kill();
  const about = `${CONNECTIONS} connections: ${cpu.toFixed(1)} s of processor to start, ${
    (idle * 100).toFixed(1)
  } % idle`;
  return [
    atMost(`${about}; until all are connected`, seconds, 20, " s"),
    atMost(`${CONNECTIONS} idle connections, memory`, memory, 260, " MB"),
  ];
}

/** Processor time that a process has used, by Linux's own account (in hundredths of a second there). */
function cpuSeconds(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const TICKETS = 100_000;
const MINUTE = milliseconds({ minutes: 1 });

/** A year's dashboard, and what a ticket list that is asked for meanwhile waits. */
async function benchDashboard(): Promise<Figure[]> {
  const balcao = await aBalcao();
  seedYear(balcao.aurora, TICKETS);
  const ana = balcao.as("ana@aurora.test");
  const day = (ago: number) => dayAfter(dayIn("UTC", Date.now()), -ago);
  const dashboard = () => ana("GET", `/dashboard?date_from=${day(364)}&date_to=${day(0)}`);
  const list = async () => {
    const asked = performance.now();
    await ana("GET", "/tickets?status=open&showAll=true");
    return performance.now() - asked;
  };
  await dashboard();
  const times: number[] = [], alone: number[] = [], meanwhile: number[] = [];
  for (let round = 0; round < 7; round++) {
    alone.push(await list());
    const asked = performance.now();
    const answer = dashboard().then(() => times.push(performance.now() - asked));
    meanwhile.push(await list());
    await answer;
  }
  await balcao.close();
  return [
    atMost(`The dashboard of a year, ${TICKETS} tickets`, quantile(times, 0.5), 300, " ms"),
    atMost(
      "A ticket list asked for meanwhile waits longer by",
      quantile(meanwhile, 0.5) - quantile(alone, 0.5),
      50,
      " ms",
    ),
  ];
}

/** Closed tickets of a year with their service cycles, and some that are open. */
function seedYear(company: Company, tickets: number): void {
  const step = milliseconds({ days: 364 }) / tickets, now = Date.now();
  for (let from = 0; from < tickets; from += 1000) {
    company.write((db) => {
      for (let nth = from; nth < Math.min(tickets, from + 1000); nth++) {
        const id = 1_000_000 + nth, at = Math.round(now - (tickets - nth) * step), contactId = 1_000_000 + nth % 40_000;
        const status = nth > tickets - 200 ? "open" : "closed", queueId = 1 + nth % 3, userId = 1 + nth % 3;
        const queuedAt = at + 1000,
          startedAt = at + MINUTE * (1 + nth % 30),
          closedAt = startedAt + MINUTE * (nth % 90);
        if (nth < 40_000) {
          db.run(sql`insert into contacts (id, name, number, created_at, updated_at)
            values (${id}, ${`Cliente ${nth}`}, ${`55119${70_000_000 + nth}`}, ${at}, ${at})`);
        }
        db.run(sql`insert into tickets
          (id, uuid, status, user_id, queue_id, connection_id, contact_id, queued_at, started_at, closed_at, created_at, updated_at)
          values (${id}, ${crypto.randomUUID()}, ${status}, ${userId}, ${queueId},
            ${status === "open" ? null : 1}, ${contactId}, ${queuedAt}, ${startedAt},
            ${status === "open" ? null : closedAt}, ${at}, ${at})`);
        if (status === "open") continue;
        db.run(sql`insert into service_cycles
          (ticket_id, contact_id, connection_id, queue_id, user_id, begun_at, queued_at, started_at, closed_at, rating)
          values (${id}, ${contactId}, 1, ${queueId}, ${userId}, ${at}, ${queuedAt}, ${startedAt}, ${closedAt},
            ${nth % 4 || null})`);
      }
    });
  }
}
