import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ListChecker } from "../campaigns/check_lists.ts";
import { CampaignRunner } from "../campaigns/runner.ts";
import { USUAL_PUSH_CHOICES } from "../contract/push.ts";
import { receiveMessage } from "../inbox/receive.ts";
import { botHoldTable } from "../outside_bots/table.ts";
import { allowInner } from "../platform/inner_network.ts";
import { providerSettingTable } from "../provider_settings/table.ts";
import { PushRunner } from "../push/runner.ts";
import { addSchedule } from "../schedules/schedules.ts";
import { ApiRunner } from "../send_api/runner.ts";
import { setSetting } from "../settings/settings.ts";
import { AT_WORK, ZONE } from "../testing/bot_desk.ts";
import { aBalcao, aTicket, until } from "../testing/fixtures.ts";
import { decrypt, fetchInVain, sendAll } from "../testing/line_at_work.ts";
import { aPushService } from "../testing/push_service.ts";
import { faultsOf, type Named, plannedAnew, plansOf } from "../testing/statement_plans.ts";
import { statementsOf } from "../testing/statements.ts";
import { WebhookRunner } from "../webhooks/runner.ts";
import type { Clock } from "./job.ts";
import { JOBS } from "./jobs.ts";

/**
 * What the clock and the sender ask all day, and what colleagues' bells and chats ask: that none of it walks through a
 * table that grows, or sorts what an index has in order. See hot_queries_test.ts for the rest of the day.
 */
let balcao: Awaited<ReturnType<typeof aBalcao>>, service: Awaited<ReturnType<typeof aPushService>>;
beforeAll(async () => {
  balcao = await aBalcao();
  service = await aPushService(() => undefined);
  allowInner([service.host]);
});
afterAll(async () => {
  await balcao.close();
  await service.stop();
  allowInner([]);
});

/** What is few by then that is sorted. */
const SORTS_FEW: Named = {
  'from "sessions" where (("sessions"."company_id" = ?': "the sessions of one person",
  'from "push_devices" inner join "sessions"': "the devices of one person",
  'from "user_queues" inner join "queues"': "the queues of one person",
  'from "connection_queues"': "the queues of one connection",
  'from "users" order by': "colleagues",
  'from "chat_users" inner join "users"': "the people of a page of chats",
  'from "chat_users" inner join "chats"': "the chats of one person: the latest is another one all the time",
  "where m.id = ?": "one mention",
  '"mentions"."chat_message_id" in (': "who is called in a page of messages",
  "chat_search match": "what a search has found is in the order of its own index",
  '"tickets"."waiting_since" is not null':
    "what is pending; asked where something was written and somebody wants to know",
  '"charges"."next_poll_at" <= ?': "the charges that nobody has paid yet",
};

/** What is few by its nature, or so seldom asked that it may be walked through. */
const WALKS_FEW: Named = {
  "USING INDEX schedules_due": "what is pending; asked when a schedule is due",
  "USING INDEX campaigns_running": "what runs",
  "USING COVERING INDEX campaign_sends_news": "what the network has just said",
  "USING INDEX pushes_due": "in its order, and only the first",
  "USING INDEX contact_list_checks_running": "what runs",
  "USING INDEX webhook_deliveries_waiting": "what waits; asked once a night",
  'select count(*) as count from "outbox"': "what waits is counted, where something was written",
  '"outbox"."expires_at" <= ?': "what waits; asked each ten minutes, and what is sent is gone",
  'from "bot_holds" limit ?': "only the first",
  'from "bill_lookups" limit ?': "what customers have just asked for",
  "where false": "nothing",
  "from storage": "one row",
  'from "companies"': "the companies of the provider",
  'from "push_farewells"': "what is to be taken from devices, and gone then",
  'from "alert_posts"': "what is to be posted, and gone then",
  'from "wanted_plans"': "who wants another plan",
  'from "former_banks"': "a handful",
  'from "arrivals"': "companies that are just moving in",
  "USING COVERING INDEX super_logins": "the provider's own people",
};

