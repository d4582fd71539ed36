import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { read as readBook, utils } from "xlsx";
import { rememberContact } from "../../src/contacts/remember.ts";
import { phoneBookTable } from "../../src/contacts/table.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import { accept, aDesk, ANA, BRUNO, bubble, composer, gone, NARROW, poll, row, say, seen, WIDE } from "./desk.ts";
import { chooseIn } from "./fields.ts";
import { hold } from "./hold.ts";

const desk = aDesk();
let ana: Page, bruno: Page;

beforeAll(async () => {
  [ana, bruno] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO)]);
});

/** A customer who has written and is being served by whoever looks at this page. */
async function serve(page: Page, name: string) {
  const customer = desk.customer(name);
  customer.write(AURORA_PHONE, "Oi, tudo bem?");
  await page.goto("/tickets");
  await seen(row(page, name));
  await accept(page, name);
  return customer;
}

const toast = (page: Page, text: string) => seen(page.getByRole("status").getByText(text));
const sure = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
const strip = (page: Page, tag: string) => page.getByRole("button", { name: `Tirar a tag ${tag}` });

test("a tag is made on its page, put on a ticket by a colleague, recoloured, and deleted while it is on it", async () => {
  await serve(bruno, "Tina Prado");
  await ana.goto("/tags");
  await seen(ana.getByText("Nenhuma tag ainda"));
  await ana.getByRole("button", { name: "Nova tag" }).first().click();
  await ana.getByLabel("Nome").fill("ab");
  await ana.keyboard.press("Enter");
  await seen(ana.getByText("Mensagem muito curta"));
  await ana.getByLabel("Nome").fill("");
  await ana.keyboard.press("Enter");
  await seen(ana.getByText("Obrigatório"));
  await ana.getByLabel("Nome").fill("Festa junina");
  await ana.getByRole("option", { name: "Verde" }).click();
  await ana.keyboard.press("Enter");
  await toast(ana, "Tag salva com sucesso!");
  await seen(ana.getByRole("row", { name: "Festa junina" }).getByText("0", { exact: true }));

  await bruno.getByRole("button", { name: "Tag", exact: true }).click();
  await bruno.getByLabel("Buscar ou criar tag").fill("JUNI");
  await seen(bruno.getByRole("option", { name: "Festa junina" }));
  await bruno.keyboard.press("Enter");
  await seen(strip(bruno, "Festa junina"));
  await seen(ana.getByRole("row", { name: "Festa junina" }).getByText("1", { exact: true }));

  await ana.getByRole("button", { name: "Editar Festa junina" }).click();
  await ana.getByLabel("Nome").fill("Arraial");
  await ana.keyboard.press("Enter");
  await seen(strip(bruno, "Arraial"));
  await ana.getByRole("button", { name: "Excluir Arraial" }).click();
  await sure(ana);
  await toast(ana, "Tag excluída com sucesso!");
  await poll(() => ana.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.tagName)).not
    .toBe("BODY");
  await gone(strip(bruno, "Arraial"));
});

test("a new tag is made by typing its name on the ticket, by keyboard alone, and taken off again", async () => {
  await serve(bruno, "Ravi Luz");
  await bruno.getByRole("button", { name: "Tag", exact: true }).focus();
  await bruno.keyboard.press("Enter");
  await seen(bruno.getByLabel("Buscar ou criar tag"));
  await poll(() => bruno.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Buscar ou criar tag",
  );
  await bruno.keyboard.type("Sem açúcar 🧁");
  await seen(bruno.getByRole("option", { name: "Criar “Sem açúcar 🧁”" }));
  await bruno.keyboard.press("Enter");
  await seen(strip(bruno, "Sem açúcar 🧁"));
  await bruno.keyboard.press("Escape");
  await bruno.reload();
  await strip(bruno, "Sem açúcar 🧁").click();
  await gone(strip(bruno, "Sem açúcar 🧁"));
});

