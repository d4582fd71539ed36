import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openSession, sessionsOf } from "../access/sessions.ts";
import { RunningBackups } from "../backups/running.ts";
import { rowOf } from "../cli/company.ts";
import { companyRow } from "../companies/companies.ts";
import type { AuditEntry } from "../contract/audit.ts";
import type { Config } from "../platform/config.ts";
import { VERSION } from "../root.ts";
import { aBalcao, until } from "../testing/fixtures.ts";
import { ask, reach } from "./ask.ts";
import { LONGEST_REQUEST } from "./frames.ts";
import { linesOf, LineTooLong } from "../platform/lines.ts";
import { type ControlSocket, takeCommands } from "./server.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>, socket: ControlSocket;
beforeEach(async () => {
  balcao = await aBalcao();
  const { tenants, supervisor } = balcao;
  socket = takeCommands({
    tenants,
    serving: { supervisor, config: {} as Config, address: "", backups: new RunningBackups(tenants, undefined) },
  })!;
});
afterEach(async () => {
  await socket.close();
  await balcao.close();
});

const said: string[] = [];
async function having(operation: string, input: unknown, version = VERSION) {
  const line = await reach(socket.path);
  return await ask(line!, { version, operation, input, data: "here" }, (text) => said.push(text)) as never;
}

/** What comes back for bytes that no command would send. */
async function sending(text: string | Uint8Array): Promise<string> {
  const line = await Deno.connect({ transport: "unix", path: socket.path });
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const writer = line.writable.getWriter();
  const written = writer.write(bytes).catch(() => {});
  const { value = "" } = await linesOf(line.readable, 10_000).next().catch(() => ({ value: "" }));
  await written;
  try {
    line.close();
  } catch { /* The server has closed it. */ }
  return value;
}

test("a new company is there at once, and super users see it", async () => {
  const heard = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true });
  const { id } = await having("company add", { name: "Loja Nova" }) as { id: number };
  expect(companyRow(balcao.tenants, id)).toMatchObject({ name: "Loja Nova", isActive: true });
  expect(balcao.tenants.company(id).read.get("select 1 as one" as never)).toBeTruthy();
  expect(heard).toContainEqual(
    { name: "companyRecord", payload: { action: "create", record: expect.objectContaining({ name: "Loja Nova" }) } },
  );
});

test("a new password ends the person's logins, and their screens close", async () => {
  const ana = { companyId: balcao.aurora.id, userId: 1 }, closed: string[] = [];
  const { session } = openSession(balcao.tenants, ana, { where: { address: "", userAgent: "" } }, new Date());
  balcao.aurora.hub.join({
    person: { id: 1, profile: "admin", super: false, queueIds: [] },
    sessionId: session.id,
    send: () => {},
    close: (why) => void closed.push(why),
  });
  await having("user password", { email: "Ana@aurora.test", password: "uma frase inteira" });
  expect(sessionsOf(balcao.tenants, ana)).toEqual([]);
  expect(closed).toEqual(["ERR_SESSION_EXPIRED"]);
  expect((await balcao.as("ana@aurora.test")("GET", "/auth/me")).status).toBe(401);
});

test("a suspended company's people are let go as a super user does it, and it comes back as it was", async () => {
  const ana = balcao.as("ana@aurora.test"), sue = balcao.as("super@balcao.test");
  const { revision: _, changedAt: __, changedBy: ___, ...before } = companyRow(balcao.tenants, 2)!;
  expect((await ana("GET", "/auth/me")).status).toBe(200);
  await having("company suspend", { company: "Padaria Aurora" });
  expect((await ana("GET", "/auth/me")).status).not.toBe(200);
  const record = async () => (await sue("GET", "/companies/list")).body.find(({ id }: { id: number }) => id === 2);
  expect(await record()).toMatchObject({ status: false, name: "Padaria Aurora" });
  await having("company resume", { company: "2" });
  expect(await record()).toMatchObject({ status: true });
  expect(companyRow(balcao.tenants, 2)).toMatchObject(before);
  await balcao.logIn("ana@aurora.test");
  expect((await balcao.as("ana@aurora.test")("GET", "/auth/me")).status).toBe(200);
  await expect(having("company suspend", { company: "1" })).rejects.toMatchObject({
    exit: 1,
    code: "ERR_PROVIDERS_COMPANY",
  });
});

