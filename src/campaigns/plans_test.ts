import { sql, type SQLWrapper } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askedWithin, numbersBehind, unknownOn } from "../contact_lists/checks.ts";
import { pageOfItems } from "../contact_lists/items.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { recipientsBehind, recipientsPage } from "./recipients.ts";
import { byVariantOf, sentIn } from "./report.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
});
afterAll(async () => await balcao.close());

const read = () => balcao.aurora.read;
const all = { searchParam: "" };
const QUERIES: [string, () => SQLWrapper][] = [
  ["the next numbers to check", () => numbersBehind(read(), { listId: 1, upTo: "55", most: 10 }, 1)],
  ["unchecked numbers", () => unknownOn(read(), 1, 1)],
  ["numbers that were asked about", () => askedWithin(read(), 1)],
  ["people on a list", () => pageOfItems(read(), { contactListId: 1, searchParam: "" }, 1)],
  ["people on a list that are searched", () => pageOfItems(read(), { contactListId: 1, searchParam: "ana" }, 1)],
  ["recipients", () => recipientsPage(read(), 1, all)],
  ["recipients searched", () => recipientsPage(read(), 1, { searchParam: "joao 123" })],
  ["recipients in a state", () => recipientsPage(read(), 1, { ...all, filter: "failed" })],
  ["recipients delivered", () => recipientsPage(read(), 1, { ...all, filter: "delivered" })],
  ["recipients of a variant", () => recipientsPage(read(), 1, { ...all, variant: 2 })],
  ["recipients to export", () => recipientsBehind(read(), 1, { ...all, after: 5 })],
  ["recipients to export in a state", () => recipientsBehind(read(), 1, { ...all, filter: "sent", after: 5 })],
  ["what became of each message", () => byVariantOf(read(), 1)],
  ["what happened over time", () => sentIn(read(), 1, "read", 60_000)],
];

test.each(QUERIES)("%s are found by an index, in the order in which they are wanted", (_, query) => {
  const plan = queryPlan(balcao.aurora, query());
  expect(plan.filter((step) => /^SCAN|TEMP B-TREE FOR ORDER BY/.test(step))).toEqual([]);
  // A row's revision is looked up, not looked for among all rows of its kind.
  for (const step of plan.filter((step) => step.includes("revisions"))) expect(step).toContain("(kind=? AND id=?)");
});

/** What prepared statements and the erasure of a contact ask, as they are written there. */
const WRITTEN: [string, ReturnType<typeof sql>, RegExp][] = [
  [
    "people with a number",
    sql`delete from contact_list_items where number = '55' and number <> ''`,
    /_of_number \(number=/,
  ],
  [
    "rows of imports with a number",
    sql`update contact_list_import_rows set name = '' where digits = '55' and digits <> ''`,
    /_of_number \(digits=/,
  ],
  ["rows of imports of somebody", sql`update contact_list_import_rows set name = '' where item_id = 5`, /\(item_id=/],
  [
    "the check whose turn it is",
    sql`select * from contact_list_checks where state = 'running' order by begun_at, list_id limit 1`,
    /contact_list_checks_running/,
  ],
  [
    "recipients that were just made",
    sql`select id from campaign_recipients where campaign_id = 1 and changed_at = 5 and search = ''`,
    /\(campaign_id=\? AND changed_at=/,
  ],
  [
    "whose message is on its way",
    sql`select s.id from campaign_recipients r inner join campaign_sends s on s.recipient_id = r.id and s.step = r.pending_step
      where r.campaign_id = 1 and r.pending_step is not null and s.is_news = 0`,
    /campaign_recipients_pending/,
  ],
  [
    "to whom something follows",
    sql`select id from campaign_recipients where campaign_id = 1 and next_at is not null limit 1`,
    /campaign_recipients_next/,
  ],
  [
    "who waits next",
    sql`select * from campaign_recipients where campaign_id = 1 and state = 'waiting' and is_stranger = 1
      and pending_step is null order by id limit 1`,
    /\(campaign_id=\? AND state=\? AND is_stranger=/,
  ],
];
test.each(WRITTEN)("%s are found by their index", (_, query, index) => {
  const plan = queryPlan(balcao.aurora, query);
  expect(plan.join("\n")).toMatch(index);
  expect(plan.join("\n")).not.toContain("TEMP B-TREE");
});