test("a quick reply is kept, suggested at a stroke, taken by keyboard, and changed", async () => {
  const customer = await serve(bruno, "Olívia Castro");
  await ana.goto("/quick-messages");
  await ana.getByRole("button", { name: "Adicionar" }).first().click();
  await seen(ana.getByRole("heading", { name: "Mensagem Rápida" }));
  await ana.getByLabel("Atalho").fill("bomdia");
  await ana.getByLabel("Mensagem", { exact: true }).fill("Oi, ");
  await ana.getByRole("button", { name: "{{firstName}}" }).click();
  await ana.keyboard.press("End");
  await ana.keyboard.type("! <b>Tudo bem?</b>");
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  await toast(ana, "Messagem adicionada com sucesso.");
  await ana.getByRole("button", { name: "Adicionar" }).first().click();
  await ana.getByLabel("Atalho").fill("BOMDIA");
  await ana.getByLabel("Mensagem", { exact: true }).fill("Outra");
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  await seen(ana.getByText("Já está em uso"));
  await ana.getByLabel("Atalho").fill("bolo");
  await ana.getByLabel("Mensagem", { exact: true }).fill("Temos bolo de fubá, de cenoura e de chocolate.");
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  await gone(ana.getByRole("dialog"));

  await composer(bruno).fill("/");
  await composer(bruno).press("b");
  const options = bruno.getByRole("listbox", { name: "Respostas rápidas" }).getByRole("option");
  await poll(() => options.allTextContents()).toEqual([
    "bolo - Temos bolo de fubá, de cenou…",
    "bomdia - Oi, {{firstName}}! <b>Tudo…",
  ]);
  await composer(bruno).press("Escape");
  await gone(options);
  await poll(() => composer(bruno).inputValue()).toBe("/b");
  await composer(bruno).press("o");
  await seen(options);
  await composer(bruno).press("ArrowDown");
  await composer(bruno).press("Enter");
  await poll(() => composer(bruno).inputValue()).toBe("Oi, Olívia! <b>Tudo bem?</b>");
  await composer(bruno).press("Enter");
  await customer.waitFor(({ text }) => text?.endsWith("Oi, Olívia! <b>Tudo bem?</b>") ?? false);

  // On a slow line, pressed before what offers them is there.
  await bruno.reload();
  const comes = await hold(bruno, "**/assets/QuickReplySuggestions-*.js");
  await composer(bruno).fill("/bom");
  await composer(bruno).press("Enter");
  await comes();
  await seen(options);
  expect(await composer(bruno).inputValue()).toBe("/bom");
  await composer(bruno).press("Enter");
  await poll(() => composer(bruno).inputValue()).toBe("Oi, Olívia! <b>Tudo bem?</b>");
  await composer(bruno).fill("");

  await bruno.getByRole("button", { name: "Respostas rápidas" }).click();
  await bruno.getByLabel("Buscar respostas rápidas").fill("cenoura");
  await bruno.keyboard.press("Enter");
  await poll(() => composer(bruno).inputValue()).toBe("Temos bolo de fubá, de cenoura e de chocolate.");
  await poll(() => bruno.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");

  await ana.getByRole("button", { name: "Editar /bolo" }).click();
  await ana.getByLabel("Mensagem", { exact: true }).fill("Hoje não temos bolo.");
  await ana.getByRole("button", { name: "Salvar" }).click();
  await toast(ana, "Messagem atualizada com sucesso.");
  await composer(bruno).fill("/bol");
  await options.first().click();
  await poll(() => composer(bruno).inputValue()).toBe("Hoje não temos bolo.");
  await ana.getByRole("button", { name: "Excluir /bolo" }).click();
  await seen(ana.getByRole("heading", { name: "Excluir Registro" }));
  await seen(ana.getByText("Deseja realmente excluir este registro?"));
  await sure(ana);
  await toast(ana, "Messagem excluída com sucesso.");
  await gone(ana.getByText("Hoje não temos bolo."));
});

test("beside the thread stand the contact, what is known of it, and notes that colleagues see at once", async () => {
  const customer = await serve(bruno, "Nara Lopes");
  const uuid = bruno.url().split("/").at(-1);
  await ana.goto(`/tickets/${uuid}`);
  for (const page of [ana, bruno]) {
    await page.getByRole("button", { name: "Dados do contato" }).click();
    await seen(page.getByRole("complementary", { name: "Contato" }));
  }
  const drawer = (page: Page) => page.getByRole("complementary", { name: "Contato" });
  expect(await drawer(bruno).locator("a[href^='tel:']").getAttribute("href")).toBe(`tel:+${customer.number}`);
  await drawer(bruno).getByLabel("Nova observação").fill("a");
  await drawer(bruno).getByRole("button", { name: "Adicionar" }).click();
  await seen(drawer(bruno).getByText("De 2 a 2000 caracteres"));
  await drawer(bruno).getByLabel("Nova observação").fill("Prefere retirar na loja <i>do centro</i>");
  await bruno.keyboard.press("Control+Enter");
  await toast(bruno, "Observação adicionada com sucesso!");
  const note = (page: Page) => drawer(page).getByRole("article").filter({ hasText: "loja <i>do centro</i>" });
  await seen(note(ana));
  await poll(() => note(ana).textContent()).toMatch(/Bruno Tavares\d\d\/\d\d\/\d\d \d\d:\d\d/);

  await drawer(ana).getByRole("button", { name: "Editar" }).click();
  await ana.getByLabel("Nome", { exact: true }).fill("Nara 🧁 Lopes");
  await ana.getByLabel("E-mail").fill("nara@");
  await ana.getByRole("button", { name: "Salvar" }).click();
  await seen(ana.getByText("Invalid email"));
  await ana.getByLabel("E-mail").fill("nara@exemplo.com");
  await ana.getByRole("button", { name: "Adicionar informação" }).click();
  await ana.getByLabel("Nome da informação").fill("Endereço");
  await ana.getByLabel("Valor").fill("R. Ipê, 58");
  await ana.getByRole("button", { name: "Salvar" }).click();
  await toast(ana, "Contato salvo com sucesso.");
  await seen(bruno.getByRole("heading", { name: "Nara 🧁 Lopes", level: 2 }));
  await seen(drawer(bruno).getByText("R. Ipê, 58"));
  await poll(() => drawer(bruno).locator("a[href^='mailto:']").textContent()).toBe("nara@exemplo.com");

  await note(bruno).getByRole("button", { name: "Excluir a observação" }).click();
  await seen(bruno.getByText("Deseja realmente excluir este registro?"));
  await sure(bruno);
  await toast(bruno, "Observação excluída com sucesso!");
  await gone(note(ana));
  for (const page of [ana, bruno]) await page.getByRole("button", { name: "Fechar o contato" }).first().click();
});

test("two people who edit one contact at once do not overwrite each other unseen", async () => {
  const { number } = desk.customer("Edu Dois");
  await ana.goto("/contacts");
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar", exact: true }).click();
  await seen(ana.getByText("Required").first());
  await ana.getByLabel("Nome", { exact: true }).fill("Edu");
  await ana.getByLabel("Número").fill("+55 11 91234-0000");
  await ana.keyboard.press("Enter");
  await seen(ana.getByText("Este não é um número de WhatsApp válido."));
  await ana.getByLabel("Número").fill(number);
  await ana.keyboard.press("Enter");
  await toast(ana, "Contato salvo com sucesso.");

  await bruno.goto("/contacts");
  await bruno.getByLabel("Buscar contatos").fill("EDU");
  // The list before the search would be taken away under the press.
  await poll(() => bruno.getByRole("row").count()).toBe(2);
  for (const page of [ana, bruno]) {
    await page.getByRole("button", { name: "Editar Edu", exact: true }).click();
    await seen(page.getByLabel("Nome", { exact: true }));
  }
  await ana.getByLabel("Nome", { exact: true }).fill("Edu Ana");
  await ana.keyboard.press("Enter");
  await gone(ana.getByRole("dialog"));
  await bruno.getByLabel("Nome", { exact: true }).fill("Edu Bruno");
  await bruno.keyboard.press("Enter");
  await seen(bruno.getByText(/Ana Ribeiro salvou isto enquanto você editava .*Edu Ana · \+55/s));
  await poll(() => bruno.getByLabel("Nome", { exact: true }).inputValue()).toBe("Edu Bruno");
  await bruno.getByRole("button", { name: "Salvar o meu por cima" }).click();
  await toast(bruno, "Contato salvo com sucesso.");
  await seen(ana.getByRole("row", { name: /Edu Bruno/ }));

  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByLabel("Nome", { exact: true }).fill("Outro Edu");
  await ana.getByLabel("Número").fill(number);
  await ana.keyboard.press("Enter");
  await seen(ana.getByText("Já existe um contato com este número."));
  await ana.keyboard.press("Escape");
});

test("whom the phone knows is imported, a ticket is opened from the list, and a contact is deleted by who may", async () => {
  const tia = desk.customer("Nobody");
  await desk.road.owner.saveContact(tia.number, "Tia Neide");
  await ana.goto("/contacts");
  await poll(() => desk.road.aurora.read.select().from(phoneBookTable).all().length).toBe(1);
  await ana.getByRole("button", { name: "Importar" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Importar" }).click();
  await toast(ana, "1 contato importado.");
  await seen(ana.getByRole("row", { name: /Tia Neide/ }));
  await bruno.goto("/contacts");
  await bruno.getByLabel("Buscar contatos").fill("neide");
  await gone(bruno.getByRole("button", { name: "Excluir Tia Neide" }));
  await bruno.getByRole("button", { name: "Novo atendimento com Tia Neide" }).click();
  await chooseIn(bruno.getByLabel("Fila", { exact: true }), "Encomendas");
  await bruno.getByRole("button", { name: "OK" }).click();
  await bruno.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await ana.getByRole("button", { name: "Excluir Tia Neide" }).click();
  await sure(ana);
  await seen(ana.getByText("Este contato tem um atendimento em andamento. Resolva antes de excluir."));
  await bruno.getByRole("button", { name: "Resolver" }).click();
  await bruno.waitForURL("**/tickets");
  await ana.getByRole("button", { name: "Excluir Tia Neide" }).click();
  await sure(ana);
  await toast(ana, "Contato excluído com sucesso!");
  await gone(ana.getByRole("row", { name: /Tia Neide/ }));
});

test("an administrator takes along whom the list finds, as a workbook or as .csv; an attendant cannot", async () => {
  for (const [name, number] of [["=1+1 Lima", "5511912340001"], ["Ária Lima", "5511912340002"]] as const) {
    desk.road.aurora.write((db) =>
      void rememberContact(db, { jid: `${number}@s.whatsapp.net`, phone: number }, name, 1)
    );
  }
  await ana.goto("/contacts");
  await ana.getByLabel("Buscar contatos").fill("lima");
  await seen(ana.getByRole("row", { name: /Ária Lima/ }));
  const download = async (entry: string) => {
    await ana.getByRole("button", { name: "Planilha" }).click();
    const [file] = await Promise.all([
      ana.waitForEvent("download"),
      ana.getByRole("menuitem", { name: entry }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await Deno.readFile((await file.path())!) };
  };
  const workbook = await download("Exportar (.xlsx)");
  expect(workbook.name).toMatch(/^contatos-\d{4}-\d\d-\d\d\.xlsx$/);
  const { Contatos } = readBook(workbook.bytes).Sheets;
  expect(utils.sheet_to_json(Contatos!, { header: 1 })).toEqual([
    ["Nome", "Número", "E-mail", "Informações extras"],
    ["=1+1 Lima", "+55 11 91234-0001", "", ""],
    ["Ária Lima", "+55 11 91234-0002", "", ""],
  ]);
  const csv = await download("Exportar (.csv)");
  expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(csv.bytes)).toBe(
    "\ufeffNome;Número;E-mail;Informações extras\r\n'=1+1 Lima;+55 11 91234-0001;;\r\nÁria Lima;+55 11 91234-0002;;\r\n",
  );
  await bruno.goto("/contacts");
  await bruno.getByRole("button", { name: "Planilha" }).click();
  await seen(bruno.getByRole("menuitem", { name: "Importar planilha" }));
  await gone(bruno.getByRole("menuitem", { name: /Exportar/ }));
});

/** A file as Excel in Brazil saves it: `;`, Latin-1. */
function aCsv(lines: string[]) {
  return {
    name: "clientes.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\r\n"), "latin1"),
  };
}

test("a spreadsheet's rows become contacts before a colleague's eyes; a portion that fails is sent again", async () => {
  desk.road.aurora.write((db) =>
    void rememberContact(db, { jid: "5511912350001@s.whatsapp.net", phone: "5511912350001" }, "Sheila Antiga", 1)
  );
  await ana.goto("/contacts");
  await ana.getByLabel("Buscar contatos").fill("sheila");
  await seen(ana.getByRole("row", { name: /Sheila Antiga/ }));
  await bruno.goto("/contacts");
  await bruno.getByRole("button", { name: "Planilha" }).click();
  await bruno.getByRole("menuitem", { name: "Importar planilha" }).click();
  const dialog = bruno.getByRole("dialog", { name: "Importar planilha" });
  const file = dialog.locator("input[type=file]");
  const isRefused = dialog.getByText("Este arquivo não pode ser lido como planilha.");
  await file.setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0, 0, 1]) });
  await seen(isRefused);
  await file.setInputFiles(aCsv(["Nome;Número"]));
  await seen(dialog.getByText("Não há nenhuma linha nesta planilha."));
  await file.setInputFiles({ ...aCsv(["Um recado", "que não é planilha"]), name: "recado.xlsx" });
  await seen(isRefused);
  await file.setInputFiles(aCsv([
    "Código;Cliente;Apelido;WhatsApp;E-mail",
    "1;Sheila Antônia;Shê;(11) 91235-0001;sheila@exemplo.com",
    "2;Sheila Nova;Nova;+55 11 91235-0002;",
    "3;Sheila Sem Número;;;",
    ...Array.from({ length: 600 }, (_, nth) => `${nth};Zz lote ${nth};;55119600${10_000 + nth};`),
  ]));
  const line = (nth: number) => dialog.getByRole("row", { name: new RegExp(`^${nth} `) });
  await seen(line(2).getByText("Atualiza Sheila Antiga"));
  await poll(() => dialog.getByLabel("Nome", { exact: true }).innerText()).toBe("Cliente");
  await poll(() => dialog.getByRole("checkbox").isChecked()).toBe(true);
  await seen(line(3).getByText("Contato novo"));
  await seen(line(4).getByText("Sem número"));
  await chooseIn(dialog.getByLabel("Nome", { exact: true }), "Apelido");
  await seen(line(3).getByText("Nova", { exact: true }));
  await chooseIn(dialog.getByLabel("Nome", { exact: true }), "Cliente");

  let portions = 0;
  await bruno.route("**/api/contacts/import/rows", (route) => ++portions === 2 ? route.abort() : route.continue());
  await dialog.getByRole("button", { name: "Importar 603 linhas" }).click();
  await seen(dialog.getByText("Nada se perdeu: a importação continua de onde parou."));
  await seen(ana.getByRole("row", { name: /Sheila Antônia.*sheila@exemplo.com/ }));
  await dialog.getByRole("button", { name: "Tentar de novo" }).click();
  await seen(dialog.getByText("Importação concluída."));
  expect(portions).toBe(3);
  for (const count of ["601 contatos novos", "1 atualizado", "0 já estava assim", "1 linha recusada"]) {
    await seen(dialog.getByText(count));
  }
  const [refused] = await Promise.all([
    bruno.waitForEvent("download"),
    dialog.getByRole("button", { name: "Baixar as linhas recusadas (.csv)" }).click(),
  ]);
  expect(refused.suggestedFilename()).toBe("linhas-recusadas.csv");
  expect(await Deno.readTextFile((await refused.path())!)).toBe(
    "\ufeffLinha;Nome;Número;E-mail;Motivo\r\n4;Sheila Sem Número;;;Sem número\r\n",
  );
  await dialog.getByRole("button", { name: "Concluir" }).click();
  await gone(dialog);
  await bruno.getByLabel("Buscar contatos").fill("sheila");
  await seen(bruno.getByRole("row", { name: /Sheila Nova.*\+55 11 91235-0002/ }));
});