test("a company whose file is gone is suspended all the same, on a screen too, and what its file has to say is refused whole", async () => {
  const { tenants } = balcao, sue = balcao.as("super@balcao.test"), folder = `${tenants.folder}/3`;
  await Deno.rename(folder, `${folder}.away`);
  tenants.checkPlaces([2, 3]);
  expect([...tenants.quarantine.keys()]).toEqual([3]);
  const record = async () => (await sue("GET", "/companies/list")).body.find(({ id }: { id: number }) => id === 3);
  expect(await having("company suspend", { company: "3" })).toMatchObject({ id: 3, isSuspended: true });
  expect(await record()).toMatchObject({ status: false });
  expect(await having("company resume", { company: "3" })).toMatchObject({ isSuspended: false });
  const { id: planId } = await having("plan add", { name: "Inteiro", value: "99.90" }) as { id: number };
  const form = { name: "Oficina Norte", email: "contato@norte.test", planId, dueDate: null, status: false };
  expect((await sue("PUT", "/companies/3", form)).status).toBe(200);
  const had = await record();
  expect(await sue("PUT", "/companies/3", { ...form, name: "Outra", campaignsEnabled: !had.campaignsEnabled }))
    .toMatchObject({ status: 503, body: { error: "ERR_COMPANY_UNAVAILABLE" } });
  await expect(having("company limit", { company: "3", limits: { users: 1 } })).rejects.toMatchObject({
    exit: 1,
    message: expect.stringContaining("balcao restore 3"),
  });
  expect(await record()).toEqual(had);
  // The provider's own log has what was done on a screen.
  const { entries } = (await sue("GET", "/audit")).body as { entries: AuditEntry[] };
  expect(entries[0]).toMatchObject({ what: "companies.change", target: "3" });
  expect(await having("company remove", { company: "3" })).toMatchObject({ id: 3 });
  expect(await record()).toBeUndefined();
});

test("a company's limits are a plan of its own, which is changed and not doubled", async () => {
  const limits = (given: object) => having("company limit", { company: "2", limits: given }) as Promise<object>;
  expect(await limits({})).toMatchObject({ limits: [{ what: "users", count: 3, limit: null }, {}, {}, {}] });
  expect(await limits({ users: 3 })).toMatchObject({ limits: [{ what: "users", count: 3, limit: 3 }, {}, {}, {}] });
  await expect(
    having("user add", {
      ...{ company: "2", name: "Davi", email: "davi@aurora.test", password: "uma frase inteira" },
      ...{ isAdmin: false, isSuper: false },
    }),
  ).rejects.toMatchObject({ code: "ERR_PLAN_LIMIT" });
  await limits({ users: 4, storage: 1000 });
  await having("user add", {
    ...{ company: "2", name: "Davi", email: "davi@aurora.test", password: "uma frase inteira" },
    ...{ isAdmin: false, isSuper: false },
  });
  const plans = await having("plan list", {}) as { name: string }[];
  expect(plans.filter(({ name }) => name === "Padaria Aurora")).toEqual([
    expect.objectContaining({ users: 4, storage: 1000, offered: false, companies: 1 }),
  ]);
});

test("what is asked changes no limit, and what is not named stays as it is", async () => {
  const limits = { users: 8, connections: 3, queues: 16, storage: 5_000_000_000 };
  await having("plan add", { name: "Inteiro", value: "99.90", ...limits, offered: false });
  await having("company plan", { company: "3", plan: "Inteiro" });
  const shown = async () => await having("plan show", { plan: "Inteiro" });
  const before = await shown();
  const asked = await having("company limit", { company: "3", limits: {} }) as { limits: { limit: number }[] };
  expect(asked.limits.map(({ limit }) => limit).sort()).toEqual(Object.values(limits).sort());
  expect(await shown()).toEqual(before);
  await having("plan change", { plan: "Inteiro", change: { value: "60" } });
  expect(await shown()).toMatchObject({ ...limits, name: "Inteiro", value: 60, offered: false });
  await having("plan change", { plan: "Inteiro", change: { users: null } });
  expect(await shown()).toMatchObject({ ...limits, users: null, offered: false });
  await having("company limit", { company: "3", limits: { queues: 20 } });
  await having("company limit", { company: "3", limits: { users: 9 } });
  expect(await having("plan show", { plan: "Oficina Norte" })).toMatchObject({ ...limits, users: 9, queues: 20 });
  await expect(having("plan change", { plan: "Inteiro", change: { users: 100_001 } })).rejects.toMatchObject({
    exit: 2,
  });
});

test("what is done is noted in the company's log without a person, and a password is not in it", async () => {
  await having("company suspend", { company: "2" });
  await having("company resume", { company: "2" });
  await having("user add", {
    ...{ company: "2", name: "Davi Lima", email: "davi@aurora.test", password: "uma frase inteira" },
    ...{ isAdmin: false, isSuper: false },
  });
  await having("user password", { email: "davi@aurora.test", password: "outra frase inteira" });
  const { body } = await balcao.as("ana@aurora.test")("GET", "/audit");
  const noted = (body.entries as AuditEntry[]).filter(({ userId }) => userId === null).reverse();
  expect(noted.map(({ what, who, name }) => [what, who, name])).toEqual([
    ["companies.change", "", "Padaria Aurora"],
    ["companies.change", "", "Padaria Aurora"],
    ["users.add", "", "Davi Lima"],
    ["users.change", "", "Davi Lima"],
  ]);
  expect(noted[0]!.changes).toEqual([{ field: "status", before: "true", after: "false" }]);
  expect(noted[3]!.changes).toEqual([{ field: "password", before: null, after: null, secret: "changed" }]);
  expect(JSON.stringify(noted)).not.toContain("frase inteira");
});

