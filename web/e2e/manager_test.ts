import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import {
  accept,
  aDesk,
  ANA,
  BRUNO,
  bubble,
  CARLA,
  composer,
  type Desk,
  gone,
  NARROW,
  poll,
  row,
  say,
  seen,
  WIDE,
} from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
let ana: Page, bruno: Page, carla: Page;

beforeAll(async () => {
  [ana, bruno, carla] = await Promise.all([ANA, BRUNO, CARLA].map((email) => desk.logIn(email))) as [Page, Page, Page];
});
beforeEach(async () => {
  await Promise.all([ana, bruno, carla].map((page) => page.goto("/tickets")));
});

const chooser = (page: Page, name: string) => page.getByRole("combobox", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const option = (page: Page, name: string) => page.getByRole("option", { name });

/** A customer whose ticket Bruno has accepted and left. */
async function served(name: string): Promise<ReturnType<Desk["customer"]>> {
  const customer = desk.customer(name);
  customer.write(AURORA_PHONE, `Oi, aqui é ${name}`);
  await accept(bruno, name);
  return customer;
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Mais opções", exact: true }).filter({ visible: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

describe("a new ticket", () => {
  test("is opened for a contact found by three letters, in a queue, and the customer gets what is written", async () => {
    const teo = await served("Teo Barros");
    await bruno.getByRole("button", { name: "Resolver" }).filter({ visible: true }).click();
    await bruno.waitForURL("**/tickets");
    await bruno.getByRole("button", { name: "Novo", exact: true }).click();
    await chooser(bruno, "Contato").fill("te");
    await seen(bruno.getByText("Digite pelo menos 3 letras"));
    // While the list is open, a screen reader has the field and the list alone.
    const ok = dialog(bruno).getByRole("button", { name: "OK", includeHidden: true });
    await poll(() => ok.isDisabled()).toBe(true);
    await chooser(bruno, "Contato").fill("teo b");
    await option(bruno, "Teo Barros").click();
    await ok.click();
    await seen(dialog(bruno).getByText("Selecione uma fila").and(bruno.locator("span")));
    await chooseIn(dialog(bruno).getByLabel("Fila"), "Entregas");
    await bruno.keyboard.press("Enter");
    await bruno.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await say(bruno, "Sua entrega sai às 15h");
    await teo.waitFor((message) => message.text?.includes("Sua entrega sai") ?? false);
    // Who serves that queue sees it come, without its being theirs.
    await seen(row(ana, "Teo Barros").getByText("Bruno"));
  });

  test("is refused while somebody serves the contact, and leads to that ticket", async () => {
    await served("Ula Reis");
    const place = new URL(bruno.url()).pathname;
    await ana.getByRole("button", { name: "Novo", exact: true }).click();
    await chooser(ana, "Contato").fill("ula");
    await option(ana, "Ula Reis").click();
    await ana.keyboard.press("Enter");
    await seen(ana.getByText("Bruno Tavares está atendendo este contato. Quer ir para esse atendimento?"));
    await ana.getByRole("button", { name: "Abrir o atendimento" }).click();
    await ana.waitForURL(`**${place}`);
    await seen(bubble(ana, "Oi, aqui é Ula Reis"));
    // Carla may not see that queue: she is told who serves it, and not led there.
    await carla.getByRole("button", { name: "Novo", exact: true }).click();
    await chooser(carla, "Contato").fill("ula");
    await option(carla, "Ula Reis").click();
    await chooseIn(dialog(carla).getByLabel("Fila"), "Atacado");
    await carla.keyboard.press("Enter");
    await seen(carla.getByText("Este contato já está em atendimento com Bruno Tavares, em outra fila."));
    expect(new URL(carla.url()).pathname).toBe("/tickets");
  });
});

describe("a transfer", () => {
  test("to a colleague takes the ticket off one desk and puts it on the other, where the thread goes on", async () => {
    const ivo = await served("Ivo Lemos");
    await choose(bruno, "Transferir");
    await chooser(bruno, "Atendente").fill("carla");
    await option(bruno, "Carla Nogueira").click();
    // Encomendas, where it is, is not hers.
    const queue = dialog(bruno).getByRole("button", { name: /Fila$/ });
    await queue.click();
    expect((await bruno.getByRole("option").allTextContents()).slice(1)).toEqual(["Atacado", "Entregas"]);
    await bruno.keyboard.press("Escape");
    await dialog(bruno).getByRole("button", { name: "OK" }).click();
    await seen(dialog(bruno).getByText("Selecione uma fila").and(bruno.locator("span")));
    await chooseIn(queue, "Atacado");
    await dialog(bruno).getByRole("button", { name: "OK" }).click();
    await bruno.waitForURL("**/tickets");
    await gone(row(bruno, "Ivo Lemos"));
    await row(carla, "Ivo Lemos").getByRole("link").click();
    await seen(bubble(carla, "Oi, aqui é Ivo Lemos"));
    await say(carla, "Sigo por aqui");
    await ivo.waitFor((message) => message.text?.includes("Sigo por aqui") ?? false);
  });

  test("to a queue makes the ticket wait there for whoever accepts it, and who had it open is told", async () => {
    await served("Mel Duarte");
    const place = new URL(bruno.url()).pathname;
    await ana.goto(place);
    await seen(bubble(ana, "Oi, aqui é Mel Duarte"));
    await choose(ana, "Transferir");
    await chooseIn(dialog(ana).getByLabel("Fila"), "Atacado");
    await ana.keyboard.press("Enter");
    await seen(bruno.getByText("O atendimento foi transferido."));
    await bruno.waitForURL("**/tickets");
    await accept(carla, "Mel Duarte");
    // Bruno may not see that queue.
    await bruno.goto(place);
    await seen(bruno.getByText("Acesso não permitido"));
    await bruno.waitForURL("**/tickets");
  });
});

describe("a peek", () => {
  test("shows a waiting ticket without taking it or reading it, and what comes in meanwhile", async () => {
    const rui = desk.customer("Rui Caldas");
    rui.write(AURORA_PHONE, "Tem bolo de rolo?");
    await row(ana, "Rui Caldas").getByRole("button", { name: "Espiar Conversa" }).click();
    await seen(dialog(ana).locator("[data-message]", { hasText: "Tem bolo de rolo?" }));
    rui.write(AURORA_PHONE, "De goiabada");
    await seen(dialog(ana).locator("[data-message]", { hasText: "De goiabada" }));
    expect(await dialog(ana).getByRole("textbox").count()).toBe(0);
    expect(await dialog(ana).getByRole("button", { name: /Responder|opções/ }).count()).toBe(0);
    await dialog(ana).getByRole("button", { name: "Fechar" }).last().click();
    await gone(dialog(ana));
    await seen(row(ana, "Rui Caldas").getByRole("img", { name: "2 mensagens não lidas" }));
    await seen(bruno.getByRole("button", { name: "Aceitar Conversa: Rui Caldas" }));
    expect(new URL(ana.url()).pathname).toBe("/tickets");
    // Only an administrator may.
    expect(await bruno.getByRole("button", { name: "Espiar Conversa" }).count()).toBe(0);
  });
});

test("on a touch screen a finger that rests on a row calls up what a mouse finds there", async () => {
  await served("Caê Lopes");
  const page = await desk.logIn(ANA, { viewport: NARROW, hasTouch: true, isMobile: true });
  const mine = row(page, "Caê Lopes");
  await seen(mine);
  // What selects comes half a second after the list.
  await page.locator("[data-box]").first().waitFor({ state: "attached" });
  await mine.scrollIntoViewIfNeeded();
  const { x, y, width } = (await mine.boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width / 2, y: y + 20 }] });
  await seen(page.getByRole("toolbar"));
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.getByRole("toolbar").getByRole("button", { name: "Opções de Caê Lopes" }).tap();
  await seen(page.getByRole("menuitem", { name: "Espiar Conversa" }));
  // The ticket was not opened by it.
  expect(new URL(page.url()).pathname).toBe("/tickets");
  await page.getByRole("menuitem", { name: "Fechar Conversa" }).tap();
  await gone(mine);
  ana = desk.keep(await desk.logIn(ANA));
});

