import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { makePasswordLink } from "../../src/password_links/password_links.ts";
import { addQueue } from "../../src/queues/queues.ts";
import { removeQueue } from "../../src/tickets/remove_queue.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import { accept, aDesk, ANA, BRUNO, CARLA, gone, NARROW, poll, row, seen, typeLogin, WIDE } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
let ana: Page, bruno: Page;

beforeAll(async () => {
  [ana, bruno] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO)]);
});

const dialog = (page: Page) => page.getByRole("dialog");
const line = (name: string | RegExp) => ana.getByRole("row", { name });
const toast = (page: Page, text: string) => seen(page.getByRole("status").getByText(text));

test("the table has what the specification names, and a cancelled dialog keeps nothing", async () => {
  await ana.goto("/users");
  await seen(line(/Ana Ribeiro/));
  expect(await ana.getByRole("columnheader").allInnerTexts()).toEqual(["Nome", "E-mail", "Filas", "Perfil", "Ações"]);
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await seen(dialog(ana).getByRole("heading", { name: "Adicionar usuário" }));
  await poll(() => dialog(ana).getByLabel("Perfil").innerText()).toBe("Atendente");
  await dialog(ana).getByLabel("Nome").fill("Rascunho");
  await dialog(ana).getByRole("button", { name: "Cancelar" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await gone(dialog(ana));
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await poll(() => dialog(ana).getByLabel("Nome").inputValue()).toBe("");
  await dialog(ana).getByLabel("E-mail").fill("sem arroba");
  await dialog(ana).getByRole("button", { name: "Adicionar" }).click();
  await poll(() => dialog(ana).getByText("Obrigatório").count()).toBe(2);
  await seen(dialog(ana).getByText("E-mail inválido"));
  await dialog(ana).getByRole("button", { name: "Cancelar" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await ana.getByRole("searchbox", { name: "Buscar usuários" }).fill("CARLA@");
  await gone(line(/Ana Ribeiro/));
  await seen(line(/Carla Nogueira/));
});

test("Ana hands Carla an address, by which she chooses her password, once; somebody who forgot theirs learns of it", async () => {
  await ana.goto("/users");
  await line(/Carla Nogueira/).getByRole("button", { name: "Link de senha de Carla Nogueira" }).click();
  await seen(dialog(ana).getByText("Envie este link só a Carla Nogueira"));
  await dialog(ana).getByRole("button", { name: "Criar link" }).click();
  await poll(() => dialog(ana).getByRole("textbox", { name: "Link" }).inputValue()).toMatch(/\/password#[\w-]{43}$/);
  const address = await dialog(ana).getByRole("textbox", { name: "Link" }).inputValue();
  await dialog(ana).getByRole("button", { name: "Pronto" }).click();
  await gone(dialog(ana));
  expect(await line(/Ana Ribeiro/).getByRole("button", { name: /Link de senha/ }).count()).toBe(0);

  const carla = await desk.open();
  await carla.goto("/login");
  await carla.getByRole("button", { name: "Esqueci minha senha" }).click();
  await seen(carla.getByText("Peça a um administrador da sua empresa um link de senha."));
  await carla.goto(address);
  await seen(carla.getByText("Para Carla Nogueira, de Padaria Aurora. O login é o e-mail carla@aurora.test."));
  await carla.getByLabel("Senha", { exact: true }).fill("123456");
  await seen(carla.getByText("Esta é uma das senhas mais usadas", { exact: false }));
  const { look, pass } = inspection(carla);
  await look("a password to choose");
  await carla.getByRole("button", { name: "Salvar a senha" }).click();
  await poll(() => carla.getByLabel("Senha", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  await carla.getByLabel("Senha", { exact: true }).fill("pao-de-queijo-7");
  await carla.getByRole("button", { name: "Salvar a senha" }).click();
  await seen(carla.getByText("Senha salva. Entre com ela."));
  await typeLogin(carla, CARLA, "pao-de-queijo-7");
  await seen(carla.getByRole("tab", { name: "Atendimento" }));
  // It lies in her history, and is no good any more.
  const later = await desk.open();
  await later.goto(address);
  await seen(later.getByRole("heading", { name: "Este link não vale mais" }));
  await later.getByRole("button", { name: "Voltar ao login" }).click();
  await seen(later.getByLabel("E-mail"));
  // A new one, in the same tab.
  const { token } = makePasswordLink(desk.road.server.tenants, { companyId: 2, userId: 3 }, new Date());
  await later.goto(address);
  await seen(later.getByRole("heading", { name: "Este link não vale mais" }));
  await later.evaluate((hash) => void (location.hash = hash), token);
  await seen(later.getByText("Para Carla Nogueira, de Padaria Aurora."));
  await later.goto("/password");
  await seen(later.getByRole("heading", { name: "Este link não vale mais" }));
  pass();
});

test("a screen whose code does not come says so, and comes when it is asked for again", async () => {
  const page = await ana.context().newPage();
  // Before the page is there: what is under way when a route is laid may get lost between the browser and the test.
  await page.route("**/assets/UsersPage*.js", (route) => route.abort());
  await page.goto("/tickets");
  await page.getByRole("link", { name: "Usuários" }).click();
  await seen(page.getByRole("heading", { name: "Esta tela não chegou" }));
  await page.unroute("**/assets/UsersPage*.js");
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await seen(page.getByRole("row", { name: /Ana Ribeiro/ }));
  await page.close();
});

test("a list that does not come says so and can be asked for again", async () => {
  await ana.route("**/api/users?**", (route) => route.abort());
  await ana.goto("/users");
  await seen(ana.getByText("Não foi possível carregar a lista de registros"));
  await ana.unroute("**/api/users?**");
  await ana.getByRole("button", { name: "Tentar de novo" }).click();
  await seen(line(/Ana Ribeiro/));
});

test("an admin adds an attendant, who logs in and serves; deleted, they are out and their ticket waits", async () => {
  await ana.goto("/users");
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await dialog(ana).getByLabel("Nome").fill("Davi Melo");
  await dialog(ana).getByLabel("E-mail").fill("bruno@aurora.test");
  await dialog(ana).getByLabel("Senha", { exact: true }).fill("abcd");
  await dialog(ana).getByRole("button", { name: "Adicionar" }).click();
  await seen(dialog(ana).getByText("Muito curto"));
  await dialog(ana).getByLabel("Senha", { exact: true }).fill("balcao-demo");
  await dialog(ana).getByRole("checkbox", { name: "Encomendas" }).check({ force: true });
  await dialog(ana).getByRole("button", { name: "Adicionar" }).click();
  await seen(dialog(ana).getByText("Este e-mail já está em uso"));
  await dialog(ana).getByLabel("E-mail").fill("davi@aurora.test");
  await dialog(ana).getByRole("button", { name: "Adicionar" }).click();
  await toast(ana, "Usuário salvo com sucesso!");
  await seen(line(/Davi Melo/).getByText("davi@aurora.test"));

  const davi = await desk.logIn("davi@aurora.test");
  await seen(line(/Davi Melo/).getByText("no ar"));
  desk.customer("Lúcio Braga").write(AURORA_PHONE, "Bom dia");
  await seen(row(davi, "Lúcio Braga"));
  await accept(davi, "Lúcio Braga");
  await gone(bruno.getByRole("button", { name: "Aceitar Conversa: Lúcio Braga" }));
  await line(/Davi Melo/).getByRole("button", { name: "Excluir Davi Melo" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await toast(ana, "Usuário excluído com sucesso!");
  await davi.waitForURL("**/login");
  await seen(bruno.getByRole("button", { name: "Aceitar Conversa: Lúcio Braga" }));
});

test("new queues show at once on the attendant's desk; the last admin stays one", async () => {
  const name = "Bruno Tavares";
  await line(/Bruno Tavares/).getByRole("button", { name: `Editar ${name}` }).click();
  await dialog(ana).getByRole("checkbox", { name: "Encomendas" }).uncheck({ force: true });
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await gone(bruno.getByRole("button", { name: "Aceitar Conversa: Lúcio Braga" }));
  await line(/Ana Ribeiro/).getByRole("button", { name: "Editar Ana Ribeiro" }).click();
  await chooseIn(dialog(ana).getByLabel("Perfil"), "Atendente");
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await seen(ana.getByText("A empresa precisa de pelo menos um administrador."));
  await ana.keyboard.press("Escape");
  await ana.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await gone(dialog(ana));
});

test("a queue that is deleted while a user's dialog is open is left out, and the rest is saved", async () => {
  const { aurora } = desk.road;
  const { id } = aurora.write((db) => addQueue(db, { name: "Passageira", color: "#112233" }));
  await ana.goto("/users");
  await line(/Carla Nogueira/).getByRole("button", { name: "Editar Carla Nogueira" }).click();
  await dialog(ana).getByRole("checkbox", { name: "Passageira" }).check({ force: true });
  removeQueue(aurora, id);
  await gone(dialog(ana).getByRole("checkbox", { name: "Passageira" }));
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await gone(dialog(ana));
});

test("everybody changes their own name in the account menu, and nothing more", async () => {
  await bruno.getByRole("button", { name: /Conta/ }).click();
  await bruno.getByRole("button", { name: "Perfil" }).click();
  await seen(dialog(bruno).getByRole("heading", { name: "Editar usuário" }));
  expect(await dialog(bruno).getByLabel("Perfil").count()).toBe(0);
  expect(await dialog(bruno).getByRole("checkbox").count()).toBe(0);
  await dialog(bruno).getByLabel("Nome").fill("Beto Tavares");
  await dialog(bruno).getByRole("button", { name: "Salvar" }).click();
  await toast(bruno, "Usuário salvo com sucesso!");
  await seen(bruno.getByText("Olá, Beto!"));
  await seen(line(/Beto Tavares/));
  await bruno.goto("/users");
  await poll(() => bruno.getByRole("heading", { name: "Usuários" }).count()).toBe(0);
});

test.each([["wide", WIDE], ["narrow", NARROW]] as const)(
  "axe finds nothing on the %s page and dialog",
  async (_, viewport) => {
    const page = await desk.logIn(ANA, { viewport, at: "/users" });
    const { look, pass } = inspection(page);
    await seen(page.getByText("carla@aurora.test"));
    await look("users");
    await page.getByRole("button", { name: "Editar Carla Nogueira" }).click();
    await seen(dialog(page));
    await look("user");
    pass();
    await page.context().close();
  },
);