test("a removed company comes back by its number, and is told how", async () => {
  said.length = 0;
  await having("company remove", { company: "Oficina Norte" });
  expect(said).toEqual(["Oficina Norte is removed; for thirty days it comes back with: balcao company restore 3"]);
  const why = "Oficina Norte was removed: balcao company restore 3 brings it back";
  await expect(having("company show", { company: "3" })).rejects.toMatchObject({ exit: 3, message: why });
  await having("company restore", { id: 3 });
  expect(await having("company show", { company: "3" })).toMatchObject({ name: "Oficina Norte", isSuspended: false });
});

test("a removed company is listed until its files go, and comes back under another name where its own is taken", async () => {
  await having("company remove", { company: "3" });
  const { id } = await having("company add", { name: "Oficina Norte" }) as { id: number };
  const [kept, ...more] = await having("company list removed", {}) as Record<string, string>[];
  expect(more).toEqual([]);
  expect(kept).toMatchObject({ id: 3, name: "Oficina Norte", damage: null });
  expect(Date.parse(kept!.keptUntil!) - Date.parse(kept!.removedAt!)).toBe(30 * 24 * 3_600_000);
  said.length = 0;
  await expect(having("company restore", { id: 3 })).rejects.toMatchObject({ code: "ERR_DUPLICATED_NAME" });
  expect(said).toEqual(["Another has the name Oficina Norte: balcao company restore 3 --name 'Oficina Norte (3)'"]);
  expect(await having("company restore", { id: 3, name: "Oficina Norte (3)" })).toMatchObject({ id: 3 });
  expect(await having("company show", { company: "3" })).toMatchObject({ name: "Oficina Norte (3)" });
  expect(await having("company list removed", {})).toEqual([]);
  await having("company remove", { company: String(id) });
});

test("a folder that was deleted a moment ago is known at the next command: the company is suspended, and removed as it is", async () => {
  const { tenants } = balcao;
  tenants.checkAll([3]);
  await Deno.rename(`${tenants.folder}/3`, `${tenants.folder}/3.away`);
  expect(await having("company suspend", { company: "3" })).toMatchObject({ id: 3, isSuspended: true });
  expect([...tenants.quarantine.keys()]).toEqual([3]);
  expect(await having("company show", { company: "3" })).toMatchObject({
    damage: expect.stringContaining("deleted"),
    figures: { linesUp: 0 },
  });
  said.length = 0;
  await having("company remove", { company: "3" });
  expect(said).toEqual([
    expect.stringMatching(/^Oficina Norte is removed as it is: .*balcao restore 3\).*company restore 3$/),
  ]);
});

test("what is not there, refused or written wrongly says so in a sentence, with the way the command ends", async () => {
  const ending = (operation: string, input: unknown) =>
    having(operation, input).then(() => undefined, (error) => error);
  expect(await ending("company show", { company: "Nobody" })).toMatchObject({
    message: "There is no company Nobody in here: see balcao company list",
    exit: 3,
  });
  expect(await ending("company add", { name: "padaria  AURORA" })).toMatchObject({
    message: "There is one of this name already",
    ...{ exit: 1, code: "ERR_DUPLICATED_NAME" },
  });
  expect(await ending("company add", { name: "" })).toMatchObject({ message: "name: this is missing", exit: 2 });
  expect(await ending("company explode", {})).toMatchObject({ exit: 2 });
  expect(await ending("constructor", {})).toMatchObject({ exit: 2 });
});

test("a company that could not be upgraded is listed as such, and not as damaged", async () => {
  const { tenants } = balcao, rows = async () => (await having("company list", {}) as Parameters<typeof rowOf>[0][]);
  tenants.keepClosed(2, "company.db could not be upgraded: duplicate column name");
  tenants.quarantine.set(3, "company.db is damaged (malformed)");
  expect(await rows()).toMatchObject([
    { damage: null, isNotUpgraded: false },
    { damage: expect.stringContaining("duplicate column name"), isNotUpgraded: true },
    { damage: expect.stringContaining("malformed"), isNotUpgraded: false },
  ]);
  expect((await rows()).map((row) => rowOf(row).split("\t").slice(2))).toEqual([[], ["not upgraded"], ["damaged"]]);
});

