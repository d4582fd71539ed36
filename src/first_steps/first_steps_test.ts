import { expect, test } from "vitest";
import { addCompany } from "../companies/companies.ts";
import { connectionTable } from "../connections/table.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { addUser } from "../users/users.ts";

test("a new company's steps tick themselves as they are taken", async () => {
  const balcao = await aBalcao();
  try {
    const company = addCompany(balcao.tenants, { name: "Café Sul" }, new Date());
    const add = (email: string, profile: "admin" | "user") =>
      addUser(balcao.tenants, company, { name: "Rita Lemos", email, password: DEMO_PASSWORD, profile }, new Date());
    await add("rita@sul.test", "admin");
    const rita = balcao.as("rita@sul.test"), steps = async () => (await rita("GET", "/first-steps")).body;
    expect(await steps()).toEqual({ connection: false, queue: false, users: false, hours: false });
    await rita("POST", "/queue", { name: "Balcão", color: "#112233" });
    expect(await steps()).toMatchObject({ queue: true, connection: false });
    const { body: { id } } = await rita("POST", "/whatsapp", { name: "Loja" });
    expect(await steps()).toMatchObject({ connection: false });
    company.write((db) => void db.update(connectionTable).set({ number: "551133334444" }).run());
    expect([typeof id, (await steps()).connection]).toEqual(["number", true]);
    await add("caio@sul.test", "user");
    await rita("PUT", "/settings/scheduleType", { value: "company" });
    expect(await steps()).toEqual({ connection: true, queue: true, users: true, hours: true });
    expect((await balcao.as("caio@sul.test")("GET", "/first-steps")).status).toBe(403);
  } finally {
    await balcao.close();
  }
});
