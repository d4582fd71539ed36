import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmationFor } from "../../src/mail/confirmations.ts";
import { setProvider } from "../../src/testing/billing.ts";
import { bodyOf, headerOf, type SmtpServer, startSmtp } from "../../src/testing/smtp.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, gone, NARROW, poll, seen, typeLogin } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
const SUPER = "super@balcao.test", LOGIN = { user: "balcao", password: "segredo do correio" };
const PLACE = "/settings?tab=provider";

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtp({ login: LOGIN });
});
afterAll(async () => await smtp.stop());

const form = (page: Page) => page.getByRole("form", { name: "E-mail (SMTP)" });
const news = (page: Page, text: string | RegExp) =>
  page.getByRole("status").or(page.getByRole("alert")).getByText(text);
const save = (page: Page) => form(page).getByRole("button", { name: "Salvar o e-mail" }).click();
const linkIn = (nth: number) => /http:\/\/\S+#[\w-]+/.exec(bodyOf(smtp.taken.at(nth)!, "text/plain"))![0];

test("the super user sets the mail server; what does not work is said by its step, and nothing is saved", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  const second = await sue.context().newPage();
  await second.goto(PLACE);
  const fields = form(sue);
  await save(sue);
  await seen(fields.getByText("Obrigatório"));
  await poll(() => fields.getByLabel("Endereço do sistema").inputValue()).toBe(desk.url);
  await fields.getByLabel("Servidor", { exact: true }).fill("127.0.0.1");
  await fields.getByLabel("Porta", { exact: true }).fill("1");
  await chooseIn(fields.getByLabel("Segurança"), "Nenhuma");
  await seen(fields.getByText("Sem criptografia, a senha e os links passam abertos pela rede."));
  await fields.getByLabel("Usuário").fill(LOGIN.user);
  await fields.getByLabel("Senha", { exact: true }).fill("errada");
  await fields.getByLabel("Remetente").fill("avisos@balcao.test");
  await fields.getByRole("button", { name: "Testar" }).click();
  await seen(fields.getByRole("alert").getByText(/O servidor não respondeu/));
  await fields.getByLabel("Porta", { exact: true }).fill(String(smtp.port));
  await save(sue);
  await seen(fields.getByRole("alert").getByText(/Nada foi salvo.*recusou o usuário ou a senha/));
  await fields.getByLabel("Senha", { exact: true }).fill(LOGIN.password);
  await fields.getByRole("button", { name: "Testar" }).click();
  await seen(news(sue, `O e-mail de teste saiu para ${SUPER}.`));
  await save(sue);
  await seen(news(sue, "Operação realizada com sucesso!"));
  await poll(() => fields.getByLabel("Senha", { exact: true }).getAttribute("placeholder"))
    .toBe("Guardada; digite para trocar");
  await poll(() => fields.getByLabel("Senha", { exact: true }).inputValue()).toBe("");
  // Her other screen follows.
  await poll(() => form(second).getByLabel("Servidor", { exact: true }).inputValue()).toBe("127.0.0.1");
  expect(smtp.taken.map(({ to }) => to)).toEqual([[SUPER], [SUPER]]);
  // The password goes to no other server without being typed anew.
  await fields.getByLabel("Servidor", { exact: true }).fill("localhost");
  await save(sue);
  await seen(fields.getByText("Obrigatório"));
});

test("whoever forgot their password gets a link, chooses another and logs in", async () => {
  const before = smtp.taken.length;
  const bruno = await desk.open();
  await bruno.goto("/login");
  await bruno.getByLabel("E-mail").fill("Bruno@aurora.test");
  await bruno.getByRole("button", { name: "Esqueci minha senha" }).click();
  await seen(bruno.getByRole("heading", { name: "Esqueci minha senha" }));
  await poll(() => bruno.getByLabel("E-mail").inputValue()).toBe("Bruno@aurora.test");
  await bruno.keyboard.press("Enter");
  await seen(news(bruno, /Se alguém entra com Bruno@aurora\.test, o link chega/));
  await poll(() => smtp.taken.length).toBe(before + 1);
  expect(headerOf(smtp.taken.at(-1)!, "subject")).toBe("Senha do Balcão");
  await bruno.goto(linkIn(-1));
  await seen(bruno.getByText("Para Bruno Tavares, de Padaria Aurora."));
  await bruno.locator("input[type=password]").fill("bolo-de-fuba-quente");
  await bruno.getByRole("button", { name: "Salvar a senha" }).click();
  await seen(news(bruno, "Senha salva. Entre com ela."));
  await typeLogin(bruno, "bruno@aurora.test", "bolo-de-fuba-quente");
  await seen(bruno.getByRole("tab", { name: "Atendimento" }));
  // An address that nobody has gets the same words, and no e-mail.
  const stranger = await desk.open();
  await stranger.goto("/login");
  await stranger.getByRole("button", { name: "Esqueci minha senha" }).click();
  await stranger.getByRole("button", { name: "Enviar o link" }).click();
  await seen(stranger.getByText("Obrigatório"));
  await stranger.getByLabel("E-mail").fill("ninguem@aurora.test");
  await stranger.getByRole("button", { name: "Enviar o link" }).click();
  await seen(news(stranger, /Se alguém entra com ninguem@aurora\.test, o link chega/));
  await stranger.getByRole("button", { name: "Voltar" }).click();
  await seen(stranger.getByRole("heading", { name: "Entrar" }));
  expect(smtp.taken).toHaveLength(before + 1);
});