test("a conversation is started with the person on a card that a customer passes on", async () => {
  const lea = await serve(bruno, "Léa Costa"), neto = desk.customer("Neto");
  lea.sendContact(AURORA_PHONE, { name: "Neto Costa", number: neto.number });
  await bruno.getByRole("button", { name: "Iniciar conversa com Neto Costa" }).click();
  await seen(bruno.getByRole("heading", { name: "Novo atendimento" }));
  await chooseIn(bruno.getByLabel("Fila", { exact: true }), "Encomendas");
  await bruno.getByRole("button", { name: "OK" }).click();
  await seen(bruno.getByRole("heading", { name: "Neto Costa", level: 2 }));
});

test("who is not known yet is added where a ticket is begun, with what was typed", async () => {
  await bruno.goto("/tickets");
  const lilo = desk.customer("Lilo");
  await bruno.getByRole("button", { name: "Novo", exact: true }).click();
  const asked = bruno.getByRole("dialog", { name: "Novo atendimento" });
  await asked.getByRole("combobox", { name: "Contato" }).fill(`+${lilo.number}`);
  await seen(asked.getByText("Nada encontrado"));
  await asked.getByRole("button", { name: "Adicionar contato" }).click();
  const form = bruno.getByRole("dialog", { name: "Adicionar contato" });
  expect(await form.getByLabel("Número").inputValue()).toBe(`+${lilo.number}`);
  await form.getByLabel("Nome", { exact: true }).fill("Lilo Pires");
  await form.getByRole("button", { name: "Adicionar", exact: true }).click();
  await gone(form);
  expect(await asked.getByRole("combobox", { name: "Contato" }).inputValue()).toBe("Lilo Pires");
  await chooseIn(asked.getByLabel("Fila", { exact: true }), "Encomendas");
  await asked.getByRole("button", { name: "OK" }).click();
  await seen(bruno.getByRole("heading", { name: "Lilo Pires", level: 2 }));
});

