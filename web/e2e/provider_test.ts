import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { givePlan } from "../../src/companies/companies.ts";
import { allPlans } from "../../src/plans/plans.ts";
import { inspection } from "./axe.ts";
import { addHelp, removeHelp } from "../../src/helps/helps.ts";
import { aDesk, ANA, BRUNO, gone, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();
const SUPER = "super@balcao.test";

const row = (page: Page, name: string) => page.getByRole("table").getByRole("row").filter({ hasText: name });
const form = (page: Page, name: string) => page.getByRole("form", { name });
const save = (page: Page) => page.getByRole("button", { name: "Salvar" }).click();
const news = (page: Page, text: string | RegExp) =>
  page.getByRole("status").or(page.getByRole("alert")).getByText(text);
const plans = () => allPlans(desk.road.server.tenants.provider.read);

test("the super user makes a plan, changes it, and deletes it; another screen of hers follows", async () => {
  const sue = await desk.logIn(SUPER, { at: "/settings" });
  const second = await sue.context().newPage();
  await second.goto("/settings?tab=plans");
  await sue.getByRole("tab", { name: "Planos" }).click();
  await seen(sue.getByText("Nenhum plano ainda"));
  const fields = form(sue, "Plano");
  await save(sue);
  await seen(fields.getByText("Obrigatório"));
  expect(await fields.getByLabel("Nome").evaluate((field) => field === document.activeElement)).toBe(true);
  await fields.getByLabel("Nome").fill("Essencial");
  await fields.getByLabel("Valor").fill("1.099,90");
  await fields.getByLabel("Usuários").fill("3");
  await fields.getByLabel("Arquivos (GB)").fill("2,5");
  await save(sue);
  await seen(news(sue, "Operação realizada com sucesso!"));
  for (const page of [sue, second]) await seen(row(page, "Essencial").getByText(/R\$\s1\.099,90/));
  expect(plans()).toMatchObject([{ name: "Essencial", value: 1099.9, users: 3, queues: null, storage: 2_500_000_000 }]);
  await poll(() => fields.getByLabel("Nome").inputValue()).toBe("");

  await row(sue, "Essencial").getByRole("button", { name: "Editar Essencial" }).click();
  await seen(fields.getByText(/^Plano \d+: Essencial$/));
  await poll(() => fields.getByLabel("Nome").evaluate((field) => field === document.activeElement)).toBe(true);
  await poll(() => fields.getByLabel("Arquivos (GB)").inputValue()).toBe("2,5");
  const value = fields.getByLabel("Valor");
  await poll(() => value.inputValue()).toBe("R$ 1.099,90");
  // In the middle of the amount the caret stays where it is, and what may not be there does not come.
  await value.press("Home");
  for (let nth = 0; nth < 4; nth++) await value.press("ArrowRight");
  await value.pressSequentially("2x3");
  await poll(() => value.inputValue()).toBe("R$ 123.099,90");
  expect(await value.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(6);
  await value.fill("7");
  await value.blur();
  await poll(() => value.inputValue()).toBe("R$ 7,00");
  await fields.getByLabel("Valor").fill("49");
  await fields.getByLabel("Filas").fill("muitas");
  await save(sue);
  await seen(fields.getByText("Use um número de 0 a 100000."));
  await fields.getByLabel("Filas").fill("");
  await save(sue);
  await seen(row(second, "Essencial").getByText(/R\$\s49,00/));

  await row(sue, "Essencial").getByRole("button", { name: "Editar Essencial" }).click();
  await form(sue, "Plano").getByRole("button", { name: "Excluir" }).click();
  const question = sue.getByRole("alertdialog", { name: "Exclusão de Registro" });
  await seen(question.getByText("Deseja realmente excluir esse registro?"));
  await question.getByRole("button", { name: "Excluir" }).click();
  for (const page of [sue, second]) await gone(row(page, "Essencial"));
  expect(plans()).toEqual([]);
});

test("a plan that is lowered says who has more, one that is in use stays, and what was typed is not lost", async () => {
  const { aurora, server: { tenants } } = desk.road;
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=plans" });
  const fields = form(sue, "Plano");
  for (const name of ["Grande", "Pequeno"]) {
    await fields.getByLabel("Nome").fill(name);
    await fields.getByLabel("Valor").fill("10");
    await save(sue);
    await seen(row(sue, name));
  }
  const large = plans().find(({ name }) => name === "Grande")!;
  givePlan(tenants, aurora.id, large.id);
  await row(sue, "Grande").getByRole("button", { name: "Editar Grande" }).click();
  await fields.getByLabel("Usuários").fill("1");
  // Another row is not taken up over what was typed.
  await row(sue, "Pequeno").getByRole("button", { name: "Editar Pequeno" }).click();
  await sue.getByRole("button", { name: "Continuar editando" }).click();
  await poll(() => fields.getByLabel("Usuários").inputValue()).toBe("1");
  // Nor is it lost in another tab.
  await sue.getByRole("tab", { name: "Opções" }).click();
  await sue.getByRole("button", { name: "Continuar editando" }).click();
  await poll(() => fields.getByLabel("Usuários").inputValue()).toBe("1");
  await save(sue);
  const excesses = sue.getByRole("alertdialog", { name: "Há quem tenha mais do que este plano permite" });
  await seen(excesses.getByRole("listitem").filter({ hasText: "Padaria Aurora – 3 usuários de 1" }));
  await excesses.getByRole("button", { name: "Entendi" }).click();
  await row(sue, "Grande").getByRole("button", { name: "Editar Grande" }).click();
  await fields.getByRole("button", { name: "Excluir" }).click();
  await sue.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await seen(news(sue, "1 empresa tem este plano. Dê outro a ela antes de excluir."));
  await fields.getByLabel("Nome").fill("pequeno");
  await save(sue);
  await seen(news(sue, /Verifique se já existe um plano com o mesmo nome/));
  await seen(fields.getByText("Já está em uso"));
  await fields.getByRole("button", { name: "Limpar" }).click();
  await sue.getByRole("button", { name: "Descartar" }).click();
  await poll(() => fields.getByLabel("Nome").inputValue()).toBe("");
  givePlan(tenants, aurora.id, null);
});

test("what the super user explains is read by everybody, and its film is loaded only when somebody presses", async () => {
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=helps" }), bruno = await desk.logIn(BRUNO);
  await bruno.getByRole("link", { name: "Ajuda" }).click();
  await seen(bruno.getByText("Nenhuma ajuda ainda"));
  const fields = form(sue, "Ajuda");
  await fields.getByLabel("Título").fill("Como ligar o número");
  await fields.getByLabel("Código do Vídeo").fill("https://example.com/filme");
  await fields.getByLabel("Descrição").fill("Abra Conexões.\nLeia o código.");
  await save(sue);
  await seen(fields.getByText("Inválido"));
  await fields.getByLabel("Código do Vídeo").fill("https://youtu.be/dQw4w9WgXcQ");
  await save(sue);
  await seen(row(sue, "Como ligar o número").getByText("dQw4w9WgXcQ"));
  const asked: string[] = [];
  await bruno.route(/youtube/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<p>Filme</p>" });
  });
  const item = bruno.getByRole("button", { name: "Como ligar o número" });
  await item.click();
  await seen(bruno.getByText("Leia o código."));
  expect(asked).toEqual([]);
  await bruno.getByRole("button", { name: "Assistir ao vídeo" }).click();
  await seen(bruno.frameLocator("iframe").getByText("Filme"));
  expect(asked).toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0"]);
  await item.click();
  await gone(bruno.locator("iframe"));
  await row(sue, "Como ligar").getByRole("button", { name: "Editar Como ligar o número" }).click();
  await fields.getByRole("button", { name: "Excluir" }).click();
  await sue.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await seen(bruno.getByText("Nenhuma ajuda ainda"));
});

test("what cannot be saved or deleted is said in the specification's words", async () => {
  const { tenants } = desk.road.server;
  tenants.provider.write((db) => addHelp(db, { title: "Ajuda", description: "Texto.", video: "dQw4w9WgXcQ" }, 0));
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=plans" });
  await sue.route(
    /\/api\/(plans|helps)(\/\d+)?$/,
    (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status: 500, json: { error: "ERR_INTERNAL" } }),
  );
  const failed = "Não foi possível realizar a operação. Verifique se já existe um";
  const wrong = "com o mesmo nome ou se os campos foram preenchidos corretamente";
  await form(sue, "Plano").getByLabel("Nome").fill("Essencial");
  await form(sue, "Plano").getByLabel("Valor").fill("10");
  await save(sue);
  await seen(news(sue, `${failed} plano ${wrong}`));
  await form(sue, "Plano").getByRole("button", { name: "Limpar" }).click();
  await sue.getByRole("alertdialog").getByRole("button").last().click();
  await sue.getByRole("tab", { name: "Ajuda" }).click();
  await row(sue, "Ajuda").getByRole("button", { name: "Editar Ajuda" }).click();
  await form(sue, "Ajuda").getByLabel("Título").fill("Outra ajuda");
  await save(sue);
  await seen(news(sue, `${failed} helpo ${wrong}`));
  await form(sue, "Ajuda").getByRole("button", { name: "Excluir" }).click();
  await sue.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await seen(news(sue, /^Não foi possível realizar a operação$/));
  tenants.provider.write((db) => void db.run("delete from helps"));
});

