import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { changeTimeZone, companyRow } from "../../src/companies/companies.ts";
import type { SettingKey } from "../../src/contract/settings.ts";
import { companySchedules } from "../../src/settings/hours.ts";
import { secret, setSetting, setting } from "../../src/settings/settings.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, BRUNO, gone, NARROW, NINA, poll, seen, WIDE } from "./desk.ts";
import { chooseIn, fillDate } from "./fields.ts";

const desk = aDesk();
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const select = (page: Page, name: string) => page.getByRole("button", { name });
const day = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

/** What can become of calls. */
const RING = "Tocam no celular", REFUSED = "São recusadas";

const stored = (key: SettingKey) => setting(desk.road.aurora.read, key);

test("each option is saved as it is changed; what cannot be is not", async () => {
  const ana = await desk.logIn(ANA, { at: "/settings" });
  await chooseIn(select(ana, "Avaliações"), "Habilitadas");
  await seen(ana.getByText("Operação atualizada com sucesso."));
  await poll(() => stored("userRating")).toBe("enabled");
  await ana.getByLabel("Retomar atendimentos (minutos)").fill("30");
  await poll(() => stored("reopenMinutes")).toBe("30");
  await ana.getByLabel("Retomar atendimentos (minutos)").fill("muito");
  await seen(ana.getByText("Use um número de 0 a 43200."));
  await ana.reload();
  await poll(() => ana.getByLabel("Retomar atendimentos (minutos)").inputValue()).toBe("30");
});

test("what is being saved says so, and what could not be saved stays typed until it is", async () => {
  const ana = await desk.logIn(ANA, { at: "/settings" });
  const minutes = ana.getByLabel("Retomar atendimentos (minutos)");
  await seen(minutes);
  await ana.route("**/api/settings/*", (route) => route.abort());
  await minutes.fill("45");
  await seen(ana.getByText("Ainda não foi salvo."));
  await poll(() => minutes.inputValue()).toBe("45");
  expect(stored("reopenMinutes")).not.toBe("45");
  const calls = await select(ana, "Ligações").innerText();
  await chooseIn(select(ana, "Ligações"), calls === RING ? REFUSED : RING);
  await seen(ana.getByText("Sem conexão com o servidor. Confira a internet e tente de novo."));
  await poll(() => select(ana, "Ligações").innerText()).toBe(calls);

  await ana.unroute("**/api/settings/*");
  let goOn = () => {};
  await ana.route("**/api/settings/*", async (route) => {
    await new Promise<void>((resolve) => goOn = resolve);
    await route.continue();
  });
  await minutes.press("Enter");
  await seen(ana.getByText("Atualizando..."));
  goOn();
  await gone(ana.getByText("Atualizando..."));
  await gone(ana.getByText("Ainda não foi salvo."));
  await poll(() => stored("reopenMinutes")).toBe("45");
});

test("of two tabs, each shows what the other has set", async () => {
  const ana = await desk.logIn(ANA), other = await ana.context().newPage();
  for (const page of [ana, other]) {
    await page.goto("/settings");
    await seen(select(page, "Ligações"));
  }
  for (const [page, value] of [[ana, REFUSED], [other, RING]] as const) {
    await chooseIn(select(page, "Ligações"), value);
    for (const each of [ana, other]) await poll(() => select(each, "Ligações").innerText()).toBe(value);
  }
  expect(stored("call")).toBe("enabled");
});

test("a token is kept but never shown again", async () => {
  const ana = await desk.logIn(ANA, { at: "/settings" }), sent: unknown[] = [];
  ana.on("request", (request) => request.method() === "PUT" && sent.push(request.postDataJSON().value));
  const token = ana.getByLabel("Token do Asaas", { exact: true });
  await ana.clock.install();
  await token.fill("segredo-");
  // Looked up in another window: longer than any pause after which a field could be saved.
  await ana.clock.runFor(1200);
  await token.press("End");
  await token.pressSequentially("do-asaas");
  await ana.getByLabel("Retomar atendimentos (minutos)").focus();
  await seen(ana.getByPlaceholder("Guardado; digite para trocar"));
  await poll(() => ana.getByLabel("Token do Asaas", { exact: true }).inputValue()).toBe("");
  expect(stored("asaas")).not.toContain("segredo");
  expect(secret(desk.road.aurora.read, "asaas", desk.road.server.tenants.keys)).toBe("segredo-do-asaas");
  await token.fill("mudei de ideia");
  await token.fill("");
  await ana.getByLabel("Retomar atendimentos (minutos)").focus();
  expect(secret(desk.road.aurora.read, "asaas", desk.road.server.tenants.keys)).toBe("segredo-do-asaas");
  await ana.getByRole("button", { name: "Remover Token do Asaas" }).click();
  await gone(ana.getByRole("button", { name: "Remover Token do Asaas" }));
  expect(sent).toEqual(["segredo-do-asaas", ""]);
  expect(stored("asaas")).toBe("");
});

