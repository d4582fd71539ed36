import { milliseconds } from "date-fns/milliseconds";
import { sql } from "drizzle-orm";
import type { Company } from "../platform/company.ts";
import { Tenants } from "../platform/tenants.ts";
import { addToList, aList, noPauses } from "../testing/campaigns.ts";
import { aBalcao, aTicket, until } from "../testing/fixtures.ts";
import { aSheet } from "../testing/sheets.ts";
import { bareClient } from "./bare_client.ts";
import { aNetwork, aServer, control, residentMb } from "./network.ts";
import { atLeast, atMost, type Figure, quantile } from "./report.ts";

const BARE_PHONE = "5511400000003";
/** How many the bare library writes to, and how many the campaign does. */
const BARE = 500, RECIPIENTS = Number(Deno.env.get("BALCAO_RECIPIENTS") ?? 20_000);
const ANSWERS = 60;

/** What a campaign costs: how fast it goes, what attendants feel of it, what its report takes. */
export async function benchCampaigns(): Promise<Figure[]> {
  return [...await benchSending(), ...await benchImport(), ...await benchReport()];
}

/** A campaign without pauses to strangers, against the bare library that writes to as many. */
async function benchSending(): Promise<Figure[]> {
  const network = await aNetwork();
  const crowd = async (phones: number, after = 0) =>
    (await control(network.page, "/crowd", { phones, after })).numbers as string[];
  const bareRate = await bareSends(network, await crowd(BARE, RECIPIENTS + 1000));
  // As it is handed out, with its own limits of memory.
  const server = await aServer(network, "executable");
  const ticketId = await aTicketOf(server, network.page);
  const { ask } = server;
  const answer = async () => {
    const asked = performance.now();
    await ask("POST", `/messages/${ticketId}`, { body: "Já vejo" });
    return performance.now() - asked;
  };
  for (let nth = 0; nth < 20; nth++) await answer();
  const alone = await several(answer);
  const listId = await withFile(server, await crowd(RECIPIENTS));
  const { id } = await ask("POST", "/campaigns", {
    name: "Bench",
    contactListId: listId,
    whatsappId: 1,
    message1: "Oi, {nome}! {Novidade|Notícia}: o panetone voltou. Para não receber mais, responda SAIR.",
  });
  const startedAt = performance.now();
  await ask("POST", `/campaigns/${id}/start`, {});
  const sent = async () => (await ask("GET", `/campaigns/${id}`)).counts.sent as number;
  await until(async () => await sent() > RECIPIENTS / 4, milliseconds({ minutes: 5 }));
  const before = await lowestMb(server.process.pid), meanwhile = await several(answer);
  await until(async () => await sent() >= RECIPIENTS, milliseconds({ minutes: 20 }));
  const rate = RECIPIENTS / ((performance.now() - startedAt) / 1000), after = await lowestMb(server.process.pid);
  const seen = await control(network.page, "/crowd/received", { phones: RECIPIENTS }) as {
    messages: number;
    most: number;
  };
  server.process.kill();
  network.process.kill();
  return [
    atLeast(
      `A campaign to ${RECIPIENTS}: ${rate.toFixed(0)}/s against the bare library's ${bareRate.toFixed(0)}/s`,
      rate / bareRate,
      0.5,
    ),
    atMost("… phones that got it more than once", seen.most - 1 + Math.abs(seen.messages - RECIPIENTS), 0),
    atMost("… memory at its end against its beginning", after / before, 1.25),
    atMost(
      `… an attendant's answer meanwhile against ${quantile(alone, 0.5).toFixed(1)} ms without it, median`,
      quantile(meanwhile, 0.5) / quantile(alone, 0.5),
      1.2,
    ),
  ];
}