/** What is found by which index: SQLite chooses without statistics, and may well find another that is no better than none. */
const SERVED: [what: string, statement: string, index: string][] = [
  ["what is sent next", 'from "outbox" where ("outbox"."connection_id" = ?', "outbox_next"],
  ["files to fetch", 'from "message_media" inner join', "media_waiting"],
  ["schedules due", '"schedules"."taken_at" is null', "schedules_due"],
  ["schedules on their way", '"schedules"."taken_at" is not null', "schedules_due"],
  ["the next schedule", 'min("send_at")', "schedules_due"],
  [
    "what was decrypted and not handled",
    'from "whatsapp_journal" where ("whatsapp_journal"."connection_id" = ? and \
"whatsapp_journal"."settled_at" is null)',
    "whatsapp_journal_open",
  ],
  ["what is handled now", 'update "whatsapp_journal"', "whatsapp_journal_open"],
  [
    "what was handled long ago",
    'from "whatsapp_journal" where "whatsapp_journal"."settled_at" <',
    "whatsapp_journal_settled",
  ],
  ["the bell", "where m.user_id = ? and m.seen_at is null", "mentions_of"],
  ["the bell in a chat", "c.id <= ?", "mentions_of"],
  ["one's chats", 'where "chat_users"."user_id" = ?', "chat_users_by_user"],
  ["one's unread chats", '"chat_users"."unreads" > 0', "chat_users_unread"],
  ["what is unread in a chat", 'select count(*) from "chat_messages"', "chat_messages_in_order"],
  ["what webhooks are to be told", '"webhook_deliveries"."next_at" <= ?', "webhook_deliveries_waiting"],
  ["what devices are to be told", '"pushes"."next_at" <= ?', "pushes_due"],
  ["when devices are told next", 'select "next_at" from "pushes"', "pushes_due"],
  ["what is taken back", 'from "pushes" where "pushes"."tag" = ?', "pushes_of_tag"],
  ["silent bots", 'from "bot_holds" where "bot_holds"."due_at" <= ?', "bot_holds_due"],
  ["last words to say", '"service_cycles"."goodbye_at" <= ?', "service_cycles_to_say"],
  ["ratings that nobody gave", '"service_cycles"."rating_until" <= ?', "service_cycles_to_rate"],
  ["campaigns due", '"campaigns"."scheduled_at" <= ?', "campaigns_due"],
  ["campaigns that run", '\'EM_ANDAMENTO\' order by "campaigns"."id"', "campaigns_running"],
  ["what the API accepted", '"api_requests"."due_at" <= ?', "api_requests_waiting"],
  ["lists to check", "\"state\" = 'running'", "contact_list_checks_running"],
];

