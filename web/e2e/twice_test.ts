import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { aDesk, ANA, NARROW, seen } from "./desk.ts";

const desk = aDesk();

const LAPTOP = { width: 1280, height: 800 };

/** What of the page was pressed, by a double click on a button whose form finds something wrong. */
async function pressTwice(page: Page, button: Locator): Promise<string[]> {
  const pressed = await page.evaluateHandle(() => {
    const pressed: string[] = [];
    for (const type of ["pointerdown", "click"]) {
      document.addEventListener(type, ({ target }) => {
        pressed.push((target as Element).closest("button")?.textContent ?? (target as Element).outerHTML.slice(0, 80));
      }, { capture: true });
    }
    return pressed;
  });
  await button.dblclick();
  await seen(page.locator("[aria-invalid=true]").first());
  return await pressed.evaluate((those) => [...new Set(those)]);
}

test.each([
  { size: LAPTOP, screen: "a laptop" },
  { size: NARROW, screen: "a phone" },
])("on $screen a dialog's button stays where it was pressed when it says what is wrong", async ({ size }) => {
  const page = await desk.logIn(ANA, { at: "/tags" });
  await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const at of ["/users", "/contacts", "/tags"]) {
    await page.goto(at);
    await page.getByRole("button", { name: /^(Nov[oa]|Adicionar)/ }).first().click();
    const button = page.getByRole("dialog").getByRole("button", { name: "Adicionar", exact: true });
    await seen(button);
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === "finished"));
    const before = await button.boundingBox();
    expect(await pressTwice(page, button), at).toEqual(["Adicionar"]);
    expect(await button.boundingBox(), at).toEqual(before);
  }
});

test("a double click on a form's button presses nothing that what is wrong has moved below the pointer", async () => {
  const sue = await desk.logIn("super@balcao.test", { at: "/settings?tab=plans" });
  await sue.setViewportSize(NARROW);
  for (const tab of ["plans", "companies"]) {
    await sue.goto(`/settings?tab=${tab}`);
    const button = sue.getByRole("button", { name: "Salvar" });
    await seen(button);
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    expect(await pressTwice(sue, button), tab).toEqual(["Salvar"]);
    const after = await button.boundingBox();
    // Something else lies there now.
    expect(after!.y).toBeGreaterThan(before!.y + before!.height / 2);
  }
});