/** The least resident memory of a process in ten seconds (MB): what it keeps, and not what it has yet to tidy away. */
async function lowestMb(pid: number): Promise<number> {
  const seen: number[] = [];
  for (let nth = 0; nth < 40; nth++) {
    seen.push(residentMb(pid));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return Math.min(...seen);
}

/** The attendant's answers in a quarter of a minute, ms each. */
async function several(answer: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < ANSWERS; nth++) {
    times.push(await answer());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return times;
}

async function bareSends(network: Awaited<ReturnType<typeof aNetwork>>, numbers: string[]): Promise<number> {
  let text = "";
  const bare = await bareClient(network, BARE_PHONE, "send:Oi! O panetone voltou.", (more) => void (text += more));
  const writer = bare.stdin.getWriter();
  await writer.write(new TextEncoder().encode(numbers.join("\n")));
  await writer.close();
  const rate = await until(() => /SENT (\S+)/.exec(text)?.[1], milliseconds({ minutes: 5 }));
  bare.kill();
  return Number(rate);
}

async function aTicketOf({ ask }: Awaited<ReturnType<typeof aServer>>, page: string): Promise<number> {
  const [number] = (await control(page, "/crowd", { phones: 1, after: 90_000 })).numbers as string[];
  await control(page, `/phones/${number}/write`, { to: "551134567800", text: "Olá" });
  const ticket = await until(async () => (await ask("GET", "/tickets?status=pending&showAll=true")).tickets[0], 20_000);
  await ask("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
  return ticket.id;
}

/** The list is written into the file itself, beside the server that has it open. */
function withFile({ data }: { data: string }, numbers: string[]): number {
  const tenants = new Tenants(data);
  const listId = tenants.company(2).write((db) => {
    noPauses(db);
    const listId = aList(db, []);
    addToList(db, listId, numbers.map((number, nth) => ({ name: `Cliente ${nth}`, number })));
    return listId;
  });
  tenants.close();
  return listId;
}

const SHEET_ROWS = 50_000;

/** A large sheet that is read into a list, and what a ticket list that is asked for meanwhile waits. */
async function benchImport(): Promise<Figure[]> {
  const balcao = await aBalcao();
  balcao.aurora.write((db) => {
    noPauses(db);
    for (let nth = 0; nth < 400; nth++) aTicket(db, { status: "open", userId: 1 });
  });
  const ana = balcao.as("ana@aurora.test");
  const list = async () => {
    const asked = performance.now();
    await ana("GET", "/tickets?status=open&showAll=true");
    return performance.now() - asked;
  };
  const alone: number[] = [], meanwhile: number[] = [];
  for (let nth = 0; nth < 60; nth++) alone.push(await list());
  const { body: { id } } = await ana("POST", "/contact-lists", { name: "Bench" });
  const rows = Array.from(
    { length: SHEET_ROWS },
    (_, nth) => [`Cliente ${nth}`, String(5_511_900_000_000 + nth), `c${nth}@x.test`, "Recife"],
  );
  const form = new FormData();
  form.append("file", new File([aSheet([["nome", "numero", "email", "cidade"], ...rows])], "clientes.xlsx"));
  const startedAt = performance.now();
  await ana("POST", `/contact-lists/${id}/upload`, form);
  let isDone = false;
  while (!isDone) {
    meanwhile.push(await list());
    isDone = (await ana("GET", `/contact-lists/${id}/imports`)).body[0].endedAt !== null;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await balcao.close();
  return [
    atMost(`A sheet of ${SHEET_ROWS} rows is read into a list`, seconds, 20, " s"),
    atMost(
      "… a ticket list asked for meanwhile waits longer by, p95",
      quantile(meanwhile, 0.95) - quantile(alone, 0.5),
      50,
      " ms",
    ),
  ];
}

const ROWS = 100_000;

/** The report of a campaign of many, and a page of its recipients. */
async function benchReport(): Promise<Figure[]> {
  const balcao = await aBalcao();
  balcao.aurora.write((db) => noPauses(db));
  const id = seedRows(balcao.aurora);
  const ana = balcao.as("ana@aurora.test");
  const time = async (path: string) => {
    const times: number[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const asked = performance.now();
      await ana("GET", `/campaigns/${id}${path}`);
      times.push(performance.now() - asked);
    }
    return quantile(times, 0.5);
  };
  const report = await time("/report"), page = await time("/recipients?filter=answered"), show = await time("");
  await balcao.close();
  return [
    atMost(`The report of ${ROWS} recipients`, report, 200, " ms"),
    atMost("… a page of those who answered", page, 200, " ms"),
    atMost("… the campaign with its first rows", show, 200, " ms"),
  ];
}

function seedRows(company: Company): number {
  const now = Date.now();
  return company.write((db) => {
    db.run(sql`insert into campaigns (id, name, status, message1, started_at, completed_at, created_at)
      values (1, 'Grande', 'FINALIZADA', 'Oi', ${now - 86_400_000}, ${now}, ${now})`);
    for (let nth = 1; nth <= ROWS; nth++) {
      const at = now - 86_400_000 + nth * 800, answered = nth % 11 === 0 ? at + 60_000 : null;
      const state = nth % 50 === 0 ? "failed" : "sent";
      db.run(sql`insert into campaign_recipients
        (id, campaign_id, name, number, state, variant, connection_id, sent_step, sent_at, answered_at, changed_at)
        values (${nth}, 1, ${`Cliente ${nth}`}, ${`55119${10_000_000 + nth}`}, ${state}, ${1 + nth % 3}, 1, 1, ${at},
          ${answered}, ${at})`);
      db.run(sql`insert into campaign_sends
        (recipient_id, campaign_id, step, variant, connection_id, is_stranger, put_at, sent_at, delivered_at, read_at, answered_at)
        values (${nth}, 1, 1, ${1 + nth % 3}, 1, 1, ${at}, ${state === "sent" ? at : null},
          ${state === "sent" ? at + 1000 : null}, ${nth % 2 ? at + 30_000 : null}, ${answered})`);
    }
    return 1;
  });
}