describe("deleting", () => {
  test("asks with the ticket's number and the contact's name; whoever has it open is told and led away", async () => {
    await served("Nei Prado");
    const place = new URL(bruno.url()).pathname;
    await bruno.getByRole("button", { name: "Mais opções", exact: true }).filter({ visible: true }).click();
    await seen(bruno.getByRole("menuitem"));
    expect(await bruno.getByRole("menuitem", { name: "Excluir ticket" }).count()).toBe(0);
    await bruno.keyboard.press("Escape");
    await composer(bruno).fill("Estou escrevendo quando");
    await ana.goto(place);
    await seen(bubble(ana, "Oi, aqui é Nei Prado"));
    await choose(ana, "Excluir ticket");
    const question = ana.getByRole("alertdialog");
    await poll(() => question.textContent()).toMatch(/Excluir o ticket \d+\?.*Nei Prado/s);
    await question.getByRole("button", { name: "Excluir" }).click();
    for (const page of [ana, bruno]) {
      await page.waitForURL("**/tickets");
      await seen(page.getByText("Ticket deleted sucessfully."));
      await gone(row(page, "Nei Prado"));
    }
    await bruno.goto(place);
    await seen(bruno.getByText("Acesso não permitido"));
  });
});

describe("the list", () => {
  test("shows a slip that was taken back as taken back, and an edited message in its new words", async () => {
    const lu = desk.customer("Lu Freire");
    const first = lu.write(AURORA_PHONE, "Quero *dois* bolo");
    const mine = row(bruno, "Lu Freire");
    await seen(mine.locator("strong", { hasText: "dois" }));
    lu.edit(AURORA_PHONE, first, "Quero ~dois~ três bolos");
    await seen(mine.locator("del", { hasText: "dois" }));
    lu.revoke(AURORA_PHONE, first);
    await seen(mine.getByText("Mensagem excluída"));
    await bruno.reload();
    await seen(mine.getByText("Mensagem excluída"));
  });

  test("is filtered by queue, attendant and tag, live, and the address holds the filters", async () => {
    await served("Gal Torres");
    await ana.getByRole("button", { name: "Filtros" }).first().click();
    await ana.getByRole("checkbox", { name: "Atacado" }).check();
    await ana.getByRole("button", { name: "Pronto" }).click();
    await gone(row(ana, "Gal Torres"));
    expect(new URL(ana.url()).search).toBe("?queues=3");
    await choose(bruno, "Transferir");
    await chooseIn(dialog(bruno).getByLabel("Fila"), "Atacado");
    await bruno.keyboard.press("Enter");
    await seen(row(ana, "Gal Torres"));
    await ana.reload();
    await seen(row(ana, "Gal Torres"));
    await ana.getByRole("button", { name: "Filtros: 1 em uso" }).first().click();
    await ana.getByRole("searchbox", { name: "Filtro por Users" }).fill("bruno");
    await ana.getByRole("checkbox", { name: "Bruno Tavares" }).check();
    await gone(row(ana, "Gal Torres"));
    await ana.getByRole("button", { name: "Limpar" }).last().click();
    await seen(row(ana, "Gal Torres"));
    await ana.getByRole("switch", { name: "Mostrar todos" }).or(ana.getByLabel("Mostrar todos")).first().uncheck();
    expect(new URL(ana.url()).search).toBe("?all=0");
  });
});

