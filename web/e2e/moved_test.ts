import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { companyMoveTable, companyTable } from "../../src/companies/table.ts";
import { DEMO_PASSWORD } from "../../src/demo/seed.ts";
import { faults } from "./axe.ts";
import { aDesk, poll, seen } from "./desk.ts";

const desk = aDesk();
const TITLE = "Sua empresa mudou de endereço";

test("whoever works while the company moves, and whoever logs in later, is told where it is and goes there", async () => {
  const there = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => new Response("o outro servidor"));
  onTestFinished(() => there.shutdown());
  const address = `http://127.0.0.1:${there.addr.port}`, { tenants } = desk.road.server;
  const page = await desk.logIn("ana@aurora.test");
  await seen(page.getByRole("tab", { name: "Atendimento" }));
  tenants.provider.write((db) => {
    db.insert(companyMoveTable).values({ companyId: 2, moveId: "m", address, at: 1, confirmedAt: 2 }).run();
    db.update(companyTable).set({ removedAt: 1 }).where(eq(companyTable.id, 2)).run();
  });
  tenants.company(2).hub.closeAll("ERR_COMPANY_MOVED");
  const notice = page.getByRole("alert").filter({ hasText: TITLE });
  await seen(notice);
  expect(await notice.getByRole("link").getAttribute("href")).toBe(address);
  expect(await faults(page)).toEqual([]);
  await page.waitForURL(`${address}/`);

  const later = await page.context().newPage();
  await later.goto(`${desk.road.server.address}/login`);
  await later.getByLabel("E-mail").fill("ana@aurora.test");
  await later.getByLabel("Senha", { exact: true }).fill(DEMO_PASSWORD);
  await later.getByRole("button", { name: "Entrar", exact: true }).click();
  await seen(later.getByRole("heading", { name: TITLE }));
  await later.getByRole("link").click();
  await poll(() => later.url()).toBe(`${address}/`);
});
