import { milliseconds } from "date-fns/milliseconds";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { bodyOf, headerOf, type Manners, type SmtpServer, startSmtp } from "../testing/smtp.ts";
import { hasMail, saveMailServer } from "./mail_server.ts";
import { forgetMails, type NewMail, queueMail, sendMails } from "./queue.ts";
import { mailTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let smtp: SmtpServer;
const NOW = new Date("2026-11-22T12:00:00Z");
const after = (duration: Parameters<typeof milliseconds>[0]) => new Date(NOW.getTime() + milliseconds(duration));

beforeEach(async () => {
  balcao = await aBalcao();
});
afterEach(async () => {
  await smtp?.stop();
  await balcao.close();
});

const BY = { by: { id: 1, name: "Suporte" }, now: NOW.getTime() };

async function aServer(manners: Manners = {}) {
  smtp = await startSmtp(manners);
  const { provider, keys } = balcao.tenants;
  const typed = {
    host: "127.0.0.1",
    port: smtp.port,
    security: "none" as const,
    user: "",
    from: "avisos@balcao.test",
    siteAddress: "https://desk.example",
  };
  provider.write((db) => void saveMailServer(db, typed, { ...BY, keys }));
}

const MAIL: NewMail = {
  kind: "invitation",
  language: "pt",
  to: "ana@aurora.test",
  subject: "Olá",
  text: "https://desk.example/password#segredo-do-link",
  html: "<p>Olá",
};
const queue = (mail: Partial<NewMail> = {}, now = NOW) =>
  balcao.tenants.provider.write((db) => queueMail(db, { ...MAIL, ...mail }, { keys: balcao.tenants.keys, now }));
const rows = () => balcao.tenants.provider.read.select().from(mailTable).all();
const states = () => rows().map(({ state, attempts }) => [state, attempts]);
const send = async (now = NOW) => await sendMails(balcao.tenants, now);

test("what is queued is sent once, and what was in it is forgotten", async () => {
  await aServer();
  expect(hasMail(balcao.tenants)).toBe(true);
  queue();
  queue({ to: "bruno@aurora.test" });
  await send();
  await send(after({ hours: 1 }));
  expect(smtp.taken.map(({ to }) => to)).toEqual([["ana@aurora.test"], ["bruno@aurora.test"]]);
  expect(bodyOf(smtp.taken[0]!, "text/plain")).toContain("segredo-do-link");
  expect(states()).toEqual([["sent", 1], ["sent", 1]]);
  expect(rows()[0]).toMatchObject({ content: null, nextAt: null });
});

test("an e-mail whose transaction is rolled back is never sent", async () => {
  await aServer();
  expect(() =>
    balcao.tenants.provider.write((db) => {
      queueMail(db, MAIL, { keys: balcao.tenants.keys, now: NOW });
      throw new Error("not after all");
    })
  ).toThrow("not after all");
  await send();
  expect([smtp.taken.length, rows().length]).toEqual([0, 0]);
});

test("a link that lets somebody in lies in no file while it waits", async () => {
  await aServer();
  queue();
  const bytes = ["provider.db", "provider.db-wal"].map((name) => Deno.readTextFileSync(`${balcao.folder}/${name}`));
  expect(bytes.join("")).not.toContain("segredo-do-link");
});

test("while the server is away it is tried less and less often, and given up after a day", async () => {
  await aServer({ refusesFrom: "avisos@balcao.test" });
  queue();
  const tries: number[] = [];
  for (let minutes = 0; minutes <= 36 * 60; minutes++) {
    const before = rows()[0]!.attempts;
    await send(after({ minutes }));
    if (rows()[0]!.attempts > before) tries.push(minutes);
  }
  expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 495, 735, 975, 1215, 1455]);
  expect(rows()[0]).toMatchObject({ state: "failed", fault: "sender", content: null, nextAt: null });
});

test("no address, link or subject stands in the log", async () => {
  await aServer({ refusesFrom: "avisos@balcao.test" });
  const warned = vi.spyOn(log, "warn");
  queue();
  await send();
  expect(warned).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(warned.mock.calls)).not.toMatch(/ana@|avisos@|segredo|Olá/);
  warned.mockRestore();
});

test("once the server is back, what waited is sent", async () => {
  await aServer({ refusesFrom: "avisos@balcao.test" });
  queue();
  await send();
  smtp.manners = {};
  await send(after({ seconds: 30 }));
  expect(states()).toEqual([["queued", 1]]);
  await send(after({ minutes: 1 }));
  expect([states(), smtp.taken.length]).toEqual([[["sent", 2]], 1]);
});

test("a receiver who is refused for good is not tried again, and holds nobody else up", async () => {
  await aServer({ refusesTo: "ninguem@aurora.test" });
  queue({ to: "ninguem@aurora.test" });
  queue();
  await send();
  expect(rows().map(({ state, fault }) => [state, fault])).toEqual([["failed", "receiver"], ["sent", null]]);
});

test("what the process died over is sent once more, with the same number, and not a third time", async () => {
  await aServer();
  queue();
  const die = () => balcao.tenants.provider.write((db) => void db.update(mailTable).set({ state: "sending" }).run());
  await send();
  const number = headerOf(smtp.taken[0]!, "message-id");
  const { provider, keys } = balcao.tenants;
  provider.write((db) => void db.delete(mailTable).run());
  queue();
  die();
  await send();
  expect(headerOf(smtp.taken[1]!, "message-id")?.split("@")[1]).toBe(number?.split("@")[1]);
  expect(rows()[0]).toMatchObject({ state: "sent", interruptions: 1 });
  // It dies of it again and again.
  provider.write((db) => void db.delete(mailTable).run());
  provider.write((db) => queueMail(db, MAIL, { keys, now: NOW }));
  provider.write((db) => void db.update(mailTable).set({ state: "sending", interruptions: 1 }).run());
  await send();
  expect([rows()[0]!.state, smtp.taken.length]).toEqual(["failed", 2]);
});

test("what has become untrue is not sent", async () => {
  await aServer();
  queue({ goodUntil: after({ hours: 1 }).getTime() });
  queue({ to: "bruno@aurora.test" });
  await send(after({ hours: 2 }));
  expect(rows().map(({ state, fault }) => [state, fault])).toEqual([["failed", "late"], ["sent", null]]);
});

test("without a mail server nothing is sent, and nothing is forgotten before its time", async () => {
  queue();
  await send();
  expect(states()).toEqual([["queued", 0]]);
  forgetMails(balcao.tenants, after({ days: 29 }));
  expect(rows()).toHaveLength(1);
  forgetMails(balcao.tenants, after({ days: 31 }));
  expect(rows()).toEqual([]);
});

test("twenty at a time, the longest waiting first", async () => {
  await aServer();
  for (let nth = 0; nth < 25; nth++) queue({ to: `p${nth}@aurora.test` }, after({ seconds: -nth }));
  await send();
  expect(smtp.taken).toHaveLength(20);
  expect(smtp.taken[0]!.to).toEqual(["p24@aurora.test"]);
  await send();
  expect(smtp.taken).toHaveLength(25);
});

test("what is due is found by its index, however much was sent", () => {
  const { db, close } = openDbFile(`${balcao.folder}/provider.db`, { readonly: true });
  const plan = db.all<{ detail: string }>(
    "explain query plan select * from mails where next_at <= 1 order by next_at limit 20",
  );
  close();
  expect(plan.map(({ detail }) => detail)).toEqual(["SEARCH mails USING INDEX mails_due (next_at<?)"]);
});
