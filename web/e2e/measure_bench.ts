import { millisecondsInMinute } from "date-fns/constants";
import { milliseconds } from "date-fns/milliseconds";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { TicketQuery } from "../../src/contract/tickets.ts";
import { listTickets, TICKET_PAGE } from "../../src/tickets/list.ts";
import { listMessages, MESSAGE_PAGE } from "../../src/messages/show.ts";
import { recordMessage } from "../../src/messages/record.ts";
import { newWid } from "../../src/outbox/enqueue.ts";
import { aTicket } from "../../src/testing/fixtures.ts";
import { aDesk, ANA, bubble, composer, gone, poll, row, seen } from "./desk.ts";

const desk = aDesk({ measured: true });
const LONG = 10_000, LETTERS = 80;
const measured: [what: string, figure: string, goal: string][] = [];

/** A ticket of Ana's with so many messages. */
function aThread(name: string, count: number): number {
  return desk.road.aurora.write((db) => {
    const ticket = aTicket(db, { name, status: "open", userId: 1 });
    const start = Date.now() - count * millisecondsInMinute;
    for (let nth = 0; nth < count; nth++) {
      const fromMe = nth % 3 === 1;
      recordMessage(db, {
        ticketId: ticket.id,
        contactId: ticket.contactId,
        connectionId: 1,
        chat: "x",
        wid: newWid(),
        fromMe,
        userId: fromMe ? 1 : null,
        body: `mensagem ${nth} de ${name}: ${"palavras e mais palavras ".repeat(nth % 5)}`,
        kind: "text",
        ack: fromMe ? 3 : 0,
        read: true,
        createdAt: start + nth * millisecondsInMinute,
      });
    }
    return ticket.id;
  });
}

/** Lets the browser have a whole thread at once; by scrolling it would read two hundred and fifty pages. */
async function serveWhole(page: Page, ticketId: number): Promise<void> {
  const { read } = desk.road.aurora;
  const messages = [];
  for (let pageNumber = Math.ceil(LONG / MESSAGE_PAGE); pageNumber > 0; pageNumber--) {
    messages.push(...listMessages(read, ticketId, { pageNumber }).messages);
  }
  const body = { messages, moves: [], hasMore: false, hasNewer: false };
  await page.route(`**/api/messages/${ticketId}*`, (route) => route.fulfill({ json: body }));
}

// What is measured depends on the machine: it is told, and only that all of it works is asserted.
test("a thread of 10,000 messages is typed in and scrolled", async () => {
  const id = aThread("Longa Conversa", LONG);
  const page = await desk.logIn(ANA);
  await serveWhole(page, id);
  await page.goto("/tickets");
  await row(page, "Longa Conversa").getByRole("link").click();
  await seen(bubble(page, `mensagem ${LONG - 1} `));
  await page.waitForTimeout(1000);

  await watchTasks(page);
  await composer(page).pressSequentially("palavra ".repeat(LETTERS / 8), { delay: 40 });
  expect((await composer(page).inputValue()).length).toBe(LETTERS);
  const { wait, task } = await page.evaluate(() => (globalThis as unknown as Watching).watched);
  measured.push(["typing, longest wait for the main thread", `${wait.toFixed(0)} ms`, "50 ms"]);
  measured.push(["typing, longest task", task ? `${task.toFixed(0)} ms` : "below 50 ms", ""]);

  const before = await topmost(page);
  await page.getByRole("log").hover();
  await watchFrames(page);
  // As fast as somebody turns a wheel who looks for something: five screens a second.
  for (let nth = 0; nth < 100; nth++) {
    await page.mouse.wheel(0, -120);
    await page.waitForTimeout(20);
  }
  const { frames, dropped } = await page.evaluate(() => (globalThis as unknown as Watching).endFrames());
  measured.push([
    "scrolling the thread, frames dropped",
    `${(100 * dropped / frames).toFixed(1)} % of ${frames}`,
    "5 %",
  ]);
  await poll(() => topmost(page)).toBeLessThan(before - 200);
}, 180_000);