test("a command of another version is told which one serves", async () => {
  await expect(having("company list", {}, "9.9.9")).rejects.toMatchObject({
    message: expect.stringContaining(`The server is Balcão ${VERSION}, this command 9.9.9`),
    exit: 4,
  });
});

test("frames that are broken, half, huge or foreign do no harm", async () => {
  for (
    const text of ["{\n", "\n", "null\n", "[1]\n", '"x"\n', "GET / HTTP/1.1\r\n\r\n", `{"version":"${VERSION}"}\n`]
  ) {
    expect(await sending(text)).toContain("The server does not understand this command");
  }
  expect(await sending(new Uint8Array([0xff, 0xfe, 0, 10]))).toContain("does not understand");
  // Whoever goes on sending may not get to read why.
  expect(await sending(`"${"x".repeat(LONGEST_REQUEST)}"\n`)).toMatch(/^$|too long/);
  // Half a frame, and gone; connected, and gone.
  for (const text of ['{"version":', ""]) {
    const line = await Deno.connect({ transport: "unix", path: socket.path });
    if (text) await line.write(new TextEncoder().encode(text));
    line.close();
  }
  expect(await having("company list", {})).toHaveLength(3);
});

test("whoever goes away before the answer has had it done all the same", async () => {
  const line = await Deno.connect({ transport: "unix", path: socket.path });
  const request = { version: VERSION, operation: "company add", input: { name: "Loja Muda" }, data: "" };
  await line.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
  line.close();
  const names = async () => (await having("company list", {}) as { name: string }[]).map(({ name }) => name);
  await until(async () => (await names()).includes("Loja Muda"));
});

test("the socket is its user's alone, goes with the server, and one that was left behind is replaced", async () => {
  const path = `${Deno.realPathSync(balcao.folder)}/serve.sock`;
  expect(socket.path).toBe(path);
  expect((Deno.statSync(path).mode! & 0o777).toString(8)).toBe("600");
  await socket.close();
  expect(() => Deno.lstatSync(path)).toThrow(Deno.errors.NotFound);
  const dead = Deno.listen({ transport: "unix", path });
  dead.close();
  expect(await reach(path)).toBeUndefined();
  socket = takeCommands({ tenants: balcao.tenants })!;
  expect(await having("company list", {})).toHaveLength(3);
});

test("a folder whose path is too long for a socket has it in a temporary folder, which goes with it", async () => {
  await socket.close();
  const long = `${balcao.folder}/${"x".repeat(120)}`;
  Deno.mkdirSync(long);
  socket = takeCommands({ tenants: { ...balcao.tenants, folder: long } as typeof balcao.tenants })!;
  expect(socket.path).toMatch(/\/balcao-socket-[^/]+\/serve\.sock$/);
  expect((Deno.statSync(socket.path.replace(/\/serve\.sock$/, "")).mode! & 0o777).toString(8)).toBe("700");
  expect((await reach(socket.path))?.close()).toBeUndefined();
  const { path } = socket;
  await socket.close();
  socket = takeCommands({ tenants: balcao.tenants })!;
  expect(() => Deno.statSync(path.replace(/\/serve\.sock$/, ""))).toThrow(Deno.errors.NotFound);
});

test("lines are read however they are cut into chunks", async () => {
  const text = "um\ndois três\n\nquatro", bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size++) {
    const chunks = Array.from(
      { length: Math.ceil(bytes.length / size) },
      (_, nth) => bytes.slice(nth * size, (nth + 1) * size),
    );
    expect(await Array.fromAsync(linesOf(ReadableStream.from(chunks), 12))).toEqual(["um", "dois três", ""]);
    await expect(Array.fromAsync(linesOf(ReadableStream.from(chunks), 9))).rejects.toThrow(LineTooLong);
  }
});

test("a server that hangs is given up after a while, and one that has taken a command is waited for", async () => {
  const path = `${balcao.tenants.folder}/deaf.sock`, listener = Deno.listen({ transport: "unix", path });
  const request = { version: VERSION, operation: "company list", input: {}, data: "here" }, held: Deno.Conn[] = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = async () => {
    const accepted = listener.accept(), line = await reach(path), answer = ask(line!, request, () => {}, 200);
    // Whoever asks is heard later than it gives up.
    answer.catch(() => {});
    const conn = await accepted;
    held.push(conn);
    return { answer, say: (what: object) => conn.write(new TextEncoder().encode(`${JSON.stringify(what)}\n`)) };
  };
  const deaf = await asked();
  vi.advanceTimersByTime(200);
  await expect(deaf.answer).rejects.toMatchObject({ exit: 4, message: expect.stringContaining("does not answer") });
  const busy = await asked();
  await busy.say({ taken: true });
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  await busy.say({ done: [7] });
  expect(await busy.answer).toEqual([7]);
  for (const conn of held) conn.close();
  listener.close();
});
