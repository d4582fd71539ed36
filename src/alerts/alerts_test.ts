import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newRecoveryKey } from "../backups/recovery_key.ts";
import { RunningBackups } from "../backups/running.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { noteChange } from "../connections/history.ts";
import { connectionTable } from "../connections/table.ts";
import type { Running } from "../doctor/patient.ts";
import { noteRunning } from "../doctor/running.ts";
import { saveMailServer } from "../mail/mail_server.ts";
import { sendMails } from "../mail/queue.ts";
import type { Config } from "../platform/config.ts";
import { allowInner } from "../platform/inner_network.ts";
import { Tenants } from "../platform/tenants.ts";
import { breakSpool } from "../testing/broken_spool.ts";
import { aBalcao, aContact } from "../testing/fixtures.ts";
import { bodyOf, headerOf, type Manners, type SmtpServer, startSmtp } from "../testing/smtp.ts";
import { userTable } from "../users/table.ts";
import { postAlerts } from "./posts.ts";
import { alertPostTable, alertTable } from "./table.ts";
import { watchAlerts } from "./watch.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const BEGAN = Date.now();

interface Got {
  id: string;
  headers: Headers;
  body: string;
  // deno-lint-ignore no-explicit-any -- tests look into contents of every shape
  said: any;
}

let balcao: Awaited<ReturnType<typeof aBalcao>>, smtp: SmtpServer, tenants: Tenants;
let got: Got[], status: number, receiver: Deno.HttpServer<Deno.NetAddr>;
let certificateUntil: number, running: Partial<Running>;
beforeEach(async () => {
  balcao = await aBalcao();
  ({ tenants } = balcao);
  [got, status, certificateUntil, running] = [[], 200, BEGAN + 60 * DAY, {}];
  allowInner(["127.0.0.1"]);
  smtp = await startSmtp();
  const server = {
    host: "127.0.0.1",
    port: smtp.port,
    security: "none",
    user: "",
    from: "avisos@balcao.test",
  } as const;
  tenants.provider.write((db) =>
    void saveMailServer(db, { ...server, siteAddress: "https://desk.example" }, {
      ...{ by: { id: 1, name: "Suporte" }, now: BEGAN, keys: tenants.keys },
    })
  );
  for (const { id } of [balcao.provider, balcao.aurora, balcao.norte]) {
    tenants.company(id).write((db) => void db.update(connectionTable).set({ shouldRun: false }).run());
  }
  receiver = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const body = await request.text(), { headers } = request;
    got.push({ id: headers.get("webhook-id")!, headers, body, said: JSON.parse(body) });
    return new Response("ok", { status });
  });
  serveSince(BEGAN - DAY);
});
afterEach(async () => {
  allowInner([]);
  await receiver.shutdown();
  await smtp.stop();
  await balcao.close();
});

function serveSince(startedAt: number): void {
  noteRunning({
    ...{ version: "1.0.0", tenants, config: {} as Config, address: "", backups: undefined, startedAt },
    ...{ loopDelay: () => undefined, sessions: () => 0 },
    certificate: () => ({ until: certificateUntil, failures: 0 }),
    ...running,
  });
}

/** What a minute's look, and what follows it, says at this moment (ms after the beginning). */
async function lookAt(after: number): Promise<void> {
  const now = new Date(BEGAN + after);
  await watchAlerts(tenants, now);
  await sendMails(tenants, now);
  await postAlerts(tenants, now);
}

const subjects = () => smtp.taken.map((mail) => headerOf(mail, "Subject"));
const texts = () => smtp.taken.map((mail) => bodyOf(mail, "text/plain"));
const types = () => got.map(({ said: { type } }) => type);
const sue = (method: string, path: string, body?: unknown) => balcao.as("super@balcao.test")(method, path, body);
const ALL = ["line", "disk", "backup", "certificate", "damage", "restart"];
const receiverUrl = () => `http://127.0.0.1:${receiver.addr.port}/avisos?chave=1`;
async function choose(more: object = {}) {
  const { status, body } = await sue("PUT", "/provider/alerts", {
    kinds: ALL,
    byMail: true,
    url: receiverUrl(),
    ...more,
  });
  expect(status).toBe(200);
  return body;
}

/** The connection of Padaria Aurora is in this state from this moment on (ms after the beginning). */
function line(status: "CONNECTED" | "DISCONNECTED", after: number): void {
  const situation = status === "CONNECTED" ? "connected" : "unreachable", at = BEGAN + after;
  balcao.aurora.write((db) => {
    noteChange(db, { connectionId: 1, status, situation, code: null, at });
    db.update(connectionTable).set({ shouldRun: true, number: "5511", status, situation, since: at })
      .where(eq(connectionTable.id, 1)).run();
  });
}