test("the company's hours: their tab comes with the option, several ranges a day are saved, holidays close", async () => {
  const ana = await desk.logIn(ANA, { at: "/settings" });
  expect(await tab(ana, "Horários").count()).toBe(0);
  await chooseIn(select(ana, "Gerenciamento de expediente"), "Por empresa");
  await tab(ana, "Horários").click();
  await seen(ana.getByText("Sem nenhum horário, fica sempre aberto."));
  await ana.getByRole("button", { name: "Usar o horário comercial" }).click();
  const week = ["Segunda-feira", "Terça-feira", "Quarta-feira", "Quinta-feira", "Sexta-feira", "Sábado", "Domingo"];
  const times = async (name: string) =>
    await day(ana, name).getByRole("textbox").evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  expect(await Promise.all(week.map(times))).toEqual([
    ...Array.from({ length: 5 }, () => ["08:00", "18:00"]),
    ["08:00", "12:00"],
    ["00:00", "00:00"],
  ]);
  const monday = day(ana, "Segunda-feira");
  await monday.getByLabel("Segunda-feira, fim").fill("1200");
  await poll(() => monday.getByLabel("Segunda-feira, fim").inputValue()).toBe("12:00");
  await monday.getByRole("button", { name: "Adicionar um horário" }).click();
  await monday.getByLabel("Segunda-feira 2, início").fill("1");
  await ana.getByRole("button", { name: "Salvar" }).click();
  await seen(ana.getByText("Corrija os horários marcados em vermelho."));
  await seen(monday.locator("[aria-label='Segunda-feira 2, início']:focus"));
  await monday.getByLabel("Segunda-feira 2, início").fill("2200");
  await tab(ana, "Opções").click();
  await tab(ana, "Horários").click();
  await seen(ana.getByText("Alterações não salvas"));
  await monday.getByLabel("Segunda-feira 2, fim").fill("0200");
  await seen(monday.getByText("do dia seguinte"));
  await ana.getByRole("button", { name: "Salvar" }).focus();
  await ana.keyboard.press("Enter");
  await seen(ana.getByText("Horários atualizados com sucesso."));
  await seen(ana.locator("button[aria-disabled=true]:focus", { hasText: "Salvar" }));
  const schedules = companySchedules(desk.road.aurora.read);
  expect(schedules.filter(({ weekdayEn }) => weekdayEn === "monday")).toEqual([
    { weekday: "Segunda-feira", weekdayEn: "monday", startTime: "08:00", endTime: "12:00" },
    { weekday: "Segunda-feira", weekdayEn: "monday", startTime: "22:00", endTime: "02:00" },
  ]);

  await tab(ana, "Feriados").click();
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  await fillDate(ana, "Data", today);
  await ana.getByLabel("Nome do feriado").fill("Aniversário da padaria");
  await tab(ana, "Opções").click();
  await ana.getByRole("button", { name: "Continuar editando" }).click();
  await ana.getByRole("button", { name: "Adicionar", exact: true }).click();
  await seen(ana.getByText("Aniversário da padaria"));
  await tab(ana, "Horários").click();
  await seen(ana.getByText("Fechado agora"));
  await tab(ana, "Feriados").click();
  await ana.getByRole("button", { name: "Feriados nacionais" }).click();
  await chooseIn(ana.getByRole("dialog").getByLabel("Ano"), String(new Date().getFullYear() + 1));
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar 10" }).click();
  await gone(ana.getByRole("dialog"));
  await seen(ana.getByText("Paixão de Cristo"));
  await ana.getByRole("button", { name: "Tirar Aniversário da padaria" }).click();
  await gone(ana.locator("li", { hasText: "Aniversário da padaria" }));
  await ana.getByRole("button", { name: "Desfazer" }).click();
  await seen(ana.locator("li", { hasText: "Aniversário da padaria" }));

  const nina = await desk.logIn(NINA, { at: "/settings" });
  await poll(() => select(nina, "Gerenciamento de expediente").innerText()).toBe("Desabilitado: sempre aberto");
});