for (const [size, viewport] of [["wide", WIDE], ["narrow", NARROW]] as const) {
  test(`axe finds nothing in the dialogs of the ${size} ticket screen, light or dark`, async () => {
    const page = await desk.logIn(ANA, { viewport, hasTouch: size === "narrow" });
    const name = `Aldo ${size}`;
    desk.customer(name).write(AURORA_PHONE, "Boa tarde");
    await seen(row(page, name));
    const { look, pass } = inspection(page);
    await page.getByRole("button", { name: /^Novo/ }).filter({ visible: true }).click();
    await chooser(page, "Contato").fill("aldo");
    await seen(option(page, name));
    await look("new ticket");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await gone(dialog(page));
    await row(page, name).getByRole("button", { name: "Espiar Conversa" }).click();
    await seen(dialog(page).locator("[data-message]"));
    await look("peek");
    await page.keyboard.press("Escape");
    await gone(dialog(page));
    await accept(page, name);
    await choose(page, "Transferir");
    await chooser(page, "Atendente").fill("carla");
    await seen(option(page, "Carla"));
    await look("transfer");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.goto("/tickets");
    await page.getByRole("button", { name: "Filtros" }).filter({ visible: true }).click();
    await seen(page.getByRole("checkbox", { name: "Atacado" }));
    await look("filters");
    pass();
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}
