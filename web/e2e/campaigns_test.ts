import { Buffer } from "node:buffer";
import { isNotNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { aList, noPauses } from "../../src/testing/campaigns.ts";
import { setCampaignSettings } from "../../src/campaigns/settings.ts";
import { recipientTable } from "../../src/campaigns/table.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, aPicture, BRUNO, gone, NARROW, NINA, poll, seen } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
beforeEach(() => desk.road.aurora.write((db) => noPauses(db)));

const row = (page: Page, name: string) => page.getByRole("table").getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");
const news = (page: Page, text: string) => page.getByRole("status").getByText(text);
const textbox = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: true });
const listOf = (name: string, phones: readonly { name: string; number: string }[]) =>
  desk.road.aurora.write((db) => aList(db, phones.map(({ name, number }) => ({ name, number })), name));
const figure = (page: Page, name: string) =>
  page.locator("dl > div").filter({ hasText: name }).locator("dd").innerText();
const state = (page: Page, name: string) => page.getByRole("group", { name: "Situação" }).getByRole("button", { name });
/** A call as the page's own person: another login of hers would end this one. */
const ask = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(async ({ method, path, body }) => {
    const authorization = `Bearer ${localStorage.getItem("token")}`;
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return answer.json();
  }, { method, path, body });
/** Another tab of the same person. */
const tab = async (page: Page, at: string) => {
  const other = await page.context().newPage();
  await other.goto(at);
  return other;
};

