import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { pointTo } from "../../src/channels/whatsapp/trust.ts";
import { addQueue } from "../../src/queues/queues.ts";
import { ticketTable } from "../../src/tickets/table.ts";
import { removeQueue } from "../../src/tickets/remove_queue.ts";
import type { Connection, ConnectionDetails } from "../../src/contract/connections.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { faults } from "./axe.ts";
import { aDesk, ANA, BRUNO, gone, NINA, poll, seen, typeLogin, WIDE } from "./desk.ts";

const desk = aDesk();
let ana: Page;

beforeAll(async () => void (ana = await desk.logIn(ANA)));

test("a wrong password is refused at its field, and the right one leads to the page that was asked for", async () => {
  const page = await desk.open();
  await page.goto("/connections");
  await page.waitForURL("**/login");
  await typeLogin(page, ANA, "wrong");
  await seen(page.getByText("E-mail ou senha não conferem. Confira e tente de novo."));
  await poll(() => page.getByLabel("E-mail").inputValue()).toBe(ANA);
  await typeLogin(page, ANA);
  await page.waitForURL("**/connections");
  await seen(page.getByText("Login efetuado com sucesso!"));
  ana = desk.keep(page);
});

test("the first connection of a company is linked by scanning its code", async () => {
  const nina = await desk.logIn(NINA);
  await nina.getByRole("link", { name: "Conexões" }).click();
  await seen(nina.getByText("Nenhuma conexão ainda"));
  await nina.getByRole("button", { name: "Outros canais" }).click();
  await poll(() => nina.getByRole("menuitem").allInnerTexts())
    .toEqual(["WhatsApp – API oficial", "Facebook", "Instagram", "Web chat"]);
  await nina.getByRole("menuitem", { name: "Web chat" }).click();
  await seen(nina.getByRole("dialog", { name: "Adicionar web chat" }));
  await nina.keyboard.press("Escape");
  await nina.getByRole("button", { name: "Adicionar WhatsApp" }).click();
  await nina.getByLabel("Nome").fill("Balcão da oficina");
  await nina.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  await seen(nina.getByRole("img", { name: "QR code para conectar Balcão da oficina" }));
  await seen(nina.getByText(/código 1 de \d/));
  const phone = desk.customer("Oficina Norte");
  const { qrcode } = await connection(nina, "Balcão da oficina");
  await phone.scan(qrcode);
  await seen(status(nina, "Balcão da oficina", "Conectado"));
  await seen(tableRow(nina, "Balcão da oficina").getByText(/^desde \d\d:\d\d$/));
  await gone(nina.getByRole("dialog"));
  expect(await connection(nina, "Balcão da oficina")).toMatchObject({ number: phone.number, isDefault: true });
  expect(await status(ana, "Balcão da oficina", "Conectado").count()).toBe(0);
});

test("the table says what the specification names", async () => {
  await ana.goto("/connections");
  await seen(status(ana, "Loja Centro", "Conectado"));
  expect(await ana.getByRole("columnheader").allInnerTexts()).toEqual(
    ["Canal", "Nome", "Status", "Sessão", "Última atualização", "Padrão", "Ações"],
  );
  const line = tableRow(ana, "Loja Centro");
  await seen(line.getByText(/^\d\d\/\d\d\/\d\d \d\d:\d\d$/));
  await seen(line.getByRole("img", { name: "Padrão" }));
  await poll(() => line.getByRole("cell", { name: "WhatsApp" }).locator("svg").count()).toBe(1);
});