test("two contacts that are one person are merged, write on meanwhile, and are taken apart again", async () => {
  const duda = await serve(bruno, "Duda Sá"), drica = await serve(bruno, "Drica Sá");
  await bruno.getByRole("button", { name: "Dados do contato" }).click();
  const drawer = bruno.getByRole("complementary", { name: "Contato" });
  await drawer.getByRole("button", { name: "Unir com outro contato" }).click();
  await bruno.getByLabel("É a mesma pessoa que").fill("duda");
  await bruno.getByRole("option", { name: /Duda Sá/ }).click();
  await seen(bruno.getByText("Fica Duda Sá, o contato mais antigo, com o nome e o número dele."));
  await seen(bruno.getByText("Os atendimentos em andamento dos dois viram um só."));
  await bruno.getByRole("button", { name: "Unir", exact: true }).click();
  await toast(bruno, "Drica Sá agora faz parte de Duda Sá.");
  drica.write(AURORA_PHONE, "Sou a Drica");
  duda.write(AURORA_PHONE, "Sou a Duda");
  await bruno.goto("/tickets");
  await gone(row(bruno, "Drica Sá"));
  await row(bruno, "Duda Sá").getByRole("link").click();
  for (const words of ["Sou a Drica", "Sou a Duda"]) await seen(bubble(bruno, words));
  await seen(drawer.getByText("1 atendimento desde").or(drawer.getByText("2 atendimentos desde")));
  await drawer.getByRole("button", { name: "Desfazer" }).click();
  await toast(bruno, "Drica Sá voltou a ser um contato à parte.");
  // The ticket that went on was the one accepted last.
  await gone(bubble(bruno, "Sou a Duda"));
  await seen(bubble(bruno, "Sou a Drica"));
  await row(bruno, "Duda Sá").getByRole("link").click();
  await seen(bubble(bruno, "Sou a Duda"));
  await gone(bubble(bruno, "Sou a Drica"));
  await bruno.getByRole("button", { name: "Fechar o contato" }).first().click();
});