async function asked(who: string, method: string, path: string, body?: object) {
  const answer = await balcao.as(`${who}@aurora.test`)(method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

const PHONE = "5511970001234", CHAT = { jid: `${PHONE}@s.whatsapp.net`, phone: PHONE };
let written = 0;

function customerWrites(more: object = {}) {
  const words = { kind: "text", kindName: "", participant: "", author: "", body: "Oi" } as const;
  const when = { fromMe: false, when: "live", at: Date.now() } as const;
  const raw = new Uint8Array([1]);
  receiveMessage(
    balcao.aurora,
    1,
    { chat: CHAT, wid: `W${++written}`, pushName: "J", raw, ...words, ...when, ...more },
    AT_WORK,
  );
}

const CUSTOMER_FILE = {
  name: "bolo.jpg",
  mimetype: "image/jpeg",
  size: 9,
  width: 1,
  height: 1,
  seconds: 0,
  waveform: "",
};

async function talkAmongColleagues(ticketId: number, contactId: number) {
  const chat = await asked("ana", "POST", "/chats", { title: "Entregas", users: [2, 3] });
  const message = `@Bruno vê o #${ticketId}`;
  const [{ id }] = await asked("ana", "POST", `/chats/${chat.id}/messages`, { message });
  await asked("ana", "POST", `/chats/${chat.id}/messages`, { message: "Bolo", quotedMsg: { id } });
  await asked("ana", "PUT", `/chat-messages/${id}`, { message: `${message}!` });
  await asked("ana", "POST", "/ticket-notes", { contactId, ticketId, note: "@Bruno Tavares, o bolo" });
  for (const query of ["", "?withUnread=true", "?searchParam=bolo", "?pageNumber=2"]) {
    await asked("bruno", "GET", `/chats${query}`);
  }
  await asked("bruno", "GET", `/chats/${chat.uuid}`);
  for (const query of ["", "?pageNumber=2", `?before=${id}`, `?after=${id}`, `?around=${id}`]) {
    await asked("bruno", "GET", `/chats/${chat.id}/messages${query}`);
  }
  for (const query of ["", `&chatId=${chat.id}`]) await asked("bruno", "GET", `/chats/search?searchParam=bolo${query}`);
  const called = await asked("bruno", "GET", "/mentions");
  expect(called).toHaveLength(2);
  await asked("bruno", "POST", "/mentions/seen", { ids: [called[0].id] });
  await asked("bruno", "POST", `/chats/${chat.id}/read`, {});
  await asked("bruno", "GET", `/mentions/tickets?ids=[${ticketId}]`);
  await asked("bruno", "GET", `/mentions/people?ticketId=${ticketId}`);
  await asked("ana", "DELETE", `/chat-messages/${id}`);
  // What is not read yet, his device is told.
  await asked("ana", "POST", `/chats/${chat.id}/messages`, { message: "@Bruno?" });
}

/** A device and a webhook are told; a schedule is due, a bot is silent. */
async function haveWork(ticketId: number, contactId: number) {
  const { aurora, tenants } = balcao, kinds = ["chat", "mention", "message", "transfer", "waiting"];
  tenants.provider.write((db) =>
    void db.insert(providerSettingTable).values({ key: "pushHosts", value: service.host }).run()
  );
  const { subscription } = service.browser("bruno");
  await asked("bruno", "PUT", "/push/device", { subscription, choices: { ...USUAL_PUSH_CHOICES, kinds } });
  const url = `${new URL(subscription.endpoint).origin}/eventos`, events = ["message.received"];
  const webhook = await asked("ana", "POST", "/webhooks", { name: "Loja", url, events });
  aurora.write((db) => {
    setSetting(db, "campaignsEnabled", "true");
    const draft = { body: "Pronto", contactId, connectionId: 1, sendAt: Date.now() - 1000 };
    addSchedule(db, draft, 2, Date.now());
    const hold = { webhookId: webhook.id, bot: "Bia", minutes: 1, message: "Já vem alguém.", dueAt: 1 };
    db.insert(botHoldTable).values({ ticketId, ...hold }).run();
  });
  customerWrites();
}

/** What other tests do with the clock is done here to one company; backups and the process itself are left alone. */
const ELSEWHERE = /^(let go of (what is done|databases)|look for the first time)/;

async function letTimePass() {
  const { aurora, tenants, supervisor } = balcao, campaigns = new CampaignRunner(supervisor, tenants.keys);
  const clock: Clock = {
    ...{ tenants, supervisor, campaigns, listChecks: new ListChecker(campaigns.checks) },
    apiRunner: new ApiRunner(supervisor, tenants.keys, () => {}),
    webhooks: new WebhookRunner(tenants.keys),
    push: new PushRunner(tenants),
    companies: () => [aurora],
    companiesAtWork: () => [aurora],
    wake: () => Promise.resolve(),
    timeZoneOf: () => ZONE,
  };
  const jobs = JOBS.filter(({ name }) => !ELSEWHERE.test(name));
  for (let round = 0; round < 2; round++) for (const { run } of jobs) await run(clock, new Date());
  await until(() =>
    service.got.length > 0 && aurora.read.all(sql`select 1 from webhook_attempts /* the test */`).length > 0
  );
  for (const each of [clock.push, clock.webhooks, campaigns]) each.close();
}

test("each statement of the clock, the sender, bells and chats is served by an index", async () => {
  const { aurora } = balcao;
  const { id, contactId } = aurora.write((db) => aTicket(db, { status: "open", userId: 2, queueId: 1 }));
  const statements = await statementsOf(async () => {
    for (const body of ["um", "dois"]) await asked("bruno", "POST", `/messages/${id}`, { body });
    await sendAll(aurora);
    customerWrites({ kind: "image", media: CUSTOMER_FILE });
    await fetchInVain(aurora);
    await decrypt(aurora, balcao.tenants.keys);
    await haveWork(id, contactId);
    await talkAmongColleagues(id, contactId);
    await letTimePass();
  });
  const planned = plansOf(statements, balcao);
  expect(planned.length).toBeGreaterThan(80);
  expect(planned.flatMap((one) => faultsOf(one, SORTS_FEW, WALKS_FEW))).toEqual([]);
  expect(plannedAnew(planned, aurora)).toEqual([]);
  const unserved = SERVED.filter(([, part, index]) => {
    const found = planned.filter(({ statement }) => statement.includes(part));
    return found.length === 0 || !found.every(({ plan }) => plan.some((step) => step.includes(`INDEX ${index}`)));
  });
  expect(unserved).toEqual([]);
});
