import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Backups } from "../backups/backups.ts";
import { newRecoveryKey } from "../backups/recovery_key.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { rollUpFigures } from "../cockpit/roll_up.ts";
import { noteRunning } from "../doctor/running.ts";
import type { Config } from "../platform/config.ts";
import { breakSpool } from "../testing/broken_spool.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { newMetrics } from "./metrics.ts";

const TOKEN = "a-token-of-16-or-more";
let balcao: Awaited<ReturnType<typeof aBalcao>>, backups: Backups | undefined;
beforeAll(async () => void (balcao = await aBalcao(undefined, { metricsToken: TOKEN })));
afterAll(async () => {
  await balcao.close();
  if (!backups) return;
  await backups.close();
  await Deno.remove(`${balcao.folder}-backup`, { recursive: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function scrape(headers: Record<string, string> = {}, peer = "127.0.0.1") {
  const answer = await balcao.app.request("/metrics", { headers }, { remoteAddr: { hostname: peer } });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

/** The value of a line, by its name and labels. */
async function valueOf(line: string): Promise<number | undefined> {
  const found = (await scrape()).text.split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.split(" ").at(-1));
}

test.for(
  [
    ["this machine's own program", {}, "127.0.0.1", 200],
    ["the same by IPv6", {}, "::1", 200],
    ["the same in IPv6's dress", {}, "::ffff:127.0.0.1", 200],
    ["a stranger", {}, "203.0.113.9", 404],
    ["a stranger with the token", { authorization: `Bearer ${TOKEN}` }, "203.0.113.9", 200],
    ["a stranger with another", { authorization: `Bearer ${TOKEN}x` }, "203.0.113.9", 404],
    ["a stranger with none", { authorization: "Bearer " }, "203.0.113.9", 404],
    ["a stranger behind a proxy of this machine", { "x-forwarded-for": "203.0.113.9" }, "127.0.0.1", 404],
    ["one who says they are of this machine", { "x-forwarded-for": "127.0.0.1" }, "203.0.113.9", 404],
    ["a proxy that adds another header", { forwarded: "for=127.0.0.1" }, "127.0.0.1", 404],
    ["nobody by a network", {}, "", 404],
  ] as const,
)("%s", async ([_, headers, peer, status]) => {
  const answer = await scrape(headers, peer);
  expect(answer.status).toBe(status);
  if (status === 200) expect(answer.type).toBe("text/plain; version=0.0.4; charset=utf-8");
  else expect(answer.text).toBe("Not found");
});

test("requests are counted by route and class of status, whatever is made up in paths and methods", async () => {
  const ana = balcao.as("ana@aurora.test");
  await ana("GET", "/contacts/98765432");
  await ana("GET", "/contacts/98765431");
  for (const method of ["BREW", "SPILL"]) await balcao.app.request("/api/coffee/98765430", { method });
  const count = (labels: string) => valueOf(`balcao_http_request_seconds_count{${labels}}`);
  expect(await count('method="GET",route="/api/contacts/:id",status="4xx"')).toBe(2);
  expect(await count('method="other",route="/api/*",status="4xx"')).toBe(2);
  expect((await scrape()).text).not.toMatch(/9876543|BREW/);
});

test("messages are counted by direction once they are stored: not what was rolled back, no history, no second bell", async () => {
  const { aurora } = balcao,
    say = (id: number, fromMe: boolean, more: object = {}) =>
      ["appMessage", { action: "create", message: { id, fromMe }, ...more }] as never;
  const write = (...events: never[]) =>
    aurora.write((_, emit) => events.forEach((event) => (emit as (...said: unknown[]) => void)(...event as unknown[])));
  write(say(70_001, false), say(70_002, true));
  write(say(70_003, false));
  write(say(70_003, false), say(70_004, false, { history: true }));
  expect(() =>
    aurora.write((_, emit) => {
      (emit as (...said: unknown[]) => void)(...say(70_005, true) as unknown[]);
      throw new Error("rolled back");
    })
  ).toThrow("rolled back");
  expect(await valueOf('balcao_messages_total{direction="in"}')).toBe(2);
  expect(await valueOf('balcao_messages_total{direction="out"}')).toBe(1);
});

test("companies are shown as they were last rolled up, by number alone, and no file is opened for it", async () => {
  const { tenants, aurora, norte } = balcao;
  aurora.write((db) => aTicket(db, { status: "pending" }) && undefined);
  rollUpFigures(tenants, [aurora, norte], new Date());
  tenants.quarantine.set(norte.id, "damaged");
  const { openCount } = tenants;
  const { text } = await scrape();
  tenants.quarantine.delete(norte.id);
  expect(tenants.openCount).toBe(openCount);
  expect(text).toContain('balcao_companies{state="damaged"} 1');
  expect(text).toContain('balcao_companies{state="served"} 2');
  expect(text).toContain(`balcao_company_tickets{company="${aurora.id}",state="waiting"} 1`);
  expect(text).toContain(`balcao_company_outbox_messages{company="${aurora.id}"} 0`);
  expect(text).toMatch(new RegExp(`^balcao_company_file_bytes\\{company="${aurora.id}"\\} [1-9]\\d*000000$`, "m"));
  expect(text).toMatch(new RegExp(`^balcao_company_connections\\{company="${aurora.id}",state="down"\\} `, "m"));
  expect(text).not.toMatch(/Padaria|aurora/i);
});

test("with the provider's file damaged the rest is still shown", async () => {
  balcao.tenants.outage = "damaged";
  const { status, text } = await scrape();
  balcao.tenants.outage = undefined;
  expect(status).toBe(200);
  expect(text).toContain('balcao_companies{state="served"} 0');
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
});

test("a job's last run, how long it took and whether it failed are kept, and how late the event loop is", async () => {
  let now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const metrics = newMetrics(balcao.tenants, balcao.supervisor), unwatch = metrics.watchEventLoop();
  const round = (after: number) => {
    now += after;
    vi.advanceTimersByTime(500);
  };
  // Held up for 200 ms, on time again, and no more looked at.
  for (const after of [700, 500]) round(after);
  unwatch();
  round(9000);
  expect(await metrics.timed("sleep", () => ((now += 60), Promise.resolve(7)))).toBe(7);
  await expect(metrics.timed("fail", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const text = await metrics.text();
  const value = (line: string) => Number(text.split("\n").find((each) => each.startsWith(line))?.split(" ").at(-1));
  expect(value('balcao_job_last_duration_seconds{job="sleep"}')).toBe(0.06);
  expect(value('balcao_job_last_run_timestamp_seconds{job="fail"}')).toBeGreaterThan(Date.now() / 1000 - 10);
  expect(value('balcao_job_failures_total{job="fail"}')).toBe(1);
  expect(value("balcao_event_loop_delay_seconds_count")).toBe(2);
  expect(value("balcao_event_loop_delay_seconds_sum")).toBe(0.2);
  expect(metrics.loopDelay()).toBe(0.2);
  expect(value("process_open_fds")).toBeGreaterThan(3);
  expect(value("process_cpu_seconds_total")).toBeGreaterThan(0);
});

/** A place for the backups, and a server that says so. */
async function backedUp() {
  const { tenants } = balcao,
    place = `${balcao.folder}-backup`,
    inDays = (days: number) => Date.now() + days * 86_400_000;
  if (!backups) {
    backups = new Backups(tenants, newRecoveryKey());
    await Deno.mkdir(place);
    await addTarget(tenants, { kind: "folder", path: place });
    backups.openTargets();
    tenants.checkAll();
  }
  // What somebody who looks writes is not to be new.
  await balcao.as("super@balcao.test")("GET", "/cockpit");
  for (let nth = 0; nth < 2; nth++) await backups.bringAll();
  noteRunning({
    ...{ version: "1.0.0", tenants, config: {} as Config, address: "", backups, startedAt: 0 },
    ...{ loopDelay: () => undefined, sessions: () => 0 },
    certificate: () => ({ until: inDays(12.5), failures: 0 }),
  });
  return backups;
}

test("how old the backup at each place is, what it lacks, and when the certificate ends", async () => {
  const { ledger, targets } = await backedUp(), HOUR = 3_600_000, sue = balcao.as("super@balcao.test");
  const { id } = targets[0]!.known, of = (name: string) => valueOf(`balcao_backup_${name}{place="${id}"}`);
  expect([await of("age_seconds"), await of("backlog_objects"), await of("proven_age_seconds")])
    .toEqual([0, 0, undefined]);
  const late = { key: "v1/2/late", source: { nothing: true }, bytes: 70 } as const;
  ledger.add({ ...late, companyId: 2, takenAt: Date.now() - HOUR }, [id]);
  for (const companyId of [0, 1, 2, 3]) {
    const at = Date.now() - (companyId === 3 ? 30 : 2) * HOUR;
    ledger.setProof({ targetId: id, companyId, at, newest: at, messages: 0, fault: companyId === 1 ? "broken" : null });
  }
  expect(await of("age_seconds")).toBeCloseTo(3600, -1);
  expect([await of("backlog_objects"), await of("backlog_bytes"), await of("failed_proofs")]).toEqual([1, 70, 1]);
  expect(await of("proven_age_seconds")).toBeCloseTo(30 * 3600, -1);
  expect(await valueOf("balcao_certificate_days")).toBeCloseTo(12.5, 2);
  const { body } = await sue("GET", "/cockpit");
  const shown = (id: number) => body.companies.find((one: { id: number }) => one.id === id).backup;
  expect(shown(2)).toMatchObject({
    since: expect.stringMatching(/T/),
    provenAt: expect.stringMatching(/T/),
    hasFailed: false,
  });
  expect(shown(1)).toMatchObject({ since: null, hasFailed: true });
});

test("of how many companies what is written cannot be taken, from which on every place is behind", async () => {
  const current = await backedUp(), { id } = current.targets[0]!.known;
  const of = (name: string) => valueOf(`balcao_backup_${name}{place="${id}"}`);
  const untaken = () => valueOf("balcao_backup_untaken_companies");
  expect(await untaken()).toBe(0);
  const lacked = await of("backlog_objects"), mend = breakSpool(balcao.folder);
  for (const company of [balcao.aurora, balcao.norte]) company.write((db) => void aContact(db));
  current.tick();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 90_000 });
  expect([await untaken(), await of("backlog_objects")]).toEqual([2, lacked! + 2]);
  expect(await of("age_seconds")).toBeCloseTo(90, -1);
  vi.useRealTimers();
  mend();
  await current.bringAll();
  expect([await untaken(), await of("backlog_objects"), await of("age_seconds")]).toEqual([0, 0, 0]);
});
