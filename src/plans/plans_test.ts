import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givePlan } from "../companies/companies.ts";
import type { Plan } from "../contract/plans.ts";
import { openDbFile } from "../platform/db.ts";
import { migrate, migrationsIn } from "../platform/migrate.ts";
import { ROOT } from "../root.ts";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue;
beforeAll(async () => {
  balcao = await aBalcao();
  sue = balcao.as("super@balcao.test");
  ana = balcao.as("ana@aurora.test");
});
afterAll(async () => await balcao.close());

const SMALL = { name: "Pequeno", value: 99.9, users: 3, connections: 1, queues: 5, storage: 2_000_000_000 };
let nth = 0;
const aPlan = async (form: object = {}): Promise<Plan> =>
  (await sue("POST", "/plans", { ...SMALL, name: `Plano de teste ${++nth}`, ...form })).body;

test("the super user adds, changes and deletes a plan, and only super users' screens follow", async () => {
  const own = balcao.listenAs(balcao.provider, "Suporte", { isSuper: true }),
    theirs = balcao.listenAs(balcao.aurora, "Ana");
  const { body: plan } = await sue("POST", "/plans", SMALL);
  expect(plan).toEqual({ ...SMALL, id: plan.id, offered: true, companies: 0, revision: 0 });
  expect((await sue("GET", `/plans/${plan.id}`)).body).toEqual(plan);
  const change = await sue("PUT", `/plans/${plan.id}`, { ...SMALL, value: "1.299,00", users: "", was: 0 });
  expect(change.body).toEqual({ plan: { ...plan, value: 1299, users: null, revision: 1 }, excesses: [] });
  expect((await sue("GET", "/plans/all")).body).toContainEqual(change.body.plan);
  expect((await sue("DELETE", `/plans/${plan.id}`)).body).toEqual({});
  expect((await sue("GET", `/plans/${plan.id}`)).body.error).toBe("ERR_NO_PLAN_FOUND");
  expect(own.map(({ name, payload }) => [name, (payload as { action: string }).action])).toEqual(
    ["create", "update", "delete"].map((action) => ["plan", action]),
  );
  expect(theirs).toEqual([]);
});

test.each([
  ["GET", "/plans/all"],
  ["GET", "/plans/1"],
  ["POST", "/plans"],
  ["PUT", "/plans/1"],
  ["DELETE", "/plans/1"],
])("%s %s is for the super user alone", async (method, path) => {
  const body = method === "GET" ? undefined : SMALL;
  expect(await ana(method, path, body)).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  expect((await balcao.send(undefined, method, path, body)).status).toBe(401);
});

test("a stranger reads what the plans offer, the cheapest first, and nothing of who has them", async () => {
  const [dear, cheap] = [await aPlan({ value: 500 }), await aPlan({ value: 0.5 })];
  const hidden = await aPlan({ offered: false });
  const { status, body } = await balcao.send(undefined, "GET", "/plans/list?listPublic=false");
  expect(status).toBe(200);
  const ids = body.map(({ id }: Plan) => id);
  expect(ids).not.toContain(hidden.id);
  expect(ids.indexOf(cheap.id)).toBeLessThan(ids.indexOf(dear.id));
  expect(Object.keys(body[0]).sort()).toEqual(["connections", "id", "name", "queues", "users", "value"]);
});

describe("a plan is read as a person types it", () => {
  test.each([
    ["1.234,56", 1234.56],
    ["99,9", 99.9],
    ["99.90", 99.9],
    ["R$ 49", 49],
    [0, 0],
    ["9.999.999,99", 9_999_999.99],
  ])("%j is %d reais", async (value, amount) => {
    const plan = await aPlan({ value });
    expect([plan.value, (await sue("GET", `/plans/${plan.id}`)).body.value]).toEqual([amount, amount]);
  });

  test.each([
    [{ value: -1 }, "value"],
    [{ value: "-1" }, "value"],
    [{ value: 10_000_000 }, "value"],
    [{ value: 0.001 }, "value"],
    [{ value: "1,2,3" }, "value"],
    [{ value: "" }, "value"],
    [{ value: null }, "value"],
    [{ value: 1e308 }, "value"],
    [{ name: "A" }, "name"],
    [{ name: "A".repeat(51) }, "name"],
    [{ users: -1 }, "users"],
    [{ users: 1.5 }, "users"],
    [{ users: "muitos" }, "users"],
    [{ users: 100_001 }, "users"],
    [{ connections: "1e3" }, "connections"],
    [{ storage: 2 ** 60 }, "storage"],
  ])("%j is refused", async (form, field) => {
    const answer = await sue("POST", "/plans", { ...SMALL, name: "Recusado", ...form });
    expect([answer.status, answer.body.error, Object.keys(answer.body.fields)]).toEqual([400, "ERR_INVALID_INPUT", [
      field,
    ]]);
  });

  test("two of one name could not be told apart", async () => {
    const { name } = await aPlan();
    const again = await sue("POST", "/plans", { ...SMALL, name: name.toUpperCase() });
    expect([again.status, again.body]).toEqual([409, { error: "ERR_DUPLICATED_NAME", fields: { name: "taken" } }]);
    const other = await aPlan();
    expect((await sue("PUT", `/plans/${other.id}`, { ...SMALL, name })).body.error).toBe("ERR_DUPLICATED_NAME");
  });
});

