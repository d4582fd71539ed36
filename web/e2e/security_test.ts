import { milliseconds } from "date-fns/milliseconds";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { endSecondFactor } from "../../src/access/second_factor.ts";
import { sessionTable } from "../../src/access/table.ts";
import { codeAt, stepOf } from "../../src/access/totp.ts";
import { forgiveAll } from "../../src/access/attempts.ts";
import { companyTable } from "../../src/companies/table.ts";
import type { SettingKey } from "../../src/contract/settings.ts";
import { DEMO_PASSWORD } from "../../src/demo/seed.ts";
import { setSetting } from "../../src/settings/settings.ts";
import { eq } from "drizzle-orm";
import { inspection } from "./axe.ts";
import { stillness } from "./browser.ts";
import { aDesk, ANA, BRUNO, CARLA, gone, NARROW, NINA, poll, seen, tooltipOf, typeLogin, WIDE } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();

afterEach(() => {
  const { server: { tenants }, aurora } = desk.road;
  forgiveAll();
  for (const userId of [1, 2, 3]) endSecondFactor(tenants, { companyId: aurora.id, userId });
  set("severalLogins", "disabled");
  set("secondFactor", "optional");
});

function set(key: SettingKey, value: string): void {
  desk.road.aurora.write((db) => setSetting(db, key, value));
}

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const picture = Deno.env.get("PICTURES");