test("an administrator sends a colleague the link by e-mail", async () => {
  const before = smtp.taken.length;
  const ana = await desk.logIn(ANA, { at: "/users" });
  await ana.getByRole("button", { name: "Link de senha de Carla Nogueira" }).click();
  const dialog = ana.getByRole("dialog", { name: "Link de senha" });
  await seen(dialog.getByRole("button", { name: "Criar link" }));
  await dialog.getByRole("button", { name: "Enviar por e-mail" }).click();
  await seen(dialog.getByText(/^Enviado para carla@aurora\.test\. O link vale até/));
  await poll(() => smtp.taken.length).toBe(before + 1);
  expect(bodyOf(smtp.taken.at(-1)!, "text/plain")).toContain("Ana Ribeiro enviou este link");
  await dialog.getByRole("button", { name: "Pronto" }).click();
  await gone(dialog);
});

test("a link that was sent to an address confirms it", async () => {
  const { provider, keys } = desk.road.server.tenants, now = new Date();
  const link = provider.write((db) => confirmationFor(db, { companyId: 2, userId: 1, email: ANA }, { keys, now }));
  const page = await desk.open();
  await page.goto(link);
  await seen(page.getByRole("heading", { name: "E-mail confirmado" }));
  await page.goto(`/confirm#${"a".repeat(43)}`);
  await page.reload();
  await seen(page.getByRole("heading", { name: "Este link não vale mais" }));
  await page.getByRole("button", { name: "Voltar ao login" }).click();
  await seen(page.getByRole("heading", { name: "Entrar" }));
});

test("the forgotten password and the confirmation pass axe on both sizes", async () => {
  for (const options of [{}, { viewport: NARROW, hasTouch: true }]) {
    const page = await desk.open(options);
    const { look, pass } = inspection(page);
    await page.goto("/login");
    await page.getByRole("button", { name: "Esqueci minha senha" }).click();
    await seen(page.getByRole("button", { name: "Enviar o link" }));
    await look("the forgotten password");
    await page.goto("/confirm#x");
    await seen(page.getByRole("heading", { name: "Este link não vale mais" }));
    await look("the confirmation");
    pass();
  }
});

test("without a mail server the login page says whom to ask, and nobody is offered an e-mail", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE }), ana = await desk.logIn(ANA, { at: "/users" });
  await form(sue).getByRole("button", { name: "Desligar o e-mail" }).click();
  await sue.getByRole("alertdialog").getByRole("button", { name: "Desligar" }).click();
  await poll(() => form(sue).getByLabel("Servidor", { exact: true }).inputValue()).toBe("");
  await ana.getByRole("button", { name: "Link de senha de Carla Nogueira" }).click();
  const dialog = ana.getByRole("dialog", { name: "Link de senha" });
  await seen(dialog.getByRole("button", { name: "Criar link" }));
  expect(await dialog.getByRole("button", { name: "Enviar por e-mail" }).count()).toBe(0);
  const stranger = await desk.open();
  await stranger.goto("/login");
  await stranger.getByRole("button", { name: "Esqueci minha senha" }).click();
  await seen(stranger.getByText("Peça a um administrador da sua empresa um link de senha."));
});

test("an administrator whose address waits to be confirmed is told, has the link sent again, and is told no more", async () => {
  const { tenants } = desk.road.server, ana = { companyId: desk.road.aurora.id, userId: 1, email: "ana@aurora.test" };
  setProvider(tenants, {
    ...{ smtpHost: "127.0.0.1", smtpPort: String(smtp.port), smtpSecurity: "none", mailFrom: "avisos@balcao.test" },
    ...{ smtpUser: LOGIN.user, smtpPassword: LOGIN.password, siteAddress: desk.url },
  });
  tenants.provider.write((db) => confirmationFor(db, ana, { keys: tenants.keys, now: new Date(0) }));
  const page = await desk.logIn(ANA), before = smtp.taken.length;
  const banner = page.getByRole("region", { name: "Confirme seu e-mail" });
  await banner.getByRole("button", { name: "Enviar de novo" }).click();
  await seen(news(page, "O link foi enviado para ana@aurora.test."));
  await poll(() => smtp.taken.length).toBe(before + 1);
  const other = await page.context().newPage();
  await other.goto(linkIn(-1));
  await seen(other.getByText("E-mail confirmado"));
  await page.reload();
  await seen(page.getByRole("tab", { name: "Atendimento" }));
  await gone(banner);
});