test("a connection that is down for five minutes is told once, by mail and by post, and its end with how long it was", async () => {
  await choose();
  line("CONNECTED", -HOUR);
  line("DISCONNECTED", 0);
  await lookAt(4 * MINUTE);
  expect([subjects(), types()]).toEqual([[], []]);
  for (const after of [6, 7, 8]) await lookAt(after * MINUTE);
  expect(subjects()).toEqual(["Balcão: Padaria Aurora: conexão Loja Centro caída, há 6 minutos"]);
  expect(smtp.taken[0]!.to).toEqual(["super@balcao.test"]);
  expect(texts()[0]).toContain("https://desk.example/cockpit?tab=health");
  expect(got.map(({ said }) => said)).toMatchObject([{
    type: "alert.began",
    data: { kind: "line", what: "connection_down", company: { id: 2, name: "Padaria Aurora" }, endedAt: null },
  }]);
  line("CONNECTED", 20 * MINUTE);
  await lookAt(21 * MINUTE);
  line("DISCONNECTED", 21.5 * MINUTE);
  await lookAt(22 * MINUTE);
  line("CONNECTED", 25 * MINUTE);
  for (const after of [26, 27, 28, 29, 30]) await lookAt(after * MINUTE);
  expect(subjects().slice(1)).toEqual(["Balcão: resolvido: Padaria Aurora: conexão Loja Centro caída"]);
  expect(texts()[1]).toContain("Resolvido, depois de 26 minutos: Padaria Aurora: conexão Loja Centro caída.");
  expect(types()).toEqual(["alert.began", "alert.ended"]);
  expect(got[1]!.said.data.id).toBe(got[0]!.said.data.id);
  expect(new Date(got[1]!.said.data.endedAt).getTime()).toBe(BEGAN + 26 * MINUTE);
});

test("a restart neither repeats an alert nor ends it while connections are being opened", async () => {
  await choose();
  line("DISCONNECTED", 0);
  await lookAt(6 * MINUTE);
  tenants.close();
  tenants = new Tenants(balcao.folder);
  serveSince(BEGAN + 10 * MINUTE);
  for (const after of [11, 13, 15, 16]) await lookAt(after * MINUTE);
  expect([subjects().length, types()]).toEqual([1, ["alert.began"]]);
  tenants.company(2).write((db) => void db.update(connectionTable).set({ status: "CONNECTED" }).run());
  for (const after of [17, 19, 20]) await lookAt(after * MINUTE);
  expect(types()).toEqual(["alert.began", "alert.ended"]);
  tenants.close();
});

test("of a company whose file is damaged nobody says that its connections are well again", async () => {
  await choose();
  line("DISCONNECTED", 0);
  await lookAt(6 * MINUTE);
  tenants.quarantine.set(2, "company.db is damaged (malformed)");
  for (const after of [7, 9, 12]) await lookAt(after * MINUTE);
  const told = () => got.map(({ said: { type, data } }) => `${type} ${data.kind}`);
  expect(told()).toEqual(["alert.began line", "alert.began damage"]);
  tenants.quarantine.delete(2);
  line("CONNECTED", 13 * MINUTE);
  for (const after of [13, 15]) await lookAt(after * MINUTE);
  expect(told().slice(2).sort()).toEqual(["alert.ended damage", "alert.ended line"]);
});

test("a server that comes after a long stop does not take its connections for lost", async () => {
  await choose();
  line("DISCONNECTED", -HOUR);
  serveSince(BEGAN);
  await lookAt(2 * MINUTE);
  line("CONNECTED", 3 * MINUTE);
  await lookAt(6 * MINUTE);
  expect([subjects(), types()]).toEqual([[], []]);
});

test("a certificate near its end, once more when it is urgent, and over when it is renewed", async () => {
  await choose();
  certificateUntil = BEGAN + 10 * DAY;
  for (const after of [1, 2]) await lookAt(after * MINUTE);
  expect(subjects()).toEqual(["Balcão: certificado perto do fim, restam 9 dias"]);
  for (const after of [8, 8.1]) await lookAt(after * DAY);
  expect(types()).toEqual(["alert.began", "alert.worsened"]);
  expect(subjects()[1]).toBe("Balcão: certificado perto do fim, restam 2 dias");
  certificateUntil = BEGAN + 90 * DAY;
  for (const after of [0, 1, 2, 3]) await lookAt(9 * DAY + after * MINUTE);
  expect(types()).toEqual(["alert.began", "alert.worsened", "alert.ended"]);
  expect(texts()[2]).toContain("Resolvido, depois de 8 dias");
});

