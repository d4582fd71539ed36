import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { contactTable } from "../contacts/table.ts";
import type { AnyCall } from "../contract/call.ts";
import { CALLS } from "../contract/contract.ts";
import { SCOPES } from "../contract/scopes.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { aTicket } from "../testing/fixtures.ts";
import { authenticateToken } from "./authenticate.ts";
import { Pace } from "./pace.ts";
import { apiTokenTable, tokenHashTable } from "./table.ts";

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

async function made(form: object, who = ana): Promise<{ id: number; token: string; hint: string }> {
  const { status, body } = await who("POST", "/api-tokens", form);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const calls: [string, AnyCall][] = Object.entries(CALLS).flatMap(([noun, byName]) =>
  Object.entries(byName).map(([name, call]): [string, AnyCall] => [`${noun}.${name}`, call])
);

describe("a token", () => {
  test("is shown once, and neither file reveals it", async () => {
    const { id, token, hint } = await made({ name: "Loja virtual", scopes: ["send", "send"] });
    expect(token.startsWith(hint)).toBe(true);
    const { body } = await ana("GET", "/api-tokens");
    expect(body[0]).toMatchObject({ id, name: "Loja virtual", hint, scopes: ["send"], perMinute: 60, perDay: null });
    expect(JSON.stringify(body)).not.toContain(token);
    const rows = [
      ...balcao.aurora.read.select().from(apiTokenTable).all(),
      ...balcao.tenants.provider.read.select().from(tokenHashTable).all(),
    ];
    expect(JSON.stringify(rows)).not.toContain(token.slice(8));
  });

  test("is an administrator's to make, see and revoke", async () => {
    const { id } = await made({ name: "Uma", scopes: ["send"] });
    for (
      const [method, path, form] of [["GET", ""], ["POST", "", { name: "x1", scopes: ["send"] }], [
        "DELETE",
        `/${id}`,
      ]] as const
    ) {
      expect((await bruno(method, `/api-tokens${path}`, form)).body.error).toBe("ERR_NO_PERMISSION");
    }
    expect((await nina("DELETE", `/api-tokens/${id + 100}`)).status).toBe(404);
  });

  test.each([
    [{ scopes: ["send"] }, { name: "required" }],
    [{ name: "Sem nada", scopes: [] }, { scopes: "required" }],
    [{ name: "Tudo", scopes: ["users"] }, { "scopes.0": "invalid" }],
    [{ name: "Ontem", scopes: ["send"], expiresOn: "2020-01-01" }, { expiresOn: "invalid" }],
    [{ name: "Nenhum", scopes: ["send"], perMinute: 0 }, { perMinute: "invalid" }],
  ])("that makes no sense is refused: %j", async (form, fields) => {
    expect(await ana("POST", "/api-tokens", form)).toMatchObject({ status: 400, body: { fields } });
  });

  test("opens nothing once it is revoked or its last day is over", async () => {
    const { id, token } = await made({ name: "Até amanhã", scopes: ["tickets"], expiresOn: "2099-12-31" });
    expect((await balcao.send(token, "GET", "/tickets")).status).toBe(200);
    const after = new Date("2100-01-01T03:00:00.001Z");
    expect(() => authenticateToken(balcao.tenants, token, after)).toThrow(
      expect.objectContaining({ rest: { detail: { reason: "expired" } } }),
    );
    expect(authenticateToken(balcao.tenants, token, new Date("2100-01-01T02:59:59Z")).person.id).toBe(0);
    const { body } = await ana("DELETE", `/api-tokens/${id}`);
    expect(body.revokedAt).toBeTruthy();
    expect((await balcao.send(token, "GET", "/tickets")).body).toEqual({
      error: "ERR_API_TOKEN",
      detail: { reason: "revoked" },
    });
    const second = await ana("DELETE", `/api-tokens/${id}`);
    expect(second.body.revokedAt).toBe(body.revokedAt);
  });

  test("is refused while its company is blocked or has not paid", async () => {
    const { token } = await made({ name: "Norte", scopes: ["tickets"] }, nina);
    const norte = balcao.norte.id, change = (is: string) => balcao.tenants.provider.write((db) => void db.run(is));
    change(`update companies set due_date = '2020-01-01' where id = ${norte}`);
    expect((await balcao.send(token, "GET", "/tickets")).status).toBe(402);
    change(`update companies set due_date = null, is_active = 0 where id = ${norte}`);
    expect((await balcao.send(token, "GET", "/tickets")).body.error).toBe("ERR_COMPANY_BLOCKED");
    change(`update companies set is_active = 1 where id = ${norte}`);
    expect((await balcao.send(token, "GET", "/tickets")).status).toBe(200);
  });

  test("says when it was used", async () => {
    const { id, token } = await made({ name: "Usada", scopes: ["tickets"] });
    const row = async () => (await ana("GET", "/api-tokens")).body.find((each: { id: number }) => each.id === id);
    expect((await row()).lastUsedAt).toBeNull();
    await balcao.send(token, "GET", "/tickets");
    expect((await row()).lastUsedAt).not.toBeNull();
  });

  test("is noted in the log when it is made and revoked", async () => {
    const { id } = await made({ name: "Anotada", scopes: ["send"] });
    await ana("DELETE", `/api-tokens/${id}`);
    const { entries } = (await ana("GET", "/audit?searchParam=anotada")).body;
    expect(entries.map(({ what }: { what: string }) => what)).toEqual(["apiTokens.revoke", "apiTokens.add"]);
    expect(JSON.stringify(entries)).not.toContain("blc_");
  });
});

describe("every call of the product", () => {
  const paths = (path: string) =>
    path.replaceAll(":uuid", "00000000-0000-4000-8000-000000000000").replaceAll(/:\w+/g, "999999").replace(/\/$/, "");

  test.each(SCOPES)("asked by a token for %s is answered only if it says so", async (scope) => {
    const { token } = await made({ name: `Só ${scope}`, scopes: [scope], perMinute: 100_000 });
    const wrong: string[] = [];
    for (const [name, call] of calls) {
      if (call.who === "public") continue;
      const hasBody = call.method === "POST" || call.method === "PUT";
      const { status, body } = await balcao.send(token, call.method, paths(call.path), hasBody ? {} : undefined);
      const isRefused = status === 403 && body.error === "ERR_API_TOKEN_SCOPE";
      if (isRefused === (call.scope === scope) || status >= 500) wrong.push(`${name}: ${status} ${body.error}`);
    }
    expect(wrong).toEqual([]);
  });

  test("that is declared by hand refuses tokens as well", async () => {
    const { token } = await made({ name: "Só contatos", scopes: ["contacts", "send", "webhooks"] });
    for (const path of ["/media/1", "/invoices/1/receipt", "/campaigns/1/media"]) {
      expect((await balcao.send(token, "GET", path)).body.error, path).toBe("ERR_API_TOKEN_SCOPE");
    }
    expect((await balcao.send(token, "GET", "/health")).body).not.toHaveProperty("version");
  });
});

describe("what a token may do", () => {
  test("to read tickets reaches every queue, of its own company alone", async () => {
    const hidden = balcao.aurora.write((db) => aTicket(db, { queueId: 3, status: "open", userId: 3 }));
    const { token } = await made({ name: "Relatórios", scopes: ["tickets"] });
    expect((await balcao.send(token, "GET", `/tickets/${hidden.id}`)).body.id).toBe(hidden.id);
    expect((await balcao.send(token, "GET", `/messages/${hidden.id}`)).status).toBe(200);
    const other = (await made({ name: "De Norte", scopes: ["tickets"] }, nina)).token;
    expect((await balcao.send(other, "GET", `/tickets/u/${hidden.uuid}`)).status).toBe(404);
  });

  test("with contacts makes and changes them; nobody is said to have done it", async () => {
    const { token } = await made({ name: "CRM", scopes: ["contacts"] });
    const added = await balcao.send(token, "POST", "/contacts", {
      name: "Lia do CRM",
      number: "5511955554444",
      email: "",
    });
    expect(added.status).toBe(200);
    const changed = await balcao.send(token, "PUT", `/contacts/${added.body.id}`, {
      name: "Lia Souza",
      number: "5511955554444",
      email: "lia@loja.test",
    });
    expect(changed.body).toMatchObject({ name: "Lia Souza", email: "lia@loja.test" });
    const stale = await ana("PUT", `/contacts/${added.body.id}`, {
      name: "x1",
      number: "5511955554444",
      email: "",
      was: 0,
    });
    expect(stale.body).toMatchObject({ error: "ERR_CHANGED_MEANWHILE", detail: { changedBy: null } });
    const rows = balcao.aurora.read.select().from(contactTable).where(eq(contactTable.id, added.body.id)).all();
    expect(rows).toHaveLength(1);
  });
});

describe("a pace", () => {
  const refusal = expect.objectContaining({ code: "ERR_TOO_MANY_REQUESTS" });
  test("lets all of a minute come at once, and then one after the other", () => {
    const pace = new Pace();
    for (let nth = 0; nth < 60; nth++) pace.count("a", 60, 1000);
    expect(() => pace.count("a", 60, 1000)).toThrow(refusal);
    pace.count("b", 60, 1000);
    pace.count("a", 60, 2000);
    expect(() => pace.count("a", 60, 2000)).toThrow(refusal);
    expect(() => pace.count("a", 60, 2000)).toThrow(
      expect.objectContaining({ rest: { detail: { seconds: 1, most: 60 } } }),
    );
  });

  test("keeps nobody waiting for a clock that was set back", () => {
    const pace = new Pace();
    for (let nth = 0; nth < 60; nth++) pace.count("a", 60, 10_000_000);
    pace.count("a", 60, 1000);
  });
});
