import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openDesk } from "../../src/testing/bot_desk.ts";
import { queueTable } from "../../src/queues/table.ts";
import { setSetting } from "../../src/settings/settings.ts";
import { DEFAULT_SCHEDULES } from "../../src/shared/week.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { faults } from "./axe.ts";
import { accept, aDesk, ANA, bubble, gone, NARROW, poll, row, seen, WIDE } from "./desk.ts";
import { fillDate } from "./fields.ts";

const desk = aDesk();
let page: Page;
beforeAll(async () => {
  desk.road.aurora.write((db) => openDesk(db));
  page = await desk.logIn(ANA);
});

const preview = () => page.getByRole("complementary", { name: "Prévia do robô" });
const answer = () => preview().getByRole("textbox", { name: "Responda como cliente" });

async function openOrders(): Promise<void> {
  await page.goto("/queues");
  await page.getByRole("button", { name: "Editar Encomendas" }).click();
  await seen(page.getByRole("dialog", { name: "Editar fila" }));
}

async function writeAs(text: string): Promise<void> {
  await answer().fill(text);
  await answer().press("Enter");
}

describe("an administrator tries a queue before saving it", () => {
  test("and answers it as a customer would, to the end", async () => {
    await openOrders();
    // On its connection she meets the menu of queues first, and so it can be gone back to.
    await seen(preview().getByText("Padaria Aurora."));
    await seen(preview().getByText(/Encomendas, Mariana\?.*Menu inicial/s));
    await writeAs("1");
    await seen(preview().getByText("Qual bolo?"));
    await writeAs("chocolate");
    await seen(preview().getByText("Passa a um atendente"));
    await writeAs("Obrigada");
    await seen(preview().getByText("O robô não responde"));
    // Enter answered the bot and did not save the queue.
    await poll(() => page.getByRole("dialog", { name: "Editar fila" }).count()).toBe(1);
    await preview().getByRole("button", { name: "Recomeçar" }).click();
    await gone(preview().getByText("Qual bolo?"));
    expect(await faults(page)).toEqual([]);
  });

  test("and sees a change at once, that customers do not see yet", async () => {
    await openOrders();
    await page.getByRole("textbox", { name: "Mensagem de saudação" }).fill("{{greeting}}! Novidade?");
    await seen(preview().getByText(/^(Bom dia|Boa tarde|Boa noite)! Novidade\?/));
    const joana = desk.customer("Joana Prévia");
    joana.write(AURORA_PHONE, "Oi");
    await joana.waitFor(({ text }) => text?.startsWith("Padaria Aurora.") ?? false);
    joana.write(AURORA_PHONE, "1");
    await joana.waitFor(({ text }) => text?.startsWith("Encomendas, Joana?") ?? false);
  });

  test("and is led from what is wrong to the option", async () => {
    await openOrders();
    const finding = preview().getByRole("button", { name: /1\.2 Bruno.*não recebe resposta/ });
    await finding.click();
    await seen(page.getByRole("textbox", { name: "Título" }));
    await poll(() => page.getByRole("textbox", { name: "Título" }).inputValue()).toBe("Bruno");
    // The conversation has gone there, too.
    await seen(preview().getByText("Qual bolo?"));
    await page.getByRole("textbox", { name: "Mensagem" }).last().fill("O Bruno já vem.");
    await seen(preview().locator("[data-editing]", { hasText: "O Bruno já vem." }));
    await gone(finding);
  });

  test("and plays it at an hour at which the queue is closed", async () => {
    desk.road.aurora.write((db) => {
      setSetting(db, "scheduleType", "queue");
      db.update(queueTable).set({ schedules: DEFAULT_SCHEDULES, outOfHoursMessage: "Até amanhã!" })
        .where(eq(queueTable.id, 1)).run();
    });
    await openOrders();
    await fillDate(preview(), "Como se fosse", "2026-11-23T03:00");
    await seen(preview().getByText("Até amanhã!"));
    await fillDate(preview(), "Como se fosse", "2026-11-23T10:00");
    await seen(preview().getByText("Bom dia, Mariana!").or(preview().getByText("Encomendas, Mariana?")));
    await gone(preview().getByText("Até amanhã!"));
    desk.road.aurora.write((db) => setSetting(db, "scheduleType", "disabled"));
  });

  test("on a phone and in the dark, too", async () => {
    await page.setViewportSize(NARROW);
    await page.emulateMedia({ colorScheme: "dark" });
    await openOrders();
    await page.getByRole("button", { name: "Ver a prévia" }).click();
    await writeAs("2");
    await seen(preview().getByText("Carla já vem."));
    // She does not serve this queue.
    await seen(preview().getByText("Passa a um atendente"));
    await seen(preview().getByRole("button", { name: /2 Carla.*não atende esta fila/ }));
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
    await page.screenshot({ path: "build/preview-phone.png" });
    await page.setViewportSize(WIDE);
  });
});

test("an attendant sees who is with the bot, and who waits for a person", async () => {
  await page.goto("/tickets");
  const rui = desk.customer("Rui Cliente");
  rui.write(AURORA_PHONE, "Oi");
  await rui.waitUntil(() => rui.received.length === 1);
  rui.write(AURORA_PHONE, "1");
  await seen(row(page, "Rui Cliente").getByRole("img", { name: "Com o robô" }));
  rui.write(AURORA_PHONE, "2");
  await rui.waitFor(({ text }) => text === "Carla já vem.");
  await gone(row(page, "Rui Cliente").getByRole("img", { name: "Com o robô" }));
  await accept(page, "Rui Cliente");
  await seen(bubble(page, "Carla já vem."));
  await seen(page.getByText("Transferido para Encomendas"));
  await poll(() => page.locator("[data-message]").count()).toBe(6);
});