test("what is wrong at once is in one e-mail, to each in their language; a company that is damaged is named", async () => {
  balcao.provider.write((db) => void db.update(userTable).set({ language: "en" }).run());
  await choose();
  certificateUntil = BEGAN + 5 * DAY;
  line("DISCONNECTED", -10 * MINUTE);
  tenants.quarantine.set(3, "company.db is damaged (malformed)");
  await lookAt(MINUTE);
  expect(subjects()).toEqual(["Balcão: 3 alerts"]);
  expect(texts()[0]).toMatch(/Oficina Norte: file does not open, not served\./);
  expect(texts()[0]).toMatch(/Padaria Aurora: connection Loja Centro down, for 11 minutes\./);
  expect(texts()[0]).toMatch(/Certificate near its end, 4 days left\./);
  expect(types()).toEqual(["alert.began", "alert.began", "alert.began"]);
});

/** A place that nothing was brought to yet; to be ended before the test's own world is. */
async function aBackup() {
  const place = `${balcao.folder}-backup`, backups = new RunningBackups(tenants, undefined);
  await Deno.mkdir(place);
  await addTarget(tenants, { kind: "folder", path: place });
  backups.start(newRecoveryKey());
  const current = backups.current!;
  const end = async () => {
    balcao.tenants.close();
    await backups.close();
    await Deno.remove(place, { recursive: true });
  };
  return { place, current, end };
}

test("a backup that is behind, that became far behind, and one that could not be restored", async () => {
  await choose();
  const { place, current, end } = await aBackup();
  await current.bringAll();
  running = { backups: current };
  serveSince(BEGAN - DAY);
  const { id } = current.targets[0]!.known, piece = { source: { nothing: true }, bytes: 0 } as const;
  current.ledger.add({ ...piece, companyId: 2, key: "v1/2/late", takenAt: BEGAN - 10 * MINUTE }, [id]);
  await lookAt(0);
  expect(subjects()).toEqual([`Balcão: backup em ${place} atrasado, há 10 minutos`]);
  const fault = { targetId: id, at: BEGAN, newest: null, messages: null, fault: "a piece is missing" };
  for (const companyId of [2, 3]) current.ledger.setProof({ ...fault, companyId });
  await lookAt(55 * MINUTE);
  expect(types()).toEqual(["alert.began", "alert.began", "alert.worsened"]);
  expect(got.map(({ said }) => said.data.what)).toEqual(["backup_behind", "proof_failed", "backup_behind"]);
  await end();
});

test("that what is written cannot be taken is told once, when it lasts, and when it is over", async () => {
  await choose();
  const { current, end } = await aBackup();
  tenants.checkAll();
  for (let nth = 0; nth < 2; nth++) await current.bringAll();
  running = { backups: current };
  serveSince(BEGAN - DAY);
  const mend = breakSpool(balcao.folder);
  for (const company of [balcao.aurora, balcao.norte]) company.write((db) => void aContact(db));
  current.tick();
  await lookAt(3 * MINUTE);
  expect(subjects()).toEqual([]);
  for (const after of [6, 7]) await lookAt(after * MINUTE);
  expect(subjects()).toEqual([
    expect.stringMatching(/^Balcão: o que foi escrito não entra no backup, há [56] minutos$/),
  ]);
  mend();
  await current.bringAll();
  for (const after of [8, 11]) await lookAt(after * MINUTE);
  expect(types()).toEqual(["alert.began", "alert.ended"]);
  expect(got[0]!.said.data).toMatchObject({ kind: "backup", what: "backup_untaken", company: null });
  await end();
});

test("a server that died is told once, and has no end", async () => {
  await choose();
  running = { diedBefore: { since: BEGAN - 9 * DAY } };
  serveSince(BEGAN);
  for (const after of [1, 2, 3]) await lookAt(after * MINUTE);
  running = {};
  serveSince(BEGAN + HOUR);
  for (const after of [61, 64, 70]) await lookAt(after * MINUTE);
  expect(subjects()).toEqual(["Balcão: o servidor caiu e começou de novo"]);
  expect(types()).toEqual(["alert.began"]);
  expect(tenants.provider.read.select().from(alertTable).all()).toEqual([]);
});

