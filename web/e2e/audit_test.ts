import { expect, test } from "vitest";
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
  await see("tokenixc");
  await seen(dialog.getByText("Trocado por outro. O valor não fica no registro."));
  await ana.keyboard.press("Escape");
  await see("userRating");
  await seen(dialog.getByRole("region", { name: "Valor" }).getByText("enabled"));
  const { look, pass } = inspection(ana);
  await look("changes");
  await ana.keyboard.press("Escape");
  await gone(dialog);
  await ana.getByRole("searchbox", { name: "Buscar no registro" }).fill("urgente");
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

test("others neither see nor open it", async () => {
  const bruno = await desk.logIn(BRUNO, { at: "/tags" });
  expect(await bruno.getByRole("link", { name: "Registro de atividades" }).count()).toBe(0);
  await bruno.goto("/audit");
  await gone(bruno.getByRole("heading", { name: "Registro de atividades" }));
});