test("a holiday stays on its day, however far ahead the company's clocks are", async () => {
  const { tenants } = desk.road.server, { id } = desk.road.aurora;
  desk.road.aurora.write((db) => setSetting(db, "scheduleType", "company"));
  for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    changeTimeZone(tenants, id, timeZone);
    const ana = await desk.logIn(ANA, { at: "/settings?tab=holidays" });
    await fillDate(ana, "Data", "2031-05-01");
    await ana.getByLabel("Nome do feriado").fill("Dia do pão");
    await ana.getByRole("button", { name: "Adicionar", exact: true }).click();
    await seen(ana.locator("li", { hasText: "Dia do pão" }).getByText("01/05/2031"));
    await ana.getByRole("button", { name: "Tirar Dia do pão" }).click();
    await gone(ana.locator("li", { hasText: "Dia do pão" }));
  }
  changeTimeZone(tenants, id, "America/Sao_Paulo");
});

/** A list closes when what lies around it is scrolled, which is told with the next frame. */
async function intoMiddle(field: Locator): Promise<void> {
  await field.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await field.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test("the company's time zone is shown in words, found by its city or an older name, and only what is chosen is saved", async () => {
  const ana = await desk.logIn(ANA, { at: "/settings?tab=options" });
  const zone = ana.getByRole("combobox", { name: "Fuso horário" });
  await poll(() => zone.inputValue()).toMatch(/^São Paulo \(Horário Padrão de Brasília/);
  await intoMiddle(zone);
  await zone.fill("manaus");
  await seen(ana.getByRole("option", { name: /^Manaus/ }));
  await zone.blur();
  await poll(() => zone.inputValue()).toMatch(/^São Paulo/);
  // Opened and taken as it is, nothing changes.
  await zone.click();
  await seen(ana.getByRole("option", { name: /^São Paulo/ }));
  await zone.press("Enter");
  await zone.fill("america/buenos aires");
  await ana.screenshot({ path: "build/e2e/zones.png" });
  await zone.press("Enter");
  await seen(ana.getByText("Operação atualizada com sucesso."));
  await poll(() => zone.inputValue()).toMatch(/^Buenos Aires/);
  const { id, tenants } = { id: desk.road.aurora.id, tenants: desk.road.server.tenants };
  expect(companyRow(tenants, id)!.timeZone).toBe("America/Argentina/Buenos_Aires");
  // Somebody has chosen another meanwhile, of which this page has not heard.
  changeTimeZone(tenants, id, "America/Sao_Paulo");
  await zone.fill("manaus");
  await zone.press("Enter");
  await poll(() => zone.inputValue()).toMatch(/^São Paulo/);
  expect(companyRow(tenants, id)!.timeZone).toBe("America/Sao_Paulo");
});

test("plain users have no settings", async () => {
  const bruno = await desk.logIn(BRUNO);
  expect(await bruno.getByRole("link", { name: "Configurações" }).count()).toBe(0);
  await bruno.goto("/settings");
  await seen(bruno.getByRole("heading", { name: "Página não encontrada" }));
});

test("options, hours and holidays read well in both themes, also on a phone", async () => {
  desk.road.aurora.write((db) => setSetting(db, "scheduleType", "company"));
  for (const viewport of [undefined, NARROW]) {
    const ana = await desk.logIn(ANA, viewport && { viewport, hasTouch: true });
    const { look, pass } = inspection(ana);
    // What stands there last: fields that are drawn by parts of their own, and lists.
    const last = {
      options: [select(ana, "Ligações"), ana.getByLabel("Token do Asaas", { exact: true })],
      hours: [day(ana, "Domingo")],
      holidays: [
        ana.getByRole("form", { name: "Adicionar feriado" }).getByRole("spinbutton"),
        ana.getByText("Nenhum feriado ainda").or(ana.getByRole("button", { name: /^Tirar / })),
      ],
    };
    for (const [name, parts] of Object.entries(last)) {
      await ana.goto(`/settings?tab=${name}`);
      for (const part of [ana.getByRole("tab", { selected: true }), ...parts]) await seen(part);
      await look(name);
    }
    pass();
  }
});

test("while the tabs of a page get their keys, what lies below them does not move", async () => {
  for (const viewport of [NARROW, WIDE]) {
    const page = await desk.logIn(ANA, { viewport, at: "/about" });
    await page.addInitScript(() => {
      const heights = new Set<number>();
      Object.assign(globalThis, { heights });
      // With each change of the page: the tabs are taken out of their list for less than a frame or two.
      new MutationObserver(() => {
        const list = document.querySelector("[role=tablist]");
        if (list) heights.add(list.getBoundingClientRect().height);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto("/settings?tab=options");
    await seen(page.locator("[role=tab][data-rac]"));
    expect(await page.evaluate(() => [...(globalThis as unknown as { heights: Set<number> }).heights])).toHaveLength(1);
  }
});
