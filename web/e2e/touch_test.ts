import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { stillness } from "./browser.ts";
import { aDesk, ANA, aTalk, bubble, gone, NARROW, say, seen } from "./desk.ts";

const desk = aDesk({ moving: true });

/** What a finger could hardly hit: smaller than 40 px in some direction (interface.md, Language and access). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const HALF = 19.5;
    const dialogs = [...document.querySelectorAll("[data-covers]")];
    const screen = dialogs.at(-1) ?? document.body;
    const targets = [...screen.querySelectorAll<HTMLElement>(
      "button, a[href], input, select, textarea, summary, [role^=menuitem], [role=tab], [role=switch]",
    )];
    const isHit = (one: HTMLElement, x: number, y: number) => {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
      const there = document.elementFromPoint(x, y);
      return there !== null && (one.contains(there) || there.closest("label")?.contains(one) === true);
    };
    return targets.flatMap((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const x = left + width / 2, y = top + height / 2;
      const isSeen = one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 &&
        !one.matches(":disabled, .visually-hidden, [aria-hidden=true]") && isHit(one, x, y) &&
        x > 0 && y > 0 && x < innerWidth && y < innerHeight;
      // A link in the middle of a sentence is as high as the sentence (WCAG 2.5.8, inline).
      if (!isSeen || one.closest("p")) return [];
      const sizes = [one, ...one.matches("input") ? [one.closest("label") ?? one.parentElement!] : []].map((each) =>
        each.getBoundingClientRect()
      );
      const over = getComputedStyle(one, "::after");
      const reaches = over.position === "absolute"
        ? [{ width: parseFloat(over.width), height: parseFloat(over.height) }]
        : [];
      if ([...sizes, ...reaches].some((size) => size.width >= 2 * HALF && size.height >= 2 * HALF)) return [];
      const isLarge = [[-HALF, 0], [HALF, 0], [0, -HALF], [0, HALF]].every(([dx, dy]) => isHit(one, x + dx!, y + dy!));
      if (isLarge) return [];
      const name = one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40) ?? "";
      return [`${one.tagName.toLowerCase()} "${name}" ${Math.round(width)}x${Math.round(height)}`];
    });
  });
}

test("on a phone everything on the tickets' screen and in its dialogs is at least 40 px large to a finger", async () => {
  const page = await desk.logIn(ANA, { viewport: NARROW, hasTouch: true, isMobile: true });
  const found: Record<string, string[]> = {};
  const look = async (screen: string, shown: Locator) => {
    await seen(shown);
    await stillness(page);
    const small = await smallTargets(page);
    if (small.length) found[screen] = small;
    await page.screenshot({ path: `build/shots/touch-${screen.replaceAll(" ", "-")}.png` });
  };
  const dialog = page.getByRole("dialog").last();
  const close = () => page.keyboard.press("Escape");
  await aTalk(desk, page, "Téo Toque");
  await say(page, "🎂🎉");
  await seen(bubble(page, "🎂🎉"));
  // Large as they are, the time stands at their foot, as below any text.
  const fromFoot = await bubble(page, "🎂🎉").locator("[data-emojis]").evaluate((text) =>
    text.getBoundingClientRect().bottom - text.querySelector("time")!.getBoundingClientRect().bottom
  );
  expect(fromFoot).toBeLessThan(12);
  await page.locator("input[type=file]").first().setInputFiles([
    { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 a") },
  ]);
  await look("the thread", page.getByRole("list", { name: "Anexos" }));
  await page.getByRole("button", { name: "Anexar", exact: true }).click();
  await look("the attach menu", page.getByRole("menuitemcheckbox", { name: /Assinar como/ }));
  await page.getByRole("menuitemcheckbox", { name: /Assinar como/ }).click();
  await say(page, "Sem assinatura");
  await seen(bubble(page, "Sem assinatura"));
  await page.getByRole("button", { name: "Anexar", exact: true }).click();
  await page.getByRole("menuitem", { name: "Respostas rápidas" }).click();
  await look(
    "the quick replies",
    page.getByRole("dialog").getByRole("option").first().or(page.getByText("Guardar a primeira")),
  );
  await close();
  await page.getByRole("button", { name: "Emojis" }).click();
  await look("the emojis", page.getByRole("searchbox").or(page.getByRole("textbox", { name: /emoji/i })).first());
  await close();
  for (const entry of ["Agendar mensagem", "Transferir"]) {
    await page.getByRole("button", { name: /Mais opções|Mais ações|Opções/ }).first().click();
    await look(`the menu of the ticket`, page.getByRole("menuitem").first());
    await page.getByRole("menuitem", { name: new RegExp(entry) }).first().click();
    await look(entry, dialog);
    await close();
  }
  await bubble(page, "Sem assinatura").first().locator("[data-message-menu]").evaluate((button) =>
    (button as HTMLElement).click()
  );
  await look("the menu of a message", page.getByRole("menuitem").first().or(dialog));
  await close();
  await page.goto("/tickets");
  await look("the list", page.getByRole("tab", { name: "Atendimento" }).or(page.getByRole("radiogroup")).first());
  await page.getByRole("button", { name: /Novo atendimento/ }).first().click();
  await look("a new ticket", dialog);
  expect(found).toEqual({});
});

test("on a phone the administrator's pages and dialogs have nothing that a finger could hardly hit", async () => {
  const page = await desk.logIn(ANA, { viewport: NARROW, hasTouch: true, isMobile: true });
  const found: Record<string, string[]> = {};
  const look = async (screen: string, shown: Locator) => {
    await seen(shown);
    await page.waitForLoadState("networkidle");
    await gone(page.locator("main [class*=skeleton]"));
    await stillness(page);
    const small = await smallTargets(page);
    if (small.length) found[screen] = small;
  };
  const dialog = page.getByRole("dialog");
  for (const path of ["/", "/quick-messages", "/contacts", "/schedules", "/tags", "/users", "/settings"]) {
    await page.goto(path);
    await look(path, page.getByRole("main"));
  }
  await page.goto("/connections");
  await look("connections", page.getByRole("button", { name: "Conectado" }));
  await page.getByRole("button", { name: /^Editar/ }).first().click();
  await look("a connection", dialog.getByRole("button", { name: /^Tirar/ }).first());
  await page.goto("/queues");
  await page.getByRole("button", { name: "Editar Encomendas", exact: true }).click();
  await dialog.getByRole("button", { name: "Opção", exact: true }).click();
  await dialog.getByLabel("Título", { exact: true }).fill("Bolos");
  await page.keyboard.press("Escape");
  await look("a queue", dialog.getByRole("row", { name: /Bolos/ }));
  expect(found).toEqual({});
});

test.each(["pt-BR", "en-US", "es-ES"])(
  "on a small phone nothing in the bar lies above something else (%s)",
  async (locale) => {
    desk.customer(`Ciro ${locale}`).write(AURORA_PHONE, "Oi");
    const viewport = { width: 360, height: 740 };
    const page = await desk.logIn(ANA, { locale, viewport, hasTouch: true, isMobile: true });
    const bar = page.getByRole("banner");
    // With the number of those who wait, which takes room.
    await seen(bar.getByRole("radiogroup").getByText(/^\d+$/));
    const edges = await bar.evaluate((node) =>
      [...node.querySelectorAll("button, [role=radiogroup]")].map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 1).toSorted((one, other) => one.left - other.left)
        .map(({ left, right }) => [Math.round(left), Math.round(right)])
    );
    expect(edges.length).toBeGreaterThan(3);
    for (const [nth, [left]] of edges.entries()) {
      expect(left, String(edges)).toBeGreaterThanOrEqual(
        edges[nth - 1]?.[1] ?? 0,
      );
    }
    expect(edges.at(-1)![1]).toBeLessThanOrEqual(viewport.width);
  },
);
