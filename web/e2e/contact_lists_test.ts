import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { like } from "drizzle-orm";
import { expect, test } from "vitest";
import { read } from "xlsx";
import { aList, noPauses } from "../../src/testing/campaigns.ts";
import { aSheet } from "../../src/testing/sheets.ts";
import { userTable } from "../../src/users/table.ts";
import { inspection } from "./axe.ts";
import { chooseIn } from "./fields.ts";
import { aDesk, ANA, BRUNO, CARLA, gone, NARROW, seen } from "./desk.ts";

const desk = aDesk();

const row = (page: Page, name: string) => page.getByRole("table").getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");
const news = (page: Page, text: string) => page.getByRole("status").getByText(text);
const add = (page: Page) => page.getByRole("button", { name: "Adicionar" }).first().click();
const save = (page: Page) => dialog(page).getByRole("button", { name: /^(Adicionar|Salvar)$/ }).click();
const sheet = (name: string, rows: unknown[][]) => ({
  name,
  mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  buffer: Buffer.from(aSheet(rows)),
});

test("without campaigns neither the menu nor the address has the lists", async () => {
  const ana = await desk.logIn(ANA, { at: "/contact-lists" });
  await seen(ana.getByRole("heading", { name: "Página não encontrada" }));
  expect(await ana.getByRole("link", { name: "Listas de contatos" }).count()).toBe(0);
});

/** From here on the company has campaigns, and Carla is an administrator, too. */
function enable(): void {
  desk.road.aurora.write((db) => {
    noPauses(db);
    db.update(userTable).set({ profile: "admin" }).where(like(userTable.name, "Carla%")).run();
  });
}

test("a list is made, filled by hand and deleted, while a colleague sees it", async () => {
  enable();
  const [ana, carla] = await Promise.all([ANA, CARLA].map((who) => desk.logIn(who, { at: "/tickets" })));
  for (const page of [ana!, carla!]) await page.getByRole("link", { name: "Listas de contatos" }).click();
  await add(ana!);
  await save(ana!);
  await seen(dialog(ana!).getByText("Required"));
  await dialog(ana!).getByLabel("Nome").fill("A");
  await save(ana!);
  await seen(dialog(ana!).getByText("Too Short!"));
  await dialog(ana!).getByLabel("Nome").fill("Clientes de encomenda");
  await save(ana!);
  await seen(news(ana!, "Lista salva com sucesso."));
  await carla!.getByRole("link", { name: "Clientes de encomenda" }).click();
  await ana!.getByRole("button", { name: "Contatos de Clientes de encomenda" }).click();
  await add(ana!);
  // By keyboard alone.
  await dialog(ana!).getByLabel("Nome").focus();
  await ana!.keyboard.type("Joana Lima");
  await ana!.keyboard.press("Tab");
  await ana!.keyboard.type("11 98765-0001");
  await ana!.keyboard.press("Tab");
  await ana!.keyboard.type("joana@");
  await ana!.keyboard.press("Enter");
  await seen(dialog(ana!).getByText("Invalid email"));
  await dialog(ana!).getByLabel("E-mail").fill("joana@exemplo.com");
  await save(ana!);
  await seen(news(ana!, "Contato salvo com sucesso."));
  await seen(row(carla!, "Joana Lima").getByText("joana@exemplo.com"));
  await seen(carla!.getByRole("heading", { name: "Clientes de encomenda (1)" }));
  await row(carla!, "Joana Lima").getByRole("button", { name: "Excluir Joana Lima" }).click();
  await carla!.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await gone(row(ana!, "Joana Lima"));
  await ana!.getByRole("button", { name: "Listas" }).click();
  await row(ana!, "Clientes de encomenda").getByRole("button", { name: "Excluir Clientes de encomenda" }).click();
  await ana!.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await gone(row(ana!, "Clientes de encomenda"));
});

test("the numbers of a whole list are checked a few at a time, in sight of a colleague, until somebody stops it", async () => {
  enable();
  const known = desk.customer("Joana");
  const listId = desk.road.aurora.write((db) =>
    aList(db, [
      { name: "A Joana", number: known.number },
      ...Array.from({ length: 59 }, (_, nth) => ({ name: `Cliente ${nth + 10}`, number: String(5599900000001 + nth) })),
    ])
  );
  const at = `/contact-lists/${listId}/contacts`;
  const [ana, carla] = await Promise.all([ANA, CARLA].map((who) => desk.logIn(who, { at })));
  await seen(row(carla!, "Cliente 10").getByLabel("Ainda não verificado"));
  await ana!.getByRole("button", { name: "Verificar números" }).click();
  for (const page of [ana!, carla!]) {
    await seen(page.getByText("50 de 60 verificados"));
    await seen(row(page, "A Joana").getByLabel("Tem WhatsApp"));
    await seen(row(page, "Cliente 10").getByLabel("Não tem WhatsApp"));
  }
  await ana!.getByRole("button", { name: "Parar" }).click();
  for (const page of [ana!, carla!]) {
    await gone(page.getByText("50 de 60 verificados"));
    await seen(page.getByRole("button", { name: "Verificar números" }));
  }
});