test("two super users in one plan: the second learns who was first, and nothing is lost", async () => {
  const plan = await aPlan();
  const first = await sue("PUT", `/plans/${plan.id}`, { ...SMALL, name: plan.name, users: 4, was: 0 });
  const second = await sue("PUT", `/plans/${plan.id}`, { ...SMALL, name: plan.name, users: 9, was: 0 });
  expect([second.status, second.body.error]).toEqual([409, "ERR_CHANGED_MEANWHILE"]);
  expect(second.body.detail).toMatchObject({ record: first.body.plan, changedBy: { name: "Suporte Balcão" } });
  expect((await sue("PUT", `/plans/${plan.id}`, { ...SMALL, name: plan.name, users: 9, was: 1 })).status).toBe(200);
});

test("a plan holds from the next addition on; lowered it takes nothing away and says who has more", async () => {
  const { aurora, tenants } = balcao;
  const plan = await aPlan({ users: 4, connections: null, queues: null, storage: null });
  givePlan(tenants, aurora.id, plan.id);
  const joana = { name: "Joana", email: "joana@aurora.test", password: "pao-de-queijo-7" };
  expect((await ana("POST", "/users", joana)).status).toBe(200);
  const eva = { ...joana, name: "Eva", email: "eva@aurora.test" };
  const refused = await ana("POST", "/users", eva);
  expect([refused.status, refused.body]).toEqual([409, {
    error: "ERR_PLAN_LIMIT",
    detail: { what: "users", limit: 4 },
  }]);
  const lowered = await sue("PUT", `/plans/${plan.id}`, { name: plan.name, value: 10, users: 2, queues: 1 });
  expect(lowered.body.excesses).toEqual([
    { company: { id: aurora.id, name: "Padaria Aurora" }, what: "users", count: 4, limit: 2 },
    { company: { id: aurora.id, name: "Padaria Aurora" }, what: "queues", count: 3, limit: 1 },
  ]);
  expect((await ana("GET", "/users/list")).body).toHaveLength(4);
  const inUse = await sue("DELETE", `/plans/${plan.id}`);
  expect([inUse.status, inUse.body]).toEqual([409, { error: "ERR_PLAN_IN_USE", detail: { companies: 1 } }]);
  givePlan(tenants, aurora.id, null);
  expect((await ana("POST", "/users", eva)).status).toBe(200);
  expect((await sue("DELETE", `/plans/${plan.id}`)).status).toBe(200);
});

test("of ten who add at once when one is left, one gets it", async () => {
  const { norte, tenants } = balcao, nina = balcao.as("nina@norte.test");
  await balcao.logIn("nina@norte.test");
  const plan = await aPlan({ queues: 2 });
  givePlan(tenants, norte.id, plan.id);
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      (_, index) => nina("POST", "/queue", { name: `Fila ${index}`, color: `#00000${index}`, greetingMessage: "" }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  givePlan(tenants, norte.id, null);
});

test("what companies were allowed before there were plans becomes plans", async () => {
  const folder = await Deno.makeTempDir({ prefix: "balcao-plans-" }), path = `${folder}/provider.db`;
  const all = migrationsIn(`${ROOT}/migrations/provider`);
  const before = all.slice(0, all.findIndex(({ name }) => name.includes("plans")));
  const old = openDbFile(path);
  migrate(old, path, before);
  const limits = ["null, null, null, null", "5, 2, null, 1000", "5, 2, null, 1000", "null, 1, null, null"];
  for (const [index, each] of limits.entries()) {
    old.db.run(
      `insert into companies (name, created_at, max_users, max_connections, max_queues, max_storage)
       values ('Empresa ${index}', 0, ${each})`,
    );
  }
  migrate(old, path, all);
  const rows = old.db.all(`
    select companies.name as company, plans.name, users, connections, queues, storage, offered
    from companies left join plans on plans.id = plan_id order by companies.id`);
  old.close();
  await Deno.remove(folder, { recursive: true });
  const none = { name: null, users: null, connections: null, queues: null, storage: null, offered: null };
  const five = { name: "Plano 1", users: 5, connections: 2, queues: null, storage: 1000, offered: 0 };
  expect(rows).toEqual([
    { company: "Empresa 0", ...none },
    { company: "Empresa 1", ...five },
    { company: "Empresa 2", ...five },
    { company: "Empresa 3", ...none, name: "Plano 2", connections: 1, offered: 0 },
  ]);
});