/** Pictures for who looks at them, where a folder is named. */
async function photograph(page: Page, name: string): Promise<void> {
  if (!picture) return;
  for (const [kind, viewport] of [["wide", WIDE], ["narrow", NARROW]] as const) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await stillness(page);
      await page.screenshot({ path: `${picture}/${name}-${kind}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(WIDE);
}

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Conta/ }).click();
  await press(page, "Segurança");
  await seen(dialog(page).getByText("Onde você está conectado"));
}

/** What the phone shows for the secret on the screen. */
async function codeOn(page: Page, off = 0): Promise<string> {
  const text = (await page.locator("p code").innerText()).replaceAll(/\s/g, "");
  const bits = [...text].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
  ).join("");
  return codeAt(Uint8Array.from(bits.match(/.{8}/g)!, (byte) => parseInt(byte, 2)), stepOf(Date.now()) + off);
}

test("Bruno sets up the second step with his password, and his next login asks for a code", async () => {
  const bruno = await desk.logIn(BRUNO), { look, pass } = inspection(bruno);
  await openSecurity(bruno);
  await seen(dialog(bruno).getByText("Este aparelho"));
  await photograph(bruno, "security");
  await look("security");
  await press(bruno, "Ativar");
  await bruno.getByLabel("Senha atual").fill("not it");
  await press(bruno, "Continuar");
  await seen(dialog(bruno).getByText("Não confere"));
  await look("password");
  await photograph(bruno, "password");
  await bruno.getByLabel("Senha atual").fill(DEMO_PASSWORD);
  await bruno.keyboard.press("Enter");
  await bruno.getByLabel("Código de 6 dígitos").fill("000000");
  await bruno.keyboard.press("Enter");
  await seen(dialog(bruno).getByText(/O código não confere/));
  await look("set-up");
  await photograph(bruno, "set-up");
  await bruno.getByLabel("Código de 6 dígitos").fill(await codeOn(bruno, -1));
  await bruno.keyboard.press("Enter");
  const codes = bruno.getByRole("alertdialog").getByRole("listitem");
  await seen(codes);
  const recovery = await codes.allInnerTexts();
  expect(recovery).toHaveLength(10);
  await look("codes");
  await photograph(bruno, "codes");
  await bruno.keyboard.press("Escape");
  await seen(codes);
  await press(bruno, "Guardei os códigos");
  await seen(dialog(bruno).getByText(/^Ativa desde .* 10 de 10/));
  await photograph(bruno, "security-on");
  await look("security, on");

  const elsewhere = await desk.open(), other = inspection(elsewhere);
  await elsewhere.goto("/login");
  await typeLogin(elsewhere, BRUNO);
  await elsewhere.getByLabel("Código").fill("123");
  await elsewhere.keyboard.press("Enter");
  await seen(elsewhere.getByText("O código não confere. Confira e tente de novo."));
  await other.look("code");
  await photograph(elsewhere, "code");
  await elsewhere.getByLabel("Código").fill(recovery[0]!);
  await elsewhere.keyboard.press("Enter");
  await elsewhere.waitForURL("**/tickets");
  await bruno.waitForURL("**/login");
  pass();
  other.pass();
  await Promise.all([bruno.context().close(), elsewhere.context().close()]);
});

test("a login of three days ago says so in the person's language, and when exactly to who hovers", async () => {
  set("severalLogins", "enabled");
  const carla = await desk.logIn(CARLA);
  await desk.logIn(CARLA, { viewport: NARROW });
  const seenAt = Date.now() - milliseconds({ days: 3, hours: 1 });
  desk.road.server.tenants.provider.write((db) =>
    void db.update(sessionTable).set({ rotatedAt: seenAt }).where(eq(sessionTable.userId, 3)).run()
  );
  await openSecurity(carla);
  const time = dialog(carla).getByText("há 3 dias");
  await seen(dialog(carla).getByText(/^(.+ · )?desde \d\d\/\d\d\/\d{4} \d\d:\d\d, visto há 3 dias$/));
  expect(await time.getAttribute("datetime")).toBe(new Date(seenAt).toISOString());
  await photograph(carla, "seen");
  // A picture was taken: something may still move after it.
  await poll(() => tooltipOf(carla, time)).toMatch(/^\S+-feira, \d+ de|^(sábado|domingo), \d+ de/);
  for (const [language, ago, end] of [["en", "seen 3 days ago", "End"], ["es", "visto hace 3 días", "Cerrar"]]) {
    await carla.evaluate((chosen) => localStorage.setItem("language", chosen!), language);
    await carla.reload();
    await carla.getByRole("button", { name: /^(Account|Cuenta)/ }).click();
    await press(carla, /^(Security|Seguridad)$/);
    await seen(dialog(carla).getByText(ago!));
    // Not what is done to a ticket: that has a word of its own in English.
    await seen(dialog(carla).getByText(end!, { exact: true }));
    await photograph(carla, `seen-${language}`);
  }
});

test("who changes the own password gives the old one, sees how good the new one is, and another screen says why it ended", async () => {
  set("severalLogins", "enabled");
  const [carla, phone] = await Promise.all([desk.logIn(CARLA), desk.logIn(CARLA, { viewport: NARROW })]);
  await openSecurity(carla);
  await seen(dialog(carla).getByRole("button", { name: /^Encerrar Aparelho desconhecido, desde/ }));
  await photograph(carla, "sessions");
  await carla.keyboard.press("Escape");
  await carla.getByRole("button", { name: /^Conta/ }).click();
  await press(carla, "Perfil");
  const email = dialog(carla).getByLabel("E-mail");
  await gone(dialog(carla).getByLabel("Senha atual"));
  await email.fill("outra@aurora.test");
  await seen(dialog(carla).getByLabel("Senha atual"));
  await press(carla, "Salvar");
  await seen(dialog(carla).getByText("Obrigatório"));
  // Put back as it was, it asks for nothing any more.
  await email.fill(CARLA);
  await gone(dialog(carla).getByLabel("Senha atual"));
  const password = dialog(carla).getByLabel("Senha", { exact: true });
  await password.fill("qwerty123");
  await seen(dialog(carla).getByText("Esta é uma das senhas mais usadas. Escolha outra"));
  await password.fill("um bolo de fubá com café");
  await seen(dialog(carla).getByText("Forte"));
  await photograph(carla, "profile");
  const { look, pass } = inspection(carla);
  await look("profile");
  await press(carla, "Salvar");
  await seen(dialog(carla).getByText("Obrigatório"));
  await dialog(carla).getByLabel("Senha atual").fill(DEMO_PASSWORD);
  await press(carla, "Salvar");
  await gone(dialog(carla));
  await phone.waitForURL("**/login");
  await seen(phone.getByText("A senha foi trocada. Entre de novo com a nova."));
  await photograph(phone, "ended");
  pass();
  const { setPassword } = await import("../../src/users/set_password.ts");
  await setPassword(desk.road.server.tenants, CARLA, DEMO_PASSWORD);
  await Promise.all([carla.context().close(), phone.context().close()]);
});

test("where the company demands it, whoever has no second step is led to it at once and does nothing else", async () => {
  const [ana, bruno] = await Promise.all([desk.logIn(ANA, { at: "/settings" }), desk.logIn(BRUNO)]);
  await chooseIn(ana.getByLabel("Verificação em duas etapas"), "Obrigatória para todos");
  for (const page of [ana, bruno]) await seen(page.getByLabel("Código de 6 dígitos"));
  const { look, pass } = inspection(bruno);
  await look("owed");
  await photograph(bruno, "owed");
  await bruno.goto("/contacts");
  await bruno.getByLabel("Código de 6 dígitos").fill(await codeOn(bruno));
  await bruno.keyboard.press("Enter");
  await press(bruno, "Guardei os códigos");
  await seen(bruno.getByRole("heading", { name: "Contatos" }));
  pass();
  await Promise.all([ana.context().close(), bruno.context().close()]);
});

test("a login to a closed company explains itself, in the specification's words", async () => {
  const page = await desk.open(), { look, pass } = inspection(page);
  const change = (company: object) =>
    desk.road.server.tenants.provider.write((db) =>
      void db.update(companyTable).set(company).where(eq(companyTable.id, desk.road.aurora.id)).run()
    );
  change({ dueDate: "2020-01-31" });
  await page.goto("/login");
  await typeLogin(page, BRUNO);
  await seen(page.getByRole("heading", { name: "A assinatura da empresa venceu" }));
  await seen(
    page.getByText(
      "Opss! Sua assinatura venceu 31/01/2020. Entre em contato com o Suporte para mais informações!",
    ),
  );
  await look("overdue");
  await photograph(page, "overdue");
  change({ dueDate: null, isActive: false });
  await press(page, "Voltar ao login");
  await typeLogin(page, BRUNO);
  await seen(page.getByRole("heading", { name: "A empresa está bloqueada" }));
  await photograph(page, "blocked");
  change({ isActive: true });
  pass();
  await page.context().close();
});

test("the first login of a new company leads to its connections, with a list that ticks itself and can be put away", async () => {
  desk.road.norte.write((db) => setSetting(db, "firstSteps", "new"));
  const nina = await desk.open(), { look, pass } = inspection(nina);
  await nina.goto("/login");
  await typeLogin(nina, NINA);
  await nina.waitForURL("**/connections");
  const list = nina.getByRole("region", { name: "Primeiros passos" });
  await seen(list.getByText("2 de 4"));
  await photograph(nina, "first-steps");
  await look("first steps");
  await list.getByRole("link", { name: /Defina os horários/ }).click();
  await chooseIn(nina.getByLabel("Gerenciamento de expediente"), "Por empresa");
  await seen(list.getByText("3 de 4"));
  await nina.goto("/tickets");
  await seen(nina.getByRole("tab", { name: "Atendimento" }).or(nina.getByRole("radiogroup")));
  expect(await list.count()).toBe(0);
  await nina.goto("/queues");
  await list.getByRole("button", { name: "Guardar a lista" }).click();
  await gone(list);
  await nina.reload();
  await seen(nina.getByRole("heading", { name: "Filas" }));
  expect(await list.count()).toBe(0);
  pass();
  await nina.context().close();
});

test("Bruno adds a passkey, and his device lets him in without password and code; removed, it does not", async () => {
  // A bare address has no passkeys; this name is the same machine.
  const baseURL = desk.url.replace("127.0.0.1", "localhost");
  const bruno = await desk.open({ baseURL }), { look, pass } = inspection(bruno);
  const line = await bruno.context().newCDPSession(bruno);
  await line.send("WebAuthn.enable");
  await line.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await bruno.goto("/login");
  await typeLogin(bruno, BRUNO);
  await openSecurity(bruno);
  await press(bruno, "Adicionar chave de acesso");
  await bruno.getByLabel("Senha atual").fill(DEMO_PASSWORD);
  await bruno.keyboard.press("Enter");
  await seen(dialog(bruno).getByRole("button", { name: /^Remover Chrome · Linux, desde/ }));
  await photograph(bruno, "passkeys");
  await look("passkeys");
  await press(bruno, "Fechar");
  await bruno.getByRole("button", { name: /^Conta/ }).click();
  await press(bruno, "Sair");
  await bruno.waitForURL("**/login");
  await photograph(bruno, "login");
  await look("login");
  await press(bruno, "Entrar com chave de acesso");
  await bruno.waitForURL("**/tickets");
  await openSecurity(bruno);
  await dialog(bruno).getByRole("button", { name: /^Remover Chrome/ }).click();
  await seen(bruno.getByText(/^Remover a chave de acesso Chrome · Linux/));
  await bruno.getByLabel("Senha atual").fill(DEMO_PASSWORD);
  await press(bruno, "Remover");
  await seen(dialog(bruno).getByRole("heading", { name: "Chaves de acesso" }));
  await gone(dialog(bruno).getByRole("button", { name: /^Remover Chrome/ }));
  await press(bruno, "Fechar");
  await bruno.getByRole("button", { name: /^Conta/ }).click();
  await press(bruno, "Sair");
  await press(bruno, "Entrar com chave de acesso");
  await seen(bruno.getByText("Esta chave de acesso não foi aceita. Tente de novo ou entre com a senha."));
  pass();
  await bruno.context().close();
});

test("a page that is loaded while its company is damaged names the cause", async () => {
  const bruno = await desk.logIn(BRUNO);
  const refused = { status: 503, json: { error: "ERR_COMPANY_UNAVAILABLE" } };
  await bruno.route("**/api/auth/refresh_token", (route) => route.fulfill(refused));
  await bruno.reload();
  await seen(bruno.getByRole("heading", { name: "O sistema não pode atender agora" }));
  await seen(bruno.getByText("Os dados da empresa estão indisponíveis agora. Tente de novo em alguns minutos."));
  await photograph(bruno, "unavailable");
  await bruno.unroute("**/api/auth/refresh_token");
  await press(bruno, "Tentar de novo");
  await gone(bruno.getByRole("heading", { name: "O sistema não pode atender agora" }));
  await bruno.context().close();
});

test.each([["en-US", "Log in"], ["es-AR", "Entrar"], ["fr-FR", "Entrar"]])(
  "a browser in %s is greeted with %s by who has chosen no language",
  async (locale, title) => {
    const page = await desk.open({ locale });
    await page.goto("/login");
    await seen(page.getByRole("heading", { name: title, exact: true }));
    const languages = { "en-US": "en", "es-AR": "es", "fr-FR": "pt-BR" } as Record<string, string>;
    expect(await page.getAttribute("html", "lang")).toBe(languages[locale]);
    await page.context().close();
  },
);