test("a list of 10,000 tickets is scrolled", async () => {
  const { aurora } = desk.road;
  aurora.write((db) => {
    for (let nth = 0; nth < LONG; nth++) {
      aTicket(db, {
        name: `Cliente número ${nth}`,
        status: "closed",
        userId: 1,
        updatedAt: nth,
        lastMessage: "Obrigado!",
      });
    }
  });
  const page = await desk.logIn(ANA);
  await page.route(/\/api\/tickets\?.*status=closed/, (route) => {
    const query = Object.fromEntries(new URL(route.request().url()).searchParams);
    const person = { id: 1, profile: "admin", super: false, queueIds: [] } as const;
    const tickets = Array.from({ length: LONG / TICKET_PAGE }, (_, nth) => {
      const asked = TicketQuery.parse({ ...query, pageNumber: String(nth + 1) });
      return listTickets(aurora.read, { ...person, queueIds: [] }, asked, () => "UTC").read().tickets;
    }).flat();
    return route.fulfill({ json: { tickets, hasMore: false, count: tickets.length } });
  });
  await page.goto("/tickets?tab=closed");
  await seen(row(page, `Cliente número ${LONG - 1}`));
  await page.waitForTimeout(1000);
  await row(page, `Cliente número ${LONG - 2}`).hover();
  await watchFrames(page);
  for (let nth = 0; nth < 100; nth++) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(20);
  }
  const { frames, dropped } = await page.evaluate(() => (globalThis as unknown as Watching).endFrames());
  measured.push(["scrolling the list, frames dropped", `${(100 * dropped / frames).toFixed(1)} % of ${frames}`, "5 %"]);
  await gone(row(page, `Cliente número ${LONG - 1}`));
}, 180_000);

test("tickets are opened", async () => {
  const names = Array.from({ length: 6 }, (_, nth) => `Abertura ${nth}`);
  names.forEach((name) => aThread(name, 120));
  const page = await desk.logIn(ANA);
  await seen(row(page, "Abertura 0"));
  const times: number[] = [];
  for (const name of names) {
    await page.evaluate((last) => {
      addEventListener("click", (click) => {
        const look = () => {
          const isThere = [...document.querySelectorAll("[data-message]")].some((one) =>
            one.textContent?.includes(last)
          );
          if (isThere) (globalThis as unknown as Watching).opened = performance.now() - click.timeStamp;
          else requestAnimationFrame(look);
        };
        look();
      }, { once: true, capture: true });
    }, `mensagem 119 de ${name}`);
    await row(page, name).getByRole("link").click();
    await seen(bubble(page, `mensagem 119 de ${name}`));
    times.push(await page.evaluate(() => (globalThis as unknown as Watching).opened));
  }
  // The first one also loads what later ones have.
  const [first, ...later] = times as [number, ...number[]];
  const middle = later.toSorted((a, b) => a - b)[Math.floor(later.length / 2)]!;
  measured.push([
    "opening a ticket, to its last page",
    `${middle.toFixed(0)} ms (first ${first.toFixed(0)} ms)`,
    "150 ms",
  ]);
  expect(times.every((time) => time > 0)).toBe(true);
  tellAll();
}, milliseconds({ minutes: 2 }));

interface Watching {
  watched: { wait: number; task: number };
  endFrames(): { frames: number; dropped: number };
  opened: number;
}

/** Notes how long keys wait until they are heard, and how long the longest task is. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = (globalThis as unknown as Watching).watched = { wait: 0, task: 0 };
    addEventListener("keydown", ({ timeStamp }) => {
      watched.wait = Math.max(watched.wait, performance.now() - timeStamp);
    }, { capture: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.task = Math.max(watched.task, duration);
    }).observe({ type: "longtask" });
  });
}

/** Counts frames, and those that the screen would have shown in between. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const FRAME = 1000 / 60;
    let last = performance.now(), frames = 0, dropped = 0, isOver = false;
    const count = (now: number) => {
      const passed = Math.max(1, Math.round((now - last) / FRAME));
      frames += passed;
      dropped += passed - 1;
      last = now;
      if (!isOver) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    (globalThis as unknown as Watching).endFrames = () => {
      isOver = true;
      return { frames, dropped };
    };
  });
}

/** The number of the uppermost message that is drawn. */
function topmost(page: Page): Promise<number> {
  return page.locator("[data-message]").first().evaluate((one) => Number(/mensagem (\d+)/.exec(one.textContent!)?.[1]));
}

function tellAll(): void {
  const lines = measured.map(([what, figure, goal]) => `  ${what.padEnd(42)} ${figure.padStart(24)}   ${goal}`);
  Deno.stdout.writeSync(new TextEncoder().encode(`\nIn the browser\n${lines.join("\n")}\n`));
}