test("a campaign with confirmation is written, started and watched; its report is what the phones saw", async () => {
  const [yes, no, leaves] = ["Sílvia Sim", "Nádia Não", "Lia Sai"].map((name) => desk.customer(name));
  listOf("Encomendas de Natal", [yes!, no!, leaves!]);
  const page = await desk.logIn(ANA, { at: "/campaigns" }), other = await tab(page, "/campaigns");
  await seen(other.getByText("Nenhuma campanha ainda"));
  await page.getByRole("button", { name: "Adicionar" }).first().click();
  await dialog(page).getByRole("button", { name: "Adicionar" }).click();
  await seen(dialog(page).getByText("Obrigatório"));
  await textbox(page, "Nome").fill("Natal");
  await chooseIn(dialog(page).getByLabel("Confirmação"), "Habilitada");
  await chooseIn(dialog(page).getByLabel("Lista de contatos"), "Encomendas de Natal");
  await textbox(page, "Mensagem").fill("Oi, ! O panetone voltou. {cor}");
  await textbox(page, "Mensagem").evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4));
  await dialog(page).getByRole("button", { name: "Inserir {nome}" }).click();
  await poll(() => textbox(page, "Mensagem").inputValue()).toBe("Oi, {nome}! O panetone voltou. {cor}");
  await seen(dialog(page).getByText("A variável {cor} não existe"));
  await seen(dialog(page).getByText("Não diz como sair"));
  await textbox(page, "Mensagem").fill("Oi, {nome}! O panetone voltou. Responda SAIR para não receber mais.");
  await gone(dialog(page).getByText("Não diz como sair"));
  await textbox(page, "Mensagem de confirmação").fill("{nome}, posso mandar a novidade? 1 sim, 2 não");
  await seen(dialog(page).getByText("3 contatos recebem"));
  const preview = dialog(page).getByRole("complementary", { name: "Prévia" });
  await seen(preview.getByText("Oi, Sílvia Sim! O panetone voltou."));
  await chooseIn(preview.getByLabel("Quem recebe"), "Como Nádia Não");
  await seen(preview.getByText("Nádia Não, posso mandar a novidade?"));
  await dialog(page).getByRole("button", { name: "Adicionar" }).click();
  await seen(news(page, "Campanha salva com sucesso!"));
  for (const one of [page, other]) await seen(row(one, "Natal").getByText("Inativa"));
  await seen(row(page, "Natal").getByText("não definida"));
  await seen(row(page, "Natal").getByText("sem agendamento"));
  await seen(row(page, "Natal").getByText("não concluída"));

  await row(page, "Natal").getByRole("button", { name: "Iniciar Natal agora" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Iniciar agora" }).click();
  await seen(row(other, "Natal").getByText("Em andamento"));
  await row(page, "Natal").getByRole("button", { name: "Relatório de Natal" }).click();
  await seen(page.getByRole("heading", { name: "Relatório da campanha: Natal" }));
  await poll(() => state(page, "Confirmação pedida").innerText()).toContain("3");
  await seen(page.getByText("Só faltam respostas à confirmação"));
  yes!.write(AURORA_PHONE, "sim");
  no!.write(AURORA_PHONE, "2");
  leaves!.write(AURORA_PHONE, "SAIR");
  await yes!.waitFor(({ text }) => text?.startsWith("Oi, Sílvia Sim!") ?? false);
  await seen(page.getByRole("heading", { name: "1 de 3 entregues" }));
  await poll(() => state(page, "Enviadas").innerText()).toContain("1");
  await poll(() => state(page, "Saíram").innerText()).toContain("1");
  await poll(() => state(page, "Puladas").innerText()).toContain("1");
  await poll(() => figure(page, "Confirmações solicitadas")).toBe("3");
  expect(await figure(page, "Contatos válidos")).toBe("3");
  expect(no!.received.map(({ text }) => text)).toEqual(["Nádia Não, posso mandar a novidade? 1 sim, 2 não"]);
  await seen(row(other, "Natal").getByText("Finalizada"));
  await state(page, "Puladas").click();
  await seen(row(page, "Nádia Não").getByText("respondeu não"));
  await gone(row(page, "Sílvia Sim"));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportar" }).click();
  await page.getByRole("menuitem", { name: "Exportar (.xlsx)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^natal-.*\.xlsx$/);

  await other.getByRole("button", { name: "Excluir Natal" }).click();
  await seen(other.getByRole("alertdialog", { name: "Excluir a campanha Natal?" }));
  await other.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await gone(row(other, "Natal"));
});

test("one that is in progress is stopped and restarted, and cannot be changed meanwhile", async () => {
  // A long pause keeps the second waiting.
  desk.road.aurora.write((db) => setCampaignSettings(db, { longerIntervalAfter: 5, messageInterval: 20 }));
  const phones = [1, 2, 3, 4].map((nth) => desk.customer(`Vera ${nth}`));
  const contactListId = listOf("Veras", phones);
  const form = { name: "Vagarosa", message1: "Oi, {nome}", contactListId, whatsappId: desk.road.connectionId };
  const page = await desk.logIn(ANA, { at: "/campaigns" });
  const { id } = await ask(page, "POST", "/campaigns", form);
  await ask(page, "POST", `/campaigns/${id}/start`);
  await seen(row(page, "Vagarosa").getByText("Em andamento"));
  await row(page, "Vagarosa").getByRole("button", { name: "Editar Vagarosa" }).click();
  await seen(dialog(page).getByRole("heading", { name: "Ver campanha" }));
  expect(await dialog(page).getByRole("button", { name: "Salvar" }).count()).toBe(0);
  expect(await textbox(page, "Nome").isEditable()).toBe(false);
  await dialog(page).getByRole("button", { name: "Cancelar" }).click();
  await seen(news(page, "Campanha cancelada com sucesso!"));
  await seen(dialog(page).getByRole("heading", { name: "Atualizar campanha" }));
  await textbox(page, "Nome").fill("Vagarosa 2");
  await dialog(page).getByRole("button", { name: "Salvar" }).click();
  await seen(row(page, "Vagarosa 2").getByText("Cancelada"));
  await row(page, "Vagarosa 2").getByRole("button", { name: "Reiniciar Vagarosa 2" }).click();
  await seen(news(page, "Campanha reiniciada com sucesso!"));
  await seen(row(page, "Vagarosa 2").getByText("Em andamento"));
  await row(page, "Vagarosa 2").getByRole("button", { name: "Parar Vagarosa 2" }).click();
  await seen(row(page, "Vagarosa 2").getByText("Cancelada"));
});

test("of two who change the same campaign the second is told", async () => {
  const page = await desk.logIn(ANA, { at: "/campaigns" });
  const { id, revision } = await ask(page, "POST", "/campaigns", { name: "Duas mãos", message1: "Oi" });
  await row(page, "Duas mãos").getByRole("button", { name: "Editar Duas mãos" }).click();
  await textbox(page, "Nome").fill("A minha");
  await ask(page, "PUT", `/campaigns/${id}`, { name: "A dela", message1: "Olá", was: revision });
  await dialog(page).getByRole("button", { name: "Salvar" }).click();
  await dialog(page).getByRole("alert").getByRole("button", { name: "Usar como está agora" }).click();
  await poll(() => textbox(page, "Nome").inputValue()).toBe("A dela");
  await textbox(page, "Nome").fill("As duas");
  await dialog(page).getByRole("button", { name: "Fechar" }).last().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await seen(row(page, "A dela"));
});

test("who answers is named with the campaign in the conversation, which leads to its report and back", async () => {
  const rita = desk.customer("Rita Responde");
  const contactListId = listOf("Ritas", [rita]);
  const page = await desk.logIn(ANA, { at: "/campaigns" });
  const form = { name: "Panetone", message1: "Oi", contactListId, whatsappId: desk.road.connectionId };
  const { id } = await ask(page, "POST", "/campaigns", form);
  await ask(page, "POST", `/campaigns/${id}/start`);
  await rita.waitFor(({ text }) => text === "Oi");
  await seen(row(page, "Panetone").getByText("Finalizada"));
  rita.write(AURORA_PHONE, "Quero o cardápio");
  await row(page, "Panetone").getByRole("button", { name: "Relatório de Panetone" }).click();
  await seen(row(page, "Rita Responde").getByText("Quero o cardápio"));
  await row(page, "Rita Responde").getByRole("button", { name: "Abrir o atendimento de Rita Responde" }).click();
  await page.getByRole("link", { name: "Campanha Panetone" }).click();
  await seen(page.getByRole("heading", { name: "Relatório da campanha: Panetone" }));
  await page.getByRole("button", { name: "Comparar" }).click();
  await dialog(page).getByRole("checkbox", { name: "Vagarosa 2" }).click({ force: true });
  await seen(dialog(page).getByRole("row", { name: /Vagarosa 2/ }));
});

/** Another connection of the bakery, and the phone that it is linked to. */
async function secondConnection(page: Page): Promise<string> {
  const { aurora, server: { supervisor } } = desk.road;
  const { id } = await ask(page, "POST", "/whatsapp", { name: "Loja 2" });
  const phone = desk.customer("Padaria Aurora 2");
  await poll(() => supervisor.liveOf(aurora, id).qrcode).not.toBe("");
  await phone.scan(supervisor.liveOf(aurora, id).qrcode);
  await poll(async () => (await ask(page, "GET", `/whatsapp/${id}`)).status).toBe("CONNECTED");
  return phone.number;
}

test(
  "a picture goes out by two connections, to oneself first; what follows goes to who is silent, and it comes again",
  async () => {
    const phones = [1, 2, 3, 4].map((nth) => desk.customer(`Bela ${nth}`)), own = desk.customer("Celular da Ana");
    listOf("Belas", phones);
    const page = await desk.logIn(ANA, { at: "/campaigns" });
    const second = await secondConnection(page);
    await page.getByRole("button", { name: "Adicionar" }).first().click();
    await textbox(page, "Nome").fill("Vitrine");
    await chooseIn(dialog(page).getByLabel("Lista de contatos"), "Belas");
    await chooseIn(dialog(page).locator("button[name=whatsappId]"), "Loja Centro");
    await dialog(page).getByRole("group", { name: "Dividir com" }).getByText("Loja 2").click();
    await textbox(page, "Mensagem").fill("Oi, {nome}! Olhe só. SAIR para não receber mais.");
    const picture = {
      name: "bolo.png",
      mimeType: "image/png",
      buffer: Buffer.from(await aPicture(page, "teal", 160, 90)),
    };
    await dialog(page).locator("input[type=file]").setInputFiles(picture);
    const preview = dialog(page).getByRole("complementary", { name: "Prévia" });
    await seen(preview.getByRole("img", { name: "bolo.png" }));
    await dialog(page).getByRole("button", { name: "Mensagens seguintes" }).click();
    await dialog(page).getByRole("button", { name: "Mensagem seguinte", exact: true }).click();
    await dialog(page).getByLabel("Depois de (dias)").fill("3");
    await textbox(page, "Mensagem seguinte 1").fill("Ainda dá tempo, {nome}.");
    await dialog(page).getByRole("button", { name: "Repetição" }).click();
    await chooseIn(dialog(page).getByLabel("Repetir", { exact: true }), "Toda semana");
    await dialog(page).getByRole("button", { name: "Adicionar" }).last().click();
    await seen(news(page, "Campanha salva com sucesso!"));

    await row(page, "Vitrine").getByRole("button", { name: "Editar Vitrine" }).click();
    await seen(preview.getByRole("img", { name: "bolo.png" }));
    await poll(() => textbox(page, "Mensagem seguinte 1").inputValue()).toBe("Ainda dá tempo, {nome}.");
    await poll(() => dialog(page).getByLabel("Repetir", { exact: true }).innerText()).toContain("Toda semana");
    await poll(() => dialog(page).getByRole("checkbox", { name: "Loja 2" }).isChecked()).toBe(true);
    await dialog(page).getByRole("button", { name: "Enviar teste" }).click();
    const test = page.getByRole("dialog", { name: "Enviar teste" });
    await test.getByLabel("Número").fill(own.number);
    await test.getByRole("button", { name: "Enviar" }).click();
    await seen(news(page, "Teste enviado."));
    const shown = await own.waitFor(({ media }) => media?.kind === "image");
    // Nobody knows whose number it is: it reads what the first recipient will.
    expect(shown.media?.caption).toBe("Oi, Bela 1! Olhe só. SAIR para não receber mais.");
    await dialog(page).getByRole("button", { name: "Fechar" }).last().click();

    // Else the one that is done with the picture first would take them all.
    desk.road.aurora.write((db) => setCampaignSettings(db, { messageInterval: 3 }));
    await row(page, "Vitrine").getByRole("button", { name: "Iniciar Vitrine agora" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Iniciar agora" }).click();
    for (const phone of phones) {
      await phone.waitFor(({ media }) => media?.caption?.startsWith(`Oi, ${phone.name}!`) ?? false);
    }
    const senders = new Set(phones.flatMap(({ received }) => received.map(({ from }) => from.split(/[@:]/)[0])));
    expect([...senders].toSorted()).toEqual([AURORA_PHONE, second].toSorted());
    // In a week it comes again.
    await seen(row(page, "Vitrine").getByText("Programada"));
    phones[0]!.write(phones[0]!.received[0]!.from.split(/[@:]/)[0]!, "Que lindo!");
    const running = page.getByRole("table").getByRole("row").filter({ hasText: "Em andamento" });
    await running.getByRole("button", { name: "Relatório de Vitrine" }).click();
    await seen(row(page, "Bela 1").getByText("Que lindo!"));
    desk.road.aurora.write((db) =>
      void db.update(recipientTable).set({ nextAt: Date.now() - 1 }).where(isNotNull(recipientTable.nextAt)).run()
    );
    for (const phone of phones.slice(1)) await phone.waitFor(({ text }) => text === `Ainda dá tempo, ${phone.name}.`);
    expect(phones[0]!.received).toHaveLength(1);
  },
);

test("contacts are chosen by what is known of them, instead of by a list", async () => {
  const tagged = desk.customer("Téo Fiel"), other = desk.customer("Sem tag");
  const page = await desk.logIn(ANA, { at: "/campaigns" });
  const { id: tagId } = await ask(page, "POST", "/tags", { name: "Fiel", color: "#2563eb" });
  for (const phone of [tagged, other]) phone.write(AURORA_PHONE, "Bom dia");
  const ticketOf = async (number: string) => {
    const { tickets } = await ask(page, "GET", "/tickets?status=pending&showAll=true");
    return tickets.find(({ contact }: { contact: { number: string } }) => contact.number === number)?.id;
  };
  await poll(() => ticketOf(tagged.number)).toBeTruthy();
  await poll(() => ticketOf(other.number)).toBeTruthy();
  await ask(page, "POST", "/tags/sync", { ticketId: await ticketOf(tagged.number), tags: [{ id: tagId }] });
  await page.getByRole("button", { name: "Adicionar" }).first().click();
  await textbox(page, "Nome").fill("Fiéis");
  await textbox(page, "Mensagem").fill("Obrigado, {nome}! SAIR para não receber mais.");
  await dialog(page).getByRole("button", { name: "Público" }).click();
  await dialog(page).getByRole("group", { name: "Com uma destas tags" }).getByText("Fiel").click();
  await seen(dialog(page).getByText("1 contato recebe"));
  await seen(dialog(page).getByRole("complementary", { name: "Prévia" }).getByText("Obrigado, Téo Fiel!"));
  await dialog(page).getByRole("button", { name: "Adicionar" }).last().click();
  await row(page, "Fiéis").getByRole("button", { name: "Iniciar Fiéis agora" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Iniciar agora" }).click();
  await tagged.waitFor(({ text }) => text?.startsWith("Obrigado, Téo Fiel!") ?? false);
  await seen(row(page, "Fiéis").getByText("Finalizada"));
  expect(other.received).toEqual([]);
  // Found without its accent, by the message that they got.
  await row(page, "Fiéis").getByRole("button", { name: "Relatório de Fiéis" }).click();
  await page.getByLabel("Buscar destinatários").fill("teo");
  await seen(row(page, "Téo Fiel"));
  await page.getByLabel("Buscar destinatários").fill("ninguem");
  await seen(page.getByText("Ninguém encontrado"));
});

test("the settings keep intervals, hours and variables, which campaigns then offer", async () => {
  const page = await desk.logIn(ANA, { at: "/campaigns-config" });
  await chooseIn(page.getByLabel("Intervalo randômico de disparo"), "15 segundos");
  await page.getByText("Enviar só neste horário").click();
  await page.getByRole("textbox", { name: "Das", exact: true }).fill("0900");
  await page.getByLabel("Atalho").fill("{prazo}");
  await page.getByLabel("Conteúdo").fill("15/12");
  await page.getByLabel("Conteúdo").press("Enter");
  await page.getByLabel("Atalho").fill("Prazo");
  await page.getByLabel("Conteúdo").fill("outro");
  await page.getByRole("button", { name: "Adicionar variável" }).click();
  await seen(news(page, "Já existe uma variável com este atalho."));
  await page.getByRole("button", { name: "Salvar configurações" }).click();
  await seen(news(page, "Configurações salvas"));
  await page.reload();
  await seen(page.getByRole("row", { name: "{prazo}" }));
  await poll(() => page.getByRole("textbox", { name: "Das", exact: true }).inputValue()).toBe("09:00");
  await page.getByLabel("Desconhecidos por dia, de um número novo").fill("-12");
  await page.getByRole("button", { name: "Salvar configurações" }).click();
  await seen(page.getByText("Use um número de 0 a 100000."));
  expect(await page.getByLabel("Desconhecidos por dia, de um número novo").inputValue()).toBe("-12");
  const cap = page.getByLabel("Limite próprio por dia").first();
  await cap.fill("99999999");
  await seen(page.getByText("Use um número de 0 a 100000.").nth(1));
  await cap.fill("30");
  await page.getByRole("button", { name: "Salvar ritmo" }).first().focus();
  await page.keyboard.press("Enter");
  await seen(news(page, "Ritmo salvo"));
  await seen(page.getByText("Há mudanças não salvas."));
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Salvar ritmo");
  await seen(page.getByText("hoje escreve a até 30 desconhecidos").first());
  await page.getByLabel("Desconhecidos por dia, de um número novo").fill("20");
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "Adicionar" }).first().click();
  await seen(dialog(page).getByRole("button", { name: "Inserir {prazo}" }));
  await textbox(page, "Mensagem").fill("Até {prazo}");
  await seen(dialog(page).getByRole("complementary", { name: "Prévia" }).getByText("Até 15/12"));
});

test("nobody else has campaigns; the pages pass axe on both sizes", async () => {
  for (const email of [BRUNO, NINA]) {
    const page = await desk.logIn(email, { at: "/campaigns" });
    await seen(page.getByRole("heading", { name: "Página não encontrada" }));
    expect(await page.getByRole("link", { name: "Campanhas" }).count()).toBe(0);
  }
  for (const options of [{}, { viewport: NARROW, hasTouch: true }]) {
    const page = await desk.logIn(ANA, { at: "/campaigns", ...options });
    const { look, pass } = inspection(page);
    const { id } = await ask(page, "POST", "/campaigns", { name: "Acessível", message1: "Oi" });
    await seen(row(page, "Acessível"));
    await look("the list");
    await row(page, "Acessível").getByRole("button", { name: "Editar Acessível" }).click();
    await seen(dialog(page).getByText("Escolha uma lista de contatos"));
    await look("the dialog");
    await page.goto(`/campaign/${id}/report`);
    await seen(page.getByText("Nenhum destinatário ainda"));
    await look("the report");
    await page.goto("/campaigns-config");
    await seen(page.getByText("Ritmo das conexões"));
    await look("the settings");
    pass();
    await page.goto("/campaigns");
    await row(page, "Acessível").getByRole("button", { name: "Excluir Acessível" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
    await gone(row(page, "Acessível"));
  }
});