test("a sheet with faults is imported, reported line by line, and taken back", async () => {
  enable();
  const ana = await desk.logIn(ANA, { at: "/contact-lists" });
  await add(ana);
  await dialog(ana).getByLabel("Nome").fill("Páscoa");
  await save(ana);
  await ana.getByRole("link", { name: "Páscoa" }).click();
  await seen(ana.getByText("Nenhum contato nesta lista ainda"));
  const file = ana.locator("input[type=file]");
  await file.setInputFiles({ ...sheet("recado.xlsx", []), buffer: Buffer.from("Um recado, que não é planilha") });
  await seen(dialog(ana).getByRole("alert").getByText(/^Este arquivo não é uma planilha que se possa ler\./));
  await dialog(ana).getByRole("button", { name: "Cancelar" }).click();
  await file.setInputFiles(sheet("pascoa.xlsx", [
    ["NOME", "Telefone", "e-mail", "Bairro", "CPF"],
    ["Adriana Lopes", "5511987120043", "adriana@exemplo.com", "Centro", "52998224725"],
    ["Rita Campos", "5.51199E+12", "", ""],
    ["João P.", "119876", "", ""],
    ["Adriana de novo", "11 8712-0043", "", ""],
    ["", "5511970041200", "", ""],
    ["Kaio Lima", "11970041201", "", "Lapa"],
  ]));
  const question = ana.getByRole("dialog", { name: "Importar pascoa.xlsx?" });
  const [example] = await Promise.all([
    ana.waitForEvent("download"),
    question.getByRole("button", { name: "Planilha de exemplo" }).click(),
  ]);
  expect(example.suggestedFilename()).toBe("planilha-de-exemplo.xlsx");
  const { look, pass } = inspection(ana);
  // What a column is taken for can be said otherwise, and what is not wanted left out.
  await seen(question.getByRole("checkbox", { name: "Bairro Centro · Lapa" }));
  await chooseIn(question.getByLabel("Nome"), "Bairro");
  await seen(question.getByRole("checkbox", { name: "NOME" }));
  await chooseIn(question.getByLabel("Nome"), "NOME");
  await question.getByRole("checkbox", { name: "CPF 52998224725" }).click({ force: true });
  await look("the columns");
  await question.getByRole("button", { name: "Importar 6 linhas" }).click();
  const report = ana.getByRole("dialog", { name: "pascoa.xlsx" });
  await seen(report.getByText("Importação concluída."));
  for (
    const reason of [
      "O Excel perdeu os últimos algarismos",
      "Número curto demais",
      "Repetido, igual à linha 2",
      "Sem nome",
    ]
  ) {
    await seen(report.getByRole("row").filter({ hasText: reason }));
  }
  await seen(report.getByText("{Bairro}", { exact: true }));
  await look("the report");
  const [saved] = await Promise.all([
    ana.waitForEvent("download"),
    report.getByRole("button", { name: "Baixar o relatório (.xlsx)" }).click(),
  ]);
  expect(read(Deno.readFileSync((await saved.path())!)).Sheets["Importação"]!.E2.v).toBe(
    "O Excel perdeu os últimos algarismos",
  );
  await report.getByRole("button", { name: "Fechar" }).last().click();
  await seen(row(ana, "Kaio Lima").getByText("Bairro: Lapa"));
  await seen(ana.getByRole("heading", { name: "Páscoa (2)" }));
  await look("the people");
  await ana.getByRole("button", { name: "Última importação" }).click();
  await report.getByRole("button", { name: "Desfazer" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Desfazer" }).click();
  await seen(report.getByText("Esta importação foi desfeita."));
  await report.getByRole("button", { name: "Fechar" }).last().click();
  await seen(ana.getByText("Nenhum contato nesta lista ainda"));
  pass();
});

test("numbers that want no campaigns are noted, imported, and let in again", async () => {
  enable();
  const ana = await desk.logIn(ANA, { at: "/contact-lists" });
  await ana.getByRole("button", { name: "Não querem campanhas" }).click();
  await seen(ana.getByText("Ninguém pediu para sair ainda"));
  await add(ana);
  await dialog(ana).getByLabel("Número").fill("5511987650001");
  await save(ana);
  await seen(row(ana, "+55 11 98765-0001").getByText("À mão"));
  await ana.locator("input[type=file]").setInputFiles(
    sheet("sair.xlsx", [["numero"], ["11987650002"], ["12"], ["5511987650001"]]),
  );
  await ana.getByRole("alertdialog").getByRole("button", { name: "Importar" }).click();
  await seen(ana.getByText("1 número novo, 1 já estava aqui, 1 linha recusada (3)."));
  await ana.getByRole("alertdialog").getByRole("button", { name: "Fechar" }).click();
  await seen(row(ana, "+55 11 98765-0002").getByText("Planilha"));
  const { look, pass } = inspection(ana);
  await look("the page");
  await row(ana, "+55 11 98765-0002").getByRole("button", { name: /^Liberar campanhas/ }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Liberar" }).click();
  await gone(row(ana, "+55 11 98765-0002"));
  pass();
});

test("on a phone the pages pass axe, and an attendant has none of them", async () => {
  enable();
  const ana = await desk.logIn(ANA, { at: "/contact-lists", viewport: NARROW, hasTouch: true });
  const { look, pass } = inspection(ana);
  await add(ana);
  await dialog(ana).getByLabel("Nome").fill("Natal");
  await save(ana);
  await seen(ana.getByRole("link", { name: "Natal" }));
  await look("the lists");
  await ana.getByRole("link", { name: "Natal" }).click();
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await look("the dialog");
  pass();
  const bruno = await desk.logIn(BRUNO, { at: "/contact-lists" });
  await seen(bruno.getByRole("heading", { name: "Página não encontrada" }));
  expect(await bruno.getByRole("link", { name: "Listas de contatos" }).count()).toBe(0);
});
