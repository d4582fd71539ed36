import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyReceipt } from "../inbox/channel_events.ts";
import { receiveMessage } from "../inbox/receive.ts";
import { openDbFile } from "../platform/db.ts";
import { ACK } from "../shared/delivery.ts";
import { AT_WORK } from "../testing/bot_desk.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { faultsOf, type Named, plannedAnew, plansOf } from "../testing/statement_plans.ts";
import { statementsOf } from "../testing/statements.ts";

/**
 * What every company does all day: that none of it walks through a table that grows, or sorts what an index has in order.
 */
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

/** What is few by then that is sorted: how its statement is known, and why. */
const FEW: Named = {
  "contact_search match": "what a search has found is in the order of its own index",
  "message_search match": "the same",
  'from "user_queues" inner join "queues"': "the queues of one person",
  "group by ticket_id having count(*)": "the tickets with some tags",
  '"tickets"."user_id" in (select value from json_each(?))': "the tickets of a few people",
  'order by case when "tickets"."handed_at"': "what is in progress",
  'from "connection_queues"': "the queues of one connection",
  'from "sessions" where (("sessions"."company_id" = ?': "the sessions of one person",
};

async function asked(who: string, method: string, path: string, body?: object) {
  const answer = await balcao.as(`${who}@aurora.test`)(method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

const LISTS = [
  "status=open",
  "status=pending",
  "status=open&showAll=true",
  "status=closed&showAll=true",
  "status=closed&showAll=true&pageNumber=2",
  "status=open&isGroup=true",
  "status=open&withUnreadMessages=true",
  "order=wait",
  "status=open&showAll=true&tags=[1]",
  "status=open&showAll=true&queueIds=[1,2]",
  "status=open&showAll=true&users=[1]",
  "status=open&searchParam=bolo",
  "status=closed&showAll=true&searchParam=962379110",
];

async function lookAtLists() {
  for (const who of ["ana", "bruno"]) {
    for (const query of LISTS) await asked(who, "GET", `/tickets?${query}`);
    await asked(who, "GET", "/tickets/search?searchParam=bolo");
    for (const part of ["messages", "contacts", "notes", "files"]) {
      for (const filters of ["", "&queueIds=1&from=contact&since=2026-01-01", "&queueIds=1,2&tags=1"]) {
        await asked(who, "GET", `/search?in=${part}&searchParam=bolo${filters}`);
      }
    }
  }
}

async function lookAtContacts() {
  for (const query of ["", "searchParam=bolo", "searchParam=bolo&order=desc", "sort=number", "sort=email&order=desc"]) {
    await asked("bruno", "GET", `/contacts?${query}`);
  }
}

const PHONE = "5511970001234", CHAT = { jid: `${PHONE}@s.whatsapp.net`, phone: PHONE };
let written = 0;

function customerWrites(body: string) {
  const words = { kind: "text", kindName: "", participant: "", author: "", body } as const;
  const when = { fromMe: false, when: "live", at: Date.now() } as const;
  const incoming = { chat: CHAT, wid: `W${++written}`, pushName: "Joana", raw: new Uint8Array([1]), ...words, ...when };
  receiveMessage(balcao.aurora, 1, incoming, AT_WORK);
}

/** What the test itself wants to know, on a connection that is not looked at. */
function read<Row>(query: ReturnType<typeof sql>): Row {
  const { db, close } = openDbFile(`${balcao.aurora.folder}/company.db`, { readonly: true });
  try {
    return db.all<Row>(query)[0]!;
  } finally {
    close();
  }
}

async function serve() {
  customerWrites("Oi");
  const { id } = read<{ id: number }>(sql`select max(id) as id from tickets /* the test */`);
  await asked("bruno", "PUT", `/tickets/${id}`, { status: "open", userId: 2, queueId: 1 });
  for (const body of ["Bom dia", "Tem bolo?"]) customerWrites(body);
  await asked("bruno", "PUT", `/tickets/${id}/read`);
  const [sent] = await asked("bruno", "POST", `/messages/${id}`, { body: "Temos", localId: crypto.randomUUID() });
  const { wid } = read<{ wid: string }>(sql`select wid from messages /* the test */ where id = ${sent.id}`);
  balcao.aurora.write((db, emit) => {
    for (const ack of [ACK.sent, ACK.delivered, ACK.read]) {
      applyReceipt(db, emit, 1, { what: "receipt", chat: CHAT, wid, ack } as never, undefined);
    }
  });
  await asked("bruno", "PUT", `/messages/${sent.id}/reaction`, { emoji: "👍" });
  for (const place of ["", `?before=${sent.id}`, `?after=${sent.id}`, `?around=${sent.id}`]) {
    await asked("bruno", "GET", `/messages/${id}${place}`);
  }
  await asked("bruno", "PUT", `/tickets/${id}`, { queueId: 2, userId: null });
  await asked("ana", "PUT", `/tickets/${id}`, { status: "open", userId: 1 });
  await asked("ana", "PUT", `/tickets/${id}`, { status: "pending", userId: null });
  await asked("ana", "PUT", `/tickets/${id}`, { status: "open", userId: 1 });
  await asked("ana", "PUT", `/tickets/${id}`, { status: "closed" });
  customerWrites("Obrigada");
  await asked("ana", "GET", `/tickets/${id}`);
}

test("each statement of a day's work is served by an index", async () => {
  balcao.aurora.write((db) => void aTicket(db, { name: "Bia Bolo", status: "open", userId: 2, queueId: 1 }));
  const statements = await statementsOf(async () => {
    await lookAtLists();
    await lookAtContacts();
    await serve();
  });
  const planned = plansOf(statements, balcao);
  expect(planned.length).toBeGreaterThan(80);
  // What was found is looked at, and not all that a queue or a person ever had, for being among it.
  const looked = planned.filter(({ statement }) =>
    /"(messages|notes)"\."id" in \(select value from json_each/.test(statement)
  );
  expect(looked.length).toBeGreaterThan(4);
  const plans = looked.flatMap(({ plan }) => plan);
  expect(plans.filter((step) => /(SEARCH|SCAN) tickets USING (?!INTEGER PRIMARY KEY)/.test(step))).toEqual([]);
  expect(planned.flatMap((one) => faultsOf(one, FEW))).toEqual([]);
  expect(plannedAnew(planned, balcao.aurora)).toEqual([]);
});