test("nobody else has the provider's tabs, by whatever address", async () => {
  const ana = await desk.logIn(ANA, { at: "/settings?tab=plans" });
  await seen(ana.getByRole("tab", { name: "Opções", selected: true }));
  expect(await ana.getByRole("tab", { name: "Planos" }).count()).toBe(0);
});

test("on a phone, which is narrower than the tabs, the one that is shown is seen, and each has its room", async () => {
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=provider", viewport: NARROW });
  const places = () =>
    sue.getByRole("tab").evaluateAll((all) =>
      all.map((one) => {
        const { left, right } = one.getBoundingClientRect();
        return { left, right, isCut: one.scrollWidth > one.clientWidth };
      })
    );
  await poll(async () => (await places()).at(-1)!.right).toBeLessThanOrEqual(NARROW.width);
  expect((await places()).filter(({ isCut }) => isCut)).toEqual([]);
  await sue.getByRole("tab", { name: "Opções" }).click();
  await poll(async () => (await places())[0]!.left).toBeGreaterThanOrEqual(0);
});

for (const [size, options] of [["wide", {}], ["narrow", { viewport: NARROW, hasTouch: true }]] as const) {
  test(`axe finds nothing about plans and help on a ${size} screen, light or dark`, async () => {
    const film = { title: "Primeiros passos", description: "Ligue o seu número.", video: "dQw4w9WgXcQ" };
    const { provider } = desk.road.server.tenants;
    const { id } = provider.write((db) => addHelp(db, film, Date.now()));
    const sue = await desk.logIn(SUPER, { at: "/settings?tab=plans", ...options });
    await seen(form(sue, "Plano"));
    const { look, pass } = inspection(sue);
    await look("plans");
    await form(sue, "Plano").getByRole("button", { name: "Salvar" }).click();
    await seen(sue.getByText("Obrigatório"));
    await look("plans, refused");
    await sue.getByRole("tab", { name: "Ajuda" }).click();
    await seen(sue.getByRole("table").getByText("Primeiros passos"));
    await look("help, written");
    await sue.goto("/helps");
    await sue.getByRole("button", { name: "Primeiros passos" }).click();
    await seen(sue.getByRole("button", { name: "Assistir ao vídeo" }));
    await look("help, read");
    pass();
    provider.write((db) => removeHelp(db, id));
  });
}

test("the super user lists which machines inside companies may name; what is none is refused", async () => {
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=provider" });
  const network = form(sue, "Rede interna"), hosts = network.getByLabel("Endereços permitidos");
  await hosts.fill("http://erp.local/, 192.168.0.20, erp*");
  await network.getByRole("button", { name: "Salvar a rede" }).click();
  await seen(network.getByText("Não é nome nem número IP: http://erp.local/, erp*"));
  await hosts.fill("erp.local\n192.168.0.20,");
  await network.getByRole("button", { name: "Salvar a rede" }).click();
  await seen(news(sue, "Operação realizada com sucesso!"));
  await sue.reload();
  await poll(() => form(sue, "Rede interna").getByLabel("Endereços permitidos").inputValue())
    .toBe("erp.local, 192.168.0.20");
});