test("a thread is read on upwards into the contact's earlier tickets, of those that one may see", async () => {
  const vera = await serve(bruno, "Vera Prado");
  await say(bruno, "Era uma vez");
  await seen(bubble(bruno, "Era uma vez"));
  await bruno.getByRole("button", { name: "Resolver" }).click();
  await bruno.waitForURL("**/tickets");
  const again = async () => {
    await bruno.goto("/contacts");
    await bruno.getByLabel("Buscar contatos").fill("vera");
    await poll(() => bruno.getByRole("row").count()).toBe(2);
    await bruno.getByRole("button", { name: "Novo atendimento com Vera Prado" }).click();
    await chooseIn(bruno.getByLabel("Fila", { exact: true }), "Encomendas");
    await bruno.getByRole("button", { name: "OK" }).click();
    await bruno.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  };
  await again();
  vera.write(AURORA_PHONE, "Voltei");
  await seen(bubble(bruno, "Voltei"));
  await gone(bubble(bruno, "Era uma vez"));
  await bruno.getByRole("button", { name: /Ver o atendimento anterior, de/ }).focus();
  await bruno.keyboard.press("Enter");
  await seen(bubble(bruno, "Era uma vez"));
  await seen(bruno.getByText(/Este atendimento: \d{4}-\d{6}/));
  await bruno.getByRole("button", { name: "Dados do contato" }).click();
  const drawer = bruno.getByRole("complementary", { name: "Contato" });
  await seen(drawer.getByText("2 atendimentos desde"));
  await drawer.getByRole("region", { name: "Outros atendimentos" }).getByRole("link").click();
  await seen(bruno.getByRole("button", { name: "Reabrir" }));
  await gone(bubble(bruno, "Voltei"));
  await bruno.getByRole("button", { name: "Fechar o contato" }).first().click();
});

