import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { application } from "../app/application.ts";
import { companyRow } from "../companies/companies.ts";
import { connectionTable } from "../connections/table.ts";
import { setToken, tokenOf } from "../connections/tokens.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import type { Company } from "../platform/company.ts";
import { sealText } from "../platform/setting_values.ts";
import { secret, setSetting } from "../settings/settings.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { changeUser } from "../users/users.ts";
import { loginTable, secondFactorTable } from "../users/table.ts";
import { eraseContact } from "../privacy/erase.ts";
import { contactTable } from "../contacts/table.ts";
import { holdTable } from "../holding/table.ts";
import { scheduleTable } from "../schedules/table.ts";
import { aContact } from "../testing/fixtures.ts";
import { twoServers } from "../testing/exports.ts";

const PASSWORD = "uma frase bem comprida";

/** Every row of a company's file, but for what stays behind, and what shows that a copy is not at work. */
function rowsOf(company: Company): Record<string, unknown[]> {
  const named = sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
    and name not like '%\\_search%' escape '\\' order by name`;
  const leftOut: Record<string, string[]> = {
    connections: ["status", "situation", "should_run", "token"],
    webhooks: ["is_active", "secret", "old_secret"],
    webchats: ["key"],
    revisions: ["revision", "changed_at"],
  };
  return Object.fromEntries(
    company.read.all<{ name: string }>(named).map(({ name }) => [
      name,
      company.read.all<Record<string, unknown>>(sql.raw(`select * from ${name}`)).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !leftOut[name]?.includes(column)))
      ),
    ]),
  );
}

async function logIn(app: ReturnType<typeof application>, email: string) {
  const answer = await app.request("/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return { status: answer.status, token: (await answer.json()).token as string };
}

describe("a company goes from one server to another as a file", () => {
  test("with every row and every file, and its people log in with their passwords and read its tickets", async () => {
    const { aurora, other, picture, messageId, ...both } = await twoServers();
    const { header } = await both.export("aurora.tar");
    const { id, media, taken, held } = await both.import("aurora.tar");
    const company = other.company(id);
    expect(rowsOf(company)).toEqual(rowsOf(aurora));
    expect(header.rows.messages).toBe(1);
    expect([media, taken, held]).toEqual([1, [], 0]);
    const [file] = await Array.fromAsync(Deno.readDir(`${company.folder}/media`));
    expect(createHash("sha256").update(await Deno.readFile(`${company.folder}/media/${file!.name}`)).digest("hex"))
      .toBe(createHash("sha256").update(picture).digest("hex"));
    const app = application(other, {} as Supervisor, { demo: true });
    const { status, token } = await logIn(app, "ana@aurora.test");
    expect(status).toBe(200);
    const ticketId = 1, headers = { authorization: `Bearer ${token}` };
    const thread = await app.request(`/api/messages/${ticketId}?pageNumber=1`, { headers });
    const { messages } = await thread.json();
    expect(messages.map(({ id, body }: { id: number; body: string }) => [id, body]))
      .toEqual([[messageId, "Segredo da Mariana"]]);
    expect(companyRow(other, id)).toMatchObject({
      name: "Padaria Aurora",
      planId: null,
      dueDate: null,
      isActive: true,
    });
  });

  test("its connections stand still there, until somebody links them", async () => {
    const { other, ...both } = await twoServers();
    await both.export("aurora.tar");
    const { id, connections } = await both.import("aurora.tar");
    const rows = other.company(id).read.select().from(connectionTable).all();
    expect(rows.length).toBe(connections);
    expect(rows.map(({ status, shouldRun }) => [status, shouldRun]))
      .toEqual(rows.map(() => ["DISCONNECTED", false]));
  });

  test("what a server keeps sealed travels only with a password, and is sealed anew", async () => {
    const { aurora, tenants, other, home, ...both } = await twoServers();
    aurora.write((db) => {
      setSetting(db, "asaas", sealText(tenants.keys, "chave-do-asaas"));
      setToken(tenants, aurora, db, 1, "token-da-padaria");
    });
    await both.export("plain.tar");
    await both.export("sealed", { password: PASSWORD });
    const plain = await both.import("plain.tar", { name: "Aberta" }), open = other.company(plain.id);
    expect(secret(open.read, "asaas", other.keys)).toBe("");
    expect(open.read.select().from(connectionTable).all().map(({ token }) => token)).not.toContainEqual(
      expect.anything(),
    );
    const sealed = await both.import("sealed", { name: "Fechada", password: PASSWORD });
    const closed = other.company(sealed.id);
    expect(secret(closed.read, "asaas", other.keys)).toBe("chave-do-asaas");
    const [connection] = closed.read.select().from(connectionTable).where(eq(connectionTable.id, 1)).all();
    expect(tokenOf(other, connection!)).toBe("token-da-padaria");
    const bytes = new TextDecoder("latin1").decode(await Deno.readFile(`${home}/sealed`));
    expect(bytes).not.toContain("Segredo da Mariana");
    expect(new TextDecoder("latin1").decode(await Deno.readFile(`${home}/plain.tar`))).not.toContain("chave-do-asaas");
  });

  test("whoever had a second factor has it there too when it travels sealed, and else needs a new password", async () => {
    const { tenants, other, ...both } = await twoServers();
    const { provider, keys } = tenants, shared = new Uint8Array([1, 2, 3]);
    provider.write((db) => {
      const [ana] = db.select().from(loginTable).where(eq(loginTable.email, "ana@aurora.test")).all();
      const sealedSecret = keys.seal(shared) as never;
      db.insert(secondFactorTable).values({ ...ana!, sealedSecret, since: 1, lastStep: 0 }).run();
    });
    await both.export("plain.tar");
    await both.export("sealed", { password: PASSWORD });
    const first = await both.import("plain.tar", { name: "Aberta" });
    expect(first.withoutFactor).toEqual(["ana@aurora.test"]);
    const app = application(other, {} as Supervisor, { demo: true });
    expect((await logIn(app, "ana@aurora.test")).status).toBe(401);
    other.provider.write((db) => void db.delete(loginTable).run());
    const second = await both.import("sealed", { name: "Fechada", password: PASSWORD });
    expect(second.withoutFactor).toEqual([]);
    const [factor] = other.provider.read.select().from(secondFactorTable).where(
      eq(secondFactorTable.companyId, second.id),
    ).all();
    expect([...other.keys.unseal(factor!.sealedSecret)]).toEqual([...shared]);
  });

  test("an address that somebody logs in with already stays theirs, and is named", async () => {
    const { tenants, aurora, ...both } = await twoServers();
    await both.export("aurora.tar");
    const { id, taken } = await both.import("aurora.tar", { into: tenants, name: "Padaria Aurora, cópia" });
    const logins = tenants.provider.read.select().from(loginTable).all();
    expect(logins.filter(({ companyId }) => companyId === id)).toEqual([]);
    expect(taken.toSorted()).toEqual(
      logins.filter(({ companyId }) => companyId === aurora.id).map(({ email }) => email).sort(),
    );
    await expect(both.import("aurora.tar", { into: tenants })).rejects.toThrow("--name");
    // With an address of their own they can be let in.
    const change = { name: "Ana", email: "ana2@aurora.test", password: DEMO_PASSWORD };
    await changeUser(tenants, tenants.company(id), 1, change, { userId: 1, now: Date.now() });
    const app = application(tenants, {} as Supervisor, { demo: true });
    expect((await logIn(app, "ana2@aurora.test")).status).toBe(200);
    expect((await logIn(app, "ana@aurora.test")).status).toBe(200);
  });

  test("whoever this server has erased since it was written is erased in it, too", async () => {
    const { tenants, aurora, ...both } = await twoServers();
    const mariana = aurora.write((db) => aContact(db, { name: "Mariana" }).id);
    await both.export("aurora.tar");
    await eraseContact(tenants, aurora, mariana, { by: { id: 1, name: "Ana" }, now: Date.now() });
    const { id } = await both.import("aurora.tar", { into: tenants, name: "De volta" });
    const names = tenants.company(id).read.select().from(contactTable).all().map(({ name }) => name);
    expect(names).not.toContain("Mariana");
    expect(names).toContain("Mariana Lopes");
  });

  test("what waits to go out there is held, until an administrator decides", async () => {
    const { aurora, other, ...both } = await twoServers(), now = Date.now();
    aurora.write((db) => {
      const { id: contactId } = aContact(db);
      const row = { body: "Oi", contactId, connectionId: 1, userId: 1, sendAt: now - 1000, createdAt: now };
      db.insert(scheduleTable).values(row).run();
    });
    await both.export("aurora.tar");
    const { id, held } = await both.import("aurora.tar");
    expect(held).toBe(1);
    expect(other.company(id).read.select().from(holdTable).all()).toMatchObject([{ why: "import", decision: null }]);
    expect(other.company(id).read.select().from(scheduleTable).all()).toMatchObject([{ failure: "ERR_HELD" }]);
  });

  test("while it is written its people go on working, and what they write then is not half in it", async () => {
    const { aurora, other, ...both } = await twoServers();
    let isOver = false, written = 0;
    const writing = (async () => {
      while (!isOver) {
        aurora.write((db) => setSetting(db, "botMiss", `texto ${++written}`));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    await both.export("aurora.tar");
    isOver = true;
    await writing;
    expect(written).toBeGreaterThan(20);
    const { id } = await both.import("aurora.tar");
    expect(other.company(id).read.all(sql`pragma integrity_check`)).toEqual([{ integrity_check: "ok" }]);
  });
});
