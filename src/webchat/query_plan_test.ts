import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

test.each([
  [
    "a page of a visitor's chat",
    sql`select id from messages where connection_id = 1 and chat = 'a@webchat'
    and substr(chat, -8) = '@webchat' and (from_me = 0 or ack >= 1) and kind <> 'call' and id < 9
    order by id desc limit 41`,
    "messages_of_visitors",
  ],
  [
    "visitors who never wrote",
    sql`select id from visitors where about is not null and created_at < 1 limit 1`,
    "visitors_who_never_wrote",
  ],
])("%s is found by its index", (_, query, index) => {
  const plan = queryPlan(balcao.aurora, query).join("\n");
  expect(plan).toContain(index);
  expect(plan).not.toContain("TEMP B-TREE");
});
