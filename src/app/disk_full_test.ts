import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { journalTable } from "../channels/whatsapp/table.ts";
import { messageTable } from "../messages/table.ts";
import { log } from "../platform/log.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());

/** No page more than the company's file has now; or as many as there can be. */
function fill(isFull: boolean) {
  const { n } = road.aurora.read.all<{ n: number }>(sql`select page_count as n from pragma_page_count()`)[0]!;
  road.aurora.write((db) => void db.all(sql.raw(`PRAGMA max_page_count = ${isFull ? n : 1_073_741_823}`)));
}

const stored = () =>
  road.aurora.read.select().from(messageTable).orderBy(asc(messageTable.id)).all()
    .filter(({ fromMe }) => !fromMe).map(({ body }) => body.slice(0, 20).trim());

test("a full disk while messages arrive: nothing is lost or doubled, and the others go on", async () => {
  const ana = road.as("ana"), nina = road.as("nina"), joana = road.customer();
  joana.write(AURORA_PHONE, "antes");
  await until(() => stored().length === 1);
  const { id } = (await ana("GET", "/tickets?showAll=true")).body.tickets[0];
  await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
  await nina("GET", "/queue");

  const errors = vi.spyOn(log, "error");
  onTestFinished(() => errors.mockRestore());
  const letGo = () => errors.mock.calls.filter(([text]) => /lets go of the network/.test(text)).length;
  fill(true);
  const written = Array.from({ length: 12 }, (_, nth) => `mensagem ${nth}`);
  for (const text of written) joana.write(AURORA_PHONE, text.padEnd(20_000, " ."));
  await until(() => letGo() > 0);
  const refused = await until(async () => {
    const answer = await ana("POST", `/messages/${id}`, { body: "x".repeat(60_000) });
    return answer.status === 507 ? answer : undefined;
  });
  expect(refused.body).toEqual({ error: "ERR_STORAGE_FULL" });
  expect((await ana("GET", `/messages/${id}`)).status).toBe(200);
  expect((await nina("GET", "/queue")).status).toBe(200);
  // It tries again, which is in vain as well.
  await until(() => letGo() > 1);
  expect(stored().length).toBeLessThan(13);

  fill(false);
  await until(() => stored().length >= 13);
  await until(() => road.aurora.read.select().from(journalTable).all().every(({ settledAt }) => settledAt));
  expect(stored().map((text) => text.replace(/[ .]+$/, ""))).toEqual(["antes", ...written]);
  const [answer] = (await ana("POST", `/messages/${id}`, { body: "Agora vai" })).body;
  await joana.waitFor(({ text }) => text === "Agora vai");
  expect(answer.fromMe).toBe(true);
});
