import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../src/demo/seed.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, aTalk, BRUNO, bubble, CARLA, composer, gone, NARROW, poll, row, seen, WIDE } from "./desk.ts";
import { hold, OVERLAYS } from "./hold.ts";

const desk = aDesk({ moving: true });

/** What has the focus, as a screen reader would name it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
    // A field with a list is named by what is chosen and, last, by its label.
    const label = element.matches("[aria-haspopup=listbox]") &&
      element.getAttribute("aria-labelledby")?.split(" ").at(-1);
    if (label) return document.getElementById(label)?.textContent ?? "";
    return element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent || "";
  });
}

/** Presses Tab until something of this name has the focus, and fails when it never does. */
async function tabTo(page: Page, name: string | RegExp, { back = false } = {}): Promise<void> {
  for (let nth = 0; nth < 60; nth++) {
    const here = (await focused(page)).trim();
    if (typeof name === "string" ? here === name : name.test(here)) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab never comes to ${name}`);
}

test("a whole day's work is done by keyboard alone", async () => {
  const page = await desk.open();
  const { keyboard } = page;
  await page.goto("/login");
  await seen(page.getByLabel("E-mail"));
  await tabTo(page, "E-mail");
  await keyboard.type(BRUNO);
  await keyboard.press("Tab");
  await keyboard.type(DEMO_PASSWORD);
  await keyboard.press("Enter");
  await page.waitForURL("**/tickets");

  // Who has waited longest is taken first, though another has written since.
  const [zoe, ari] = [desk.customer("Zoé Amaral"), desk.customer("Ari Nobre")];
  zoe.write(AURORA_PHONE, "Tem pão de milho?");
  await seen(row(page, "Zoé Amaral"));
  ari.write(AURORA_PHONE, "Quanto custa o panetone?");
  await seen(row(page, "Ari Nobre"));
  zoe.write(AURORA_PHONE, "Fresquinho?");
  await seen(row(page, "Fresquinho?"));
  // Nothing has the focus, so a letter alone does nothing.
  await keyboard.press("a");
  await keyboard.press("Alt+a");
  await seen(page.getByRole("heading", { name: "Zoé Amaral", level: 2 }));
  await poll(() => focused(page)).toBe("Mensagem");
  // Letters that are keys elsewhere are letters here.
  await keyboard.type("A fornada sai já, é só retirar?");
  await keyboard.press("Enter");
  await zoe.waitFor((message) => message.text?.includes("A fornada sai já, é só retirar?") ?? false);
  await keyboard.press("Escape");
  await poll(() => focused(page)).toBe("Zoé Amaral");

  await keyboard.press("t");
  await poll(() => focused(page)).toBe("Atendente");
  await keyboard.type("carla");
  // Before anybody is found.
  await keyboard.press("Enter");
  await poll(() => page.getByRole("combobox", { name: "Atendente" }).inputValue()).toBe("Carla Nogueira");
  await tabTo(page, "Fila");
  await keyboard.type("Entregas");
  await keyboard.press("Enter");
  await page.waitForURL("**/tickets");
  await gone(row(page, "Zoé Amaral"));

  // From the list: down to who waits, Enter accepts.
  await keyboard.press("Alt+/");
  await poll(() => focused(page)).toBe("Buscar atendimentos");
  await keyboard.press("ArrowDown");
  await poll(() => focused(page)).toBe("Aceitar Conversa: Ari Nobre");
  await keyboard.press("Enter");
  await seen(page.getByRole("heading", { name: "Ari Nobre", level: 2 }));
  await seen(bubble(page, "Quanto custa o panetone?"));
  await poll(() => focused(page)).toBe("Mensagem");
  await keyboard.press("Escape");
  await poll(() => focused(page)).toBe("Ari Nobre");
  await keyboard.press("r");
  await page.waitForURL("**/tickets");
  await gone(row(page, "Ari Nobre"));
  // The row is gone, and the list has the focus.
  await poll(() => focused(page)).toBe("Atendimentos");

  await keyboard.press("/");
  await keyboard.type("panetone");
  await seen(row(page, "panetone").getByText("FECHADO"));
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await seen(page.getByRole("button", { name: "Reabrir" }));
  await seen(bubble(page, "Quanto custa o panetone?"));

  await keyboard.press("n");
  await poll(() => focused(page)).toBe("Contato");
  await keyboard.type("ari nobre");
  await seen(page.getByRole("option", { name: "Ari Nobre" }));
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await keyboard.type("Encomendas");
  await keyboard.press("Enter");
  await poll(() => focused(page)).toBe("Mensagem");
  await keyboard.type("O panetone custa R$ 42");
  await keyboard.press("Enter");
  await ari.waitFor((message) => message.text?.includes("R$ 42") ?? false);
});

test("j and k go through the open tickets, Esc goes between message and list, ? shows the keys", async () => {
  const page = await desk.logIn(ANA);
  const { keyboard } = page;
  for (const name of ["Edu Sales", "Flor Dias"]) {
    desk.customer(name).write(AURORA_PHONE, "Oi");
    await seen(row(page, name));
    await keyboard.press("Alt+a");
    await seen(page.getByRole("heading", { name, level: 2 }));
  }
  const open = () => page.locator("[data-ticket][data-selected]").getAttribute("data-ticket").catch(() => null);
  const ids = await page.locator("[data-ticket]:not([data-waiting])").evaluateAll((rows) =>
    rows.map((one) => one.getAttribute("data-ticket"))
  );
  const ring = () =>
    page.locator("#ticket-list").evaluate((list) => getComputedStyle(list.parentElement!, "::after").outlineStyle);
  await poll(open).toBe(ids[0]);
  // The composer of this one, though the other's was there when it was accepted.
  await poll(() => focused(page)).toBe("Mensagem");
  expect(await ring()).toBe("none");
  await keyboard.press("Escape");
  await poll(() => focused(page)).toBe("Flor Dias");
  expect(await ring()).toBe("solid");
  await keyboard.press("j");
  await poll(open).toBe(ids[1]);
  await poll(() => focused(page)).toBe("Edu Sales");
  await keyboard.press("k");
  await poll(open).toBe(ids[0]);
  await keyboard.press("?");
  await seen(page.getByRole("dialog", { name: "Atalhos do teclado" }));
  await keyboard.press("r");
  await keyboard.press("Alt+r");
  await keyboard.press("Escape");
  await gone(page.getByRole("dialog"));
  await poll(open).toBe(ids[0]);
  await poll(() => page.getByRole("button", { name: "Resolver" }).filter({ visible: true }).count()).toBe(1);
  await keyboard.press("Escape");
  await poll(() => focused(page)).toBe("Mensagem");
  await keyboard.press("Alt+j");
  await poll(open).toBe(ids[1]);
});

test("what is typed or pasted after a press on a message is written, and moves nothing", async () => {
  const page = await desk.logIn(BRUNO);
  const { keyboard } = page;
  await aTalk(desk, page, "Rita Alencar", "Bom dia, tudo bem?");
  const place = page.url();
  await bubble(page, "Bom dia").click();
  await poll(() => focused(page)).not.toBe("Mensagem");
  await keyboard.type("Obrigado Paulo, já tarda ");
  await poll(() => composer(page).inputValue()).toBe("Obrigado Paulo, já tarda ");
  // A press in the list brings the focus there, which nobody looks for.
  await page.locator("#ticket-list").click({ position: { x: 100, y: 700 } });
  await keyboard.type("arrtn?");
  await poll(() => composer(page).inputValue()).toBe("Obrigado Paulo, já tarda arrtn?");
  await page.getByRole("button", { name: "Emojis" }).focus();
  await keyboard.press("Space");
  await seen(page.getByRole("searchbox", { name: "Buscar emojis" }));
  await keyboard.press("Escape");
  await bubble(page, "Bom dia").click();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", " 12:30");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await poll(() => composer(page).inputValue()).toBe("Obrigado Paulo, já tarda arrtn? 12:30");
  expect(page.url()).toBe(place);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByRole("status").getByText("Atendimento de").count()).toBeLessThanOrEqual(1);

  // Where nothing can be written, nothing happens at all.
  await page.getByRole("button", { name: "Resolver" }).filter({ visible: true }).click();
  await page.goto(place);
  await seen(page.getByRole("button", { name: "Reabrir" }));
  await bubble(page, "Bom dia").click();
  await keyboard.type("artn?/");
  await seen(page.getByRole("button", { name: "Reabrir" }));
  expect([page.url(), await page.getByRole("dialog").count()]).toEqual([place, 0]);
});

test("the command bar leads to a ticket, a contact, a page and an action", async () => {
  const page = await desk.logIn(CARLA);
  const { keyboard } = page;
  const bar = page.getByRole("dialog", { name: "Buscar ou ir para" });
  const call = async (text: string, choice: RegExp) => {
    await keyboard.press("Control+k");
    // Also what is typed before it is drawn must not be taken for keys.
    await seen(bar);
    await keyboard.type(text);
    const option = bar.getByRole("option", { name: choice }).first();
    await seen(option);
    for (let nth = 0; await option.getAttribute("aria-selected") !== "true"; nth++) {
      expect(nth).toBeLessThan(20);
      await keyboard.press("ArrowDown");
    }
    await keyboard.press("Enter");
    await gone(bar);
  };
  await call("zoe", /Zoé Amaral.*Entregas/);
  await seen(page.getByRole("heading", { name: "Zoé Amaral", level: 2 }));
  // While typing, too.
  await composer(page).focus();
  await call("tags", /^Tags/);
  await page.waitForURL("**/tags");
  await call("novo", /^Novo atendimento/);
  await seen(page.getByRole("dialog", { name: "Novo atendimento" }));
  await keyboard.press("Escape");
  await call("flor", /Flor Dias.*Abrir conversa/);
  await poll(() => page.getByRole("combobox", { name: "Contato" }).inputValue()).toBe("Flor Dias");
  await keyboard.press("Escape");
  // Connections are an administrator's.
  await keyboard.press("Control+k");
  await keyboard.type("conex");
  await seen(bar.getByRole("option", { name: "Buscar “conex” em tudo" }));
  await poll(() => bar.getByRole("option").count()).toBe(1);
  await keyboard.press("Control+k");
  await gone(bar);
});

for (const [size, viewport] of [["wide", WIDE], ["narrow", NARROW]] as const) {
  test(`axe finds nothing in the command bar and the list of keys, ${size}, light or dark`, async () => {
    const page = await desk.logIn(ANA, { viewport });
    const { look, pass } = inspection(page);
    await page.keyboard.press("Control+k");
    await seen(page.getByRole("option", { name: /Novo atendimento/ }));
    await page.keyboard.type("edu");
    await seen(page.getByRole("option", { name: /Edu Sales/ }));
    await look("command bar");
    await page.keyboard.press("Escape");
    await gone(page.getByRole("dialog"));
    await page.keyboard.press("Alt+?");
    await seen(page.getByRole("dialog"));
    await look("keys");
    pass();
  });
}

test("a menu that is still on its way has the keys already, and Escape takes it back", async () => {
  const page = await desk.logIn(ANA);
  await aTalk(desk, page, "Rita Demora");
  const letItCome = await hold(page, OVERLAYS);
  await page.reload();
  await seen(composer(page));
  const account = page.getByRole("button", { name: /Conta/ });
  await account.click();
  await poll(() => account.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.type("nada");
  await page.keyboard.press("Escape");
  await poll(() => account.getAttribute("aria-expanded")).toBe("false");
  await letItCome();
  await account.click();
  await seen(page.getByRole("switch", { name: "Som ao chegar mensagem" }));
  await page.keyboard.press("Escape");
  await gone(page.getByRole("switch", { name: "Som ao chegar mensagem" }));
  await poll(() => composer(page).inputValue()).toBe("");
});