test("a connection with tickets in progress stays, and the refusal says how many", async () => {
  desk.customer("Nair").write(AURORA_PHONE, "Oi");
  await poll(() => desk.road.aurora.read.select().from(ticketTable).all().length).toBe(1);
  await ana.goto("/connections");
  await ana.getByRole("button", { name: "Excluir Loja Centro" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await seen(ana.getByText("Esta conexão tem um atendimento em andamento. Resolva ou transfira antes de excluir."));
  await seen(status(ana, "Loja Centro", "Conectado"));
});

test("between a phone and a desk there is room for what can be done", async () => {
  for (const width of [610, 820, 980, 1045]) {
    await ana.setViewportSize({ width, height: 900 });
    await ana.goto("/connections");
    for (const name of ["Editar Loja Centro", "Excluir Loja Centro", "Desconectar"]) {
      const box = (await ana.getByRole("button", { name }).boundingBox())!;
      expect(box.x + box.width, `${name} at ${width}`).toBeLessThanOrEqual(width);
    }
    await seen(tableRow(ana, "Loja Centro").getByRole("img", { name: "Padrão" }).filter({ visible: true }));
  }
  await ana.setViewportSize(WIDE);
});

test("a second connection is linked by a code that is typed into the phone", async () => {
  await ana.goto("/connections");
  await seen(status(ana, "Loja Centro", "Conectado"));
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
  await ana.getByLabel("Nome").fill("Entregas");
  await ana.keyboard.press("Enter");
  await seen(ana.getByRole("img", { name: "QR code para conectar Entregas" }));
  await ana.getByRole("button", { name: "Conectar com código numérico" }).click();
  const phone = desk.customer("Motoboy");
  await ana.getByLabel("Número do celular").fill(phone.number);
  await ana.getByRole("button", { name: "Gerar código" }).click();
  const code = ana.getByLabel("Código para digitar no celular");
  await poll(() => code.textContent()).toMatch(/^\w{4}-\w{4}$/);
  await phone.typeCode((await code.textContent())!.replace("-", ""));
  await seen(status(ana, "Entregas", "Conectado"));
  await gone(ana.getByRole("dialog"));
});

test("a connection is renamed, disconnected, linked anew and deleted", async () => {
  await ana.goto("/connections");
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
  await ana.getByLabel("Nome").fill("Provisória");
  await ana.keyboard.press("Enter");
  await seen(ana.getByRole("img", { name: /QR code/ }));
  await desk.customer("Provisória").scan((await connection(ana, "Provisória")).qrcode);
  await seen(status(ana, "Provisória", "Conectado"));
  await gone(ana.getByRole("dialog"));

  await ana.getByRole("button", { name: "Editar Provisória" }).click();
  await ana.getByLabel("Nome").fill("Feira");
  await ana.keyboard.press("Enter");
  await seen(status(ana, "Feira", "Conectado"));
  await tableRow(ana, "Feira").getByRole("button", { name: "Desconectar" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Desconectar" }).click();
  await seen(status(ana, "Feira", "Desconectado"));
  await tableRow(ana, "Feira").getByRole("button", { name: "Novo QR CODE" }).click();
  await seen(ana.getByRole("img", { name: "QR code para conectar Feira" }));
  await ana.keyboard.press("Escape");
  await ana.getByRole("button", { name: "Excluir Feira" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await gone(tableRow(ana, "Feira"));
});

test("what a connection says, where its conversations go and who may send by it are set in its dialog", async () => {
  await ana.goto("/connections");
  const edit = () => ana.getByRole("button", { name: "Editar Loja Centro" }).click();
  const dialog = ana.getByRole("dialog", { name: "Editar conexão" });
  const greeting = dialog.getByLabel("Mensagem de saudação", { exact: true });
  const addQueue = async (name: string) => {
    await dialog.getByRole("button", { name: "Incluir fila" }).click();
    await ana.getByRole("menuitem", { name }).click();
  };
  const save = dialog.getByRole("button", { name: "Salvar" });
  await edit();
  await addQueue("Atacado");
  await save.click();
  await seen(ana.getByText("A mensagem de saudação é obrigatória quando há mais de uma fila."));
  await poll(() => greeting.getAttribute("aria-invalid")).toBe("true");
  await greeting.fill("Oi! ");
  await dialog.getByRole("button", { name: "Inserir variável em Mensagem de saudação" }).click();
  await ana.getByRole("menuitem", { name: "{{firstName}}" }).click();
  await poll(() => greeting.inputValue()).toBe("Oi! {{firstName}}");
  await poll(() => dialog.getByRole("group", { name: "O que o cliente recebe" }).innerText())
    .toMatch(/Oi! Maria\s+1 Encomendas\s+2 Atacado/);
  await dialog.getByLabel("Mensagem de conclusão", { exact: true }).fill("Volte sempre!");
  await dialog.getByRole("button", { name: "Gerar token" }).click();
  const token = await dialog.getByLabel("Token", { exact: true }).inputValue();
  expect(token).toMatch(/^[\w-]{32}$/);
  await save.click();
  await seen(ana.getByText("Conexão Loja Centro salva."));

  await edit();
  await poll(() => greeting.inputValue()).toBe("Oi! {{firstName}}");
  await poll(() => dialog.getByLabel("Mensagem de conclusão", { exact: true }).inputValue()).toBe("Volte sempre!");
  await poll(() => dialog.getByLabel("Token", { exact: true }).inputValue()).toBe(token);
  await dialog.getByRole("button", { name: "Tirar Encomendas" }).click();
  await seen(dialog.getByText("As conversas que chegam entram direto nesta fila."));
  expect(await faults(ana)).toEqual([]);
  await ana.keyboard.press("Escape");
  expect((await connection(ana, "Loja Centro")).queues.map(({ name }) => name)).toEqual(["Encomendas", "Atacado"]);
});

test("a connection is found by its name and by its number as it is shown", async () => {
  await ana.goto("/connections");
  await seen(tableRow(ana, "Entregas"));
  const search = ana.getByRole("searchbox", { name: "Buscar conexões" });
  for (const text of ["loja c", "+55 11 3456-7800", "3456"]) {
    await search.fill(text);
    await gone(tableRow(ana, "Entregas"));
    await seen(tableRow(ana, "Loja Centro"));
  }
  await search.fill("padaria");
  await seen(ana.getByText("Nenhuma conexão encontrada"));
  await search.fill("");
});

test("a queue that is deleted while the dialog is open is left out, and the rest is saved", async () => {
  const { aurora } = desk.road;
  const { id } = aurora.write((db) => addQueue(db, { name: "Passageira", color: "#112233" }));
  await ana.goto("/connections");
  await ana.getByRole("button", { name: "Editar Loja Centro" }).click();
  const dialog = ana.getByRole("dialog");
  await dialog.getByRole("button", { name: "Incluir fila" }).click();
  await ana.getByRole("menuitem", { name: "Passageira" }).click();
  await dialog.getByLabel("Mensagem de avaliação", { exact: true }).fill("Que nota nos dá?");
  removeQueue(aurora, id);
  await gone(dialog.getByText("Passageira"));
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await gone(dialog);
  const { ratingMessage, queues } = await connection(ana, "Loja Centro") as ConnectionDetails;
  expect(ratingMessage).toBe("Que nota nos dá?");
  expect(queues.map(({ name }) => name)).toEqual(["Encomendas", "Atacado"]);
});

test("a token that another connection has is refused at its field", async () => {
  const { token } = await connection(ana, "Loja Centro") as ConnectionDetails;
  await ana.goto("/connections");
  await ana.getByRole("button", { name: "Editar Entregas" }).click();
  await ana.getByLabel("Token", { exact: true }).fill(token);
  await ana.getByRole("button", { name: "Salvar" }).click();
  await seen(ana.getByText("Já está em uso"));
  await ana.keyboard.press("Escape");
});

test.each(["WhatsApp – API oficial", "Facebook", "Instagram"])(
  "%s says what it is missing, and adds nothing",
  async (channel) => {
    await ana.goto("/connections");
    await ana.getByRole("button", { name: "Adicionar" }).click();
    await ana.getByRole("menuitem", { name: channel }).click();
    await seen(ana.getByText(/O provedor deste sistema ainda não configurou o aplicativo da Meta/));
    expect(await faults(ana)).toEqual([]);
    await ana.getByRole("button", { name: "Entendi" }).click();
    expect(await ana.getByRole("cell", { name: channel }).count()).toBe(0);
  },
);

test("a connection says how it is, since when, what to do, and what became of it", async () => {
  await ana.goto("/connections");
  await tableRow(ana, "Loja Centro").getByRole("button", { name: "Conectado" }).click();
  const health = ana.getByRole("dialog", { name: "Saúde de Loja Centro" });
  await seen(health.getByText("Está tudo certo: as mensagens chegam e saem."));
  await seen(health.getByText(/^Desde /));
  await poll(() => health.getByRole("listitem").count()).toBeGreaterThan(1);
  await seen(health.getByRole("listitem").filter({ hasText: "Aguardando leitura" }));
  expect(await faults(ana)).toEqual([]);
  desk.road.simulator.network.close(AURORA_PHONE, "replaced");
  await seen(health.getByText("Outro programa usa as chaves desta conexão. Feche-o e tente novamente."));
  await poll(() => health.getByRole("listitem").first().innerText()).toMatch(
    /Desconectado, aberta em outro lugar \(440\)/,
  );
  await ana.keyboard.press("Escape");
  await tableRow(ana, "Loja Centro").getByRole("button", { name: "Tentar novamente" }).click();
  await seen(status(ana, "Loja Centro", "Conectado"));
});

test("an account that demands a passkey gets words instead of one code after the other", async () => {
  const phone = desk.customer("Com chave");
  desk.road.simulator.network.needPasskey(phone.number, true);
  await ana.goto("/connections");
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
  await ana.getByLabel("Nome").fill("Com chave");
  await ana.keyboard.press("Enter");
  await seen(ana.getByRole("img", { name: "QR code para conectar Com chave" }));
  await phone.scan((await connection(ana, "Com chave")).qrcode);
  await seen(
    ana.getByText("Com chave não conectou: a conta exige uma chave de acesso (passkey), e outro código não resolve."),
  );
  await gone(ana.getByRole("dialog"));
  await tableRow(ana, "Com chave").getByRole("button", { name: "Não conectou" }).click();
  await seen(ana.getByText(/O WhatsApp pede uma chave de acesso \(passkey\) para conectar aparelhos a esta conta/));
});

test("a code that nobody scans is replaced, and after the third the dialog ends with a word", async () => {
  const { url } = desk.road.simulator;
  pointTo({ url, codesLive: 1500 });
  await ana.goto("/connections");
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
  await ana.getByLabel("Nome").fill("Esquecida");
  await ana.keyboard.press("Enter");
  const dialog = ana.getByRole("dialog", { name: "Conectar Esquecida" });
  await seen(dialog.getByText(/código 2 de 3/));
  await seen(ana.getByText("Ninguém leu o código a tempo."));
  await gone(dialog);
  pointTo({ url });
  await seen(tableRow(ana, "Esquecida").getByText("ninguém leu o QR code a tempo"));
  await seen(tableRow(ana, "Esquecida").getByRole("button", { name: "Tentar novamente" }));
  await seen(tableRow(ana, "Esquecida").getByRole("button", { name: "Novo QR CODE" }));
});

test("an answer that comes later than what it began takes nothing back", async () => {
  await ana.goto("/connections");
  await ana.route("**/api/whatsapp", async (route) => {
    const response = await route.fetch();
    await seen(status(ana, "Vagarosa", "Aguardando leitura"));
    await route.fulfill({ response });
  });
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
  await ana.getByLabel("Nome").fill("Vagarosa");
  await ana.keyboard.press("Enter");
  await seen(ana.getByRole("img", { name: "QR code para conectar Vagarosa" }));
  await ana.keyboard.press("Escape");
  await ana.unroute("**/api/whatsapp");
});

test("while the network is down no code comes, which is said with the way back; none is promised by itself", async () => {
  const { network } = desk.road.simulator;
  network.down(true);
  await ana.goto("/connections");
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
  await ana.getByLabel("Nome").fill("Sem rede");
  await ana.keyboard.press("Enter");
  const dialog = ana.getByRole("dialog", { name: "Conectar Sem rede" });
  await seen(dialog.getByText("Desconectado: a rede não respondeu"));
  expect(await faults(ana)).toEqual([]);
  await seen(tableRow(ana, "Sem rede").getByText("a rede não respondeu"));
  network.down(false);
  await dialog.getByRole("button", { name: "Tentar novamente" }).click();
  await seen(ana.getByRole("img", { name: "QR code para conectar Sem rede" }));
  // Drawn at 256, within the quiet zone that cameras need.
  const code = await dialog.locator("svg[role=img] path").boundingBox();
  expect(Math.round(code!.width)).toBe(256);
  await ana.keyboard.press("Escape");
  await seen(status(ana, "Loja Centro", "Conectado"));
});

test("a number that is on another connection is turned away, and the other is named", async () => {
  await ana.goto("/connections");
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
  await ana.getByLabel("Nome").fill("Repetida");
  await ana.keyboard.press("Enter");
  await seen(ana.getByRole("img", { name: "QR code para conectar Repetida" }));
  await desk.road.owner.scan((await connection(ana, "Repetida")).qrcode);
  await seen(status(ana, "Repetida", "Número repetido"));
  await tableRow(ana, "Repetida").getByRole("button", { name: "Número repetido" }).click();
  await seen(ana.getByText("A outra é “Loja Centro”."));
  await poll(() => status(ana, "Loja Centro", "Conectado").count()).toBe(1);
});

test("who only attends does not find the connections", async () => {
  const bruno = await desk.logIn(BRUNO);
  expect(await bruno.getByRole("link", { name: "Conexões" }).count()).toBe(0);
  await bruno.goto("/connections");
  await seen(bruno.getByRole("heading", { name: "Página não encontrada" }));
});

function tableRow(page: Page, name: string) {
  return page.getByRole("row", { name });
}

function status(page: Page, name: string, word: string) {
  return tableRow(page, name).getByText(word, { exact: true });
}

/** A connection as the server tells it to the person of this page. */
async function connection(page: Page, name: string): Promise<Connection> {
  const token = (await page.evaluate(() => localStorage.getItem("token")))!.replaceAll('"', "");
  const api = async (path: string) =>
    await (await fetch(`${desk.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { id } = (await api("/whatsapp/") as Connection[]).find((one) => one.name === name)!;
  return await api(`/whatsapp/${id}`);
}