test("a receiver that fails gets everything later, in order, under the same ids, and signed", async () => {
  const { secret } = await choose({ byMail: false });
  status = 500;
  certificateUntil = BEGAN + 10 * DAY;
  await lookAt(0);
  await lookAt(10_000);
  line("DISCONNECTED", -10 * MINUTE);
  await lookAt(40_000);
  expect(types()).toEqual(["alert.began", "alert.began"]);
  status = 200;
  for (const after of [2, 5]) await lookAt(after * MINUTE);
  expect(got.map(({ said }) => said.data.kind)).toEqual(["certificate", "certificate", "certificate", "line"]);
  expect(new Set(got.slice(0, 3).map(({ id }) => id)).size).toBe(1);
  const { id, headers, body } = got[3]!, key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${headers.get("webhook-timestamp")}.${body}`).digest("base64");
  expect(headers.get("webhook-signature")).toBe(`v1,${signed}`);
  expect(smtp.taken).toEqual([]);
  expect(tenants.provider.read.select().from(alertPostTable).all()).toEqual([]);
});

test("a receiver that was away for half a day has what it missed five minutes after it is back", async () => {
  await choose({ byMail: false });
  status = 500;
  certificateUntil = BEGAN + 10 * DAY;
  for (let after = 0; after <= DAY / 2; after += 2 * MINUTE) await lookAt(after);
  line("DISCONNECTED", DAY / 2 - 10 * MINUTE);
  await lookAt(DAY / 2 + MINUTE);
  status = 200;
  got.length = 0;
  for (const minutes of [2, 3, 4, 5, 6]) await lookAt(DAY / 2 + minutes * MINUTE);
  expect(got.map(({ said }) => said.data.kind)).toEqual(["certificate", "line"]);
});

test("what waits for a receiver is given up after a day, and when there is none any more", async () => {
  await choose({ byMail: false });
  status = 500;
  certificateUntil = BEGAN + 10 * DAY;
  await lookAt(0);
  const waiting = () => tenants.provider.read.select().from(alertPostTable).all().length;
  await lookAt(DAY - MINUTE);
  expect(waiting()).toBe(1);
  await lookAt(DAY + MINUTE);
  expect(waiting()).toBe(0);
  certificateUntil = BEGAN + 3 * DAY;
  await lookAt(DAY + 2 * MINUTE);
  expect(waiting()).toBe(1);
  await choose({ url: "" });
  await lookAt(DAY + 3 * MINUTE);
  expect(waiting()).toBe(0);
});

test("only what was chosen is told, and what was not is not said to be over either", async () => {
  await choose({ kinds: ["disk"] });
  certificateUntil = BEGAN + 5 * DAY;
  await lookAt(0);
  expect(subjects()).toEqual([]);
  await choose({ kinds: ["certificate"] });
  await lookAt(MINUTE);
  expect(subjects().length).toBe(1);
  expect((await choose({ kinds: [] })).kinds).toEqual([]);
  certificateUntil = BEGAN + 90 * DAY;
  for (const after of [2, 4, 6]) await lookAt(after * MINUTE);
  expect([subjects().length, types()]).toEqual([1, ["alert.began"]]);
});

test("nobody but super users sees or changes it, and an address must be one", async () => {
  expect((await balcao.as("ana@aurora.test")("GET", "/provider/alerts")).status).toBe(403);
  const bad = await sue("PUT", "/provider/alerts", { kinds: ALL, byMail: true, url: "ftp://example.test" });
  expect([bad.status, bad.body.error]).toEqual([400, "ERR_INVALID_INPUT"]);
  const { revision } = await choose();
  const form = { kinds: [], byMail: false, url: "" };
  expect((await sue("PUT", "/provider/alerts", { ...form, was: revision - 1 })).status).toBe(409);
  const seen = (await sue("GET", "/provider/alerts")).body;
  expect(seen).toMatchObject({ kinds: ALL, byMail: true, url: receiverUrl(), hasMail: true, revision });
});

test("a test goes to oneself and to the address that was typed, and changes nothing", async () => {
  const form = { kinds: ALL, byMail: true, url: receiverUrl(), language: "es" };
  expect((await sue("POST", "/provider/alerts/test", form)).body).toEqual({
    mailedTo: "super@balcao.test",
    posted: { status: 200, said: "ok" },
  });
  expect([subjects(), types()]).toEqual([["Balcão: Esta es una prueba"], ["alert.test"]]);
  expect((await sue("GET", "/provider/alerts")).body.url).toBe("");
  allowInner([]);
  for (const [method, path] of [["POST", "/provider/alerts/test"], ["PUT", "/provider/alerts"]] as const) {
    const refused = await sue(method, path, form);
    expect([refused.status, refused.body.error]).toEqual([422, "ERR_WEBHOOK_ADDRESS"]);
  }
});

test.each<[string, Manners, string]>([
  ["has no time for it", { isBusy: true }, "unreachable"],
  ["does not take it", { refusesTo: "super@balcao.test" }, "receiver"],
])(
  "of a test whose mail server %s it is said that it did not leave, and what the address answered",
  async (_, is, fault) => {
    smtp.manners = is;
    const form = { kinds: ALL, byMail: true, url: receiverUrl(), language: "es" };
    const { status, body } = await sue("POST", "/provider/alerts/test", form);
    expect([status, body]).toEqual([
      422,
      { error: "ERR_MAIL_SERVER", detail: { fault, posted: { status: 200, said: "ok" } } },
    ]);
    smtp.manners = {};
    await sendMails(tenants, new Date());
    expect([subjects(), types()]).toEqual([[], ["alert.test"]]);
  },
);
