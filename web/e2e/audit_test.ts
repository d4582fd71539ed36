import { expect, test } from "vitest";
import { auditMonths } from "../../src/audit/audit.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, BRUNO, gone, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();

test("administrators read who did what, search, filter, see before and after, and take it along", async () => {
  await desk.road.as("ana")("PUT", "/settings/userRating", { value: "enabled" });
  for (const value of ["first secret", "second secret"]) {
    await desk.road.as("ana")("PUT", "/settings/tokenixc", { value });
  }
  await desk.road.as("ana")("POST", "/tags", { name: "Urgente", color: "#2563eb" });
  // A login elsewhere ends the one before.
  const ana = await desk.logIn(ANA, { at: "/tags" });
  await ana.getByRole("link", { name: "Registro de atividades" }).click();
  const row = (text: string) => ana.getByRole("row").filter({ hasText: text }).first();
  await seen(row("Alterou uma configuração"));
  await seen(row("Adicionou uma tag").getByText("Urgente", { exact: true }));
  const see = (text: string) => row(text).getByRole("button", { name: /^Ver mudanças/ }).click();
  const dialog = ana.getByRole("dialog", { name: "Alterou uma configuração" });
  // Of a secret it says that it is another, and nothing more.
  await see("Token do IXC");
  await seen(dialog.getByText("Trocado por outro. O valor não fica no registro."));
  await ana.keyboard.press("Escape");
  await see("Avaliações");
  await seen(dialog.getByRole("region", { name: "Valor" }).getByText("enabled"));
  const { look, pass } = inspection(ana);
  await look("changes");
  await ana.keyboard.press("Escape");
  await gone(dialog);
  // What the screen writes is found, though the log has other names for it.
  const search = ana.getByRole("searchbox", { name: "Buscar no registro" });
  await search.fill("avaliacoes");
  await gone(row("Adicionou uma tag"));
  await seen(row("Avaliações"));
  expect(await ana.getByRole("row").filter({ hasText: "Token do IXC" }).count()).toBe(0);
  await search.fill("adicionou uma tag");
  await seen(row("Adicionou uma tag"));
  await search.fill("urgente");
  await poll(() => ana.url()).toContain("q=urgente");
  await gone(row("Alterou uma configuração"));
  await seen(row("Adicionou uma tag"));
  await look("wide");
  const download = ana.waitForEvent("download");
  await ana.getByRole("button", { name: "Exportar" }).click();
  await ana.getByRole("menuitem", { name: "Exportar (.csv)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^registro-de-atividades-.*\.csv$/);
  await ana.setViewportSize(NARROW);
  await look("narrow");
  await ana.goto("/audit?kind=queues&from=2020-01-01&to=2020-01-02");
  await seen(ana.getByText("Nenhuma atividade combina com a busca e os filtros."));
  pass();
});

test("who provides the system says for how long the logs are kept, and nobody else is asked", async () => {
  const { provider } = desk.road.server.tenants;
  const sue = await desk.logIn("super@balcao.test", { at: "/audit" });
  await sue.getByRole("button", { name: /Guardar os registros por/ }).click();
  await sue.getByRole("option", { name: "24 meses" }).click();
  await poll(() => auditMonths(provider.read)).toBe(24);
  await seen(
    sue.getByRole("button", { name: /24 meses.*Guardar os registros por|Guardar os registros por.*24 meses/ }),
  );
  // What would be lost is asked about.
  await sue.getByRole("button", { name: /Guardar os registros por/ }).click();
  await sue.getByRole("option", { name: "6 meses" }).click();
  const question = sue.getByRole("alertdialog", { name: "Guardar os registros por menos tempo?" });
  await question.getByRole("button", { name: "Guardar por menos tempo" }).click();
  await poll(() => auditMonths(provider.read)).toBe(6);
  const { look, pass } = inspection(sue);
  await look("with the provider's choice");
  pass();
  const ana = await desk.logIn(ANA, { at: "/audit" });
  await seen(ana.getByRole("button", { name: /Assunto/ }));
  expect(await ana.getByRole("button", { name: /Guardar os registros por/ }).count()).toBe(0);
});

test("others neither see nor open it", async () => {
  const bruno = await desk.logIn(BRUNO, { at: "/tags" });
  expect(await bruno.getByRole("link", { name: "Registro de atividades" }).count()).toBe(0);
  await bruno.goto("/audit");
  await gone(bruno.getByRole("heading", { name: "Registro de atividades" }));
});