for (const [size, viewport] of [["wide", WIDE], ["narrow", NARROW]] as const) {
  test(`axe finds nothing on these ${size} screens, light or dark`, async () => {
    const page = await desk.logIn(ANA, { viewport, at: "/tags" });
    const { look, pass } = inspection(page);
    await page.getByRole("button", { name: "Nova tag" }).first().click();
    await page.getByLabel("Nome").fill(`Amostra ${size}`);
    await look("tags, add");
    await page.keyboard.press("Enter");
    await gone(page.getByRole("dialog"));
    await seen(page.getByText(`Amostra ${size}`));
    await look("tags");
    await serve(page, `Zeca ${size}`);
    await page.getByRole("button", { name: "Tag", exact: true }).click();
    await page.getByRole("option", { name: `Amostra ${size}` }).click();
    await seen(strip(page, `Amostra ${size}`));
    await look("ticket's tags");
    await page.keyboard.press("Escape");
    await page.goto("/quick-messages");
    await page.getByRole("button", { name: "Adicionar" }).first().click();
    await page.getByLabel("Atalho").fill(`amostra-${size}`);
    await page.getByLabel("Mensagem", { exact: true }).fill("Bom dia!");
    await look("quick replies, add");
    await page.getByRole("button", { name: "Adicionar" }).last().click();
    await gone(page.getByRole("dialog"));
    await look("quick replies");
    await page.goBack();
    await composer(page).fill("/amos");
    await seen(page.getByRole("option", { name: `amostra-${size}` }));
    await look("quick replies, suggested");
    await composer(page).fill("");
    await page.getByRole("button", { name: "Dados do contato" }).click();
    await page.getByLabel("Nova observação").fill("Uma observação");
    await page.keyboard.press("Control+Enter");
    await seen(page.getByRole("article").filter({ hasText: "Uma observação" }));
    await look("contact drawer");
    await page.getByRole("button", { name: "Editar" }).click();
    await page.getByRole("button", { name: "Adicionar informação" }).click();
    await page.getByRole("button", { name: "Salvar" }).click();
    await seen(page.getByText("Required").first());
    await look("contact, edit");
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
    await page.getByRole("button", { name: "Unir com outro contato" }).click();
    await page.getByLabel("É a mesma pessoa que").fill("duda");
    await page.getByRole("option", { name: /Duda Sá/ }).click();
    await seen(page.getByText(/Fica .*, o contato mais antigo/));
    await look("contacts, merge");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Fechar o contato" }).first().click();
    await page.locator("[data-message]").first().waitFor();
    await page.getByRole("button", { name: "Resolver" }).filter({ visible: true }).click();
    await page.waitForURL("**/tickets");
    await page.goto("/contacts");
    await page.getByRole("table").waitFor();
    await look("contacts");
    // By now they are more than a phone shows.
    await page.getByLabel("Buscar contatos").fill(`Zeca ${size}`);
    await seen(page.getByRole("row", { name: `Zeca ${size}` }));
    await page.getByRole("button", { name: "Planilha" }).click();
    await page.getByRole("menuitem", { name: "Importar planilha" }).click();
    await look("contacts, choose a spreadsheet");
    await page.getByRole("dialog").locator("input[type=file]").setInputFiles(aCsv([
      "Nome;Celular",
      "Novato Reis;(11) 91236-0001",
      "Sem Número;",
    ]));
    await seen(page.getByText(/^(Contato novo|Já está assim)$/));
    await look("contacts, a spreadsheet's columns");
    await page.getByRole("button", { name: "Importar 2 linhas" }).click();
    await seen(page.getByText("Importação concluída."));
    await look("contacts, what became of a spreadsheet");
    await page.getByRole("button", { name: "Concluir" }).click();
    await page.getByRole("button", { name: `Novo atendimento com Zeca ${size}` }).click();
    await page.getByRole("button", { name: "OK" }).click();
    await page.getByRole("button", { name: /Ver o atendimento anterior, de/ }).click();
    await seen(bubble(page, "Oi, tudo bem?"));
    await look("thread, read on into an earlier ticket");
    pass();
  });
}
