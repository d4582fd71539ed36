import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { queueOptionTable } from "../queues/table.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { openDesk, ORDERS } from "../testing/bot_desk.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess } from "../testing/process.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { ticketTable } from "../tickets/table.ts";
import { addWebhook } from "../webhooks/webhooks.ts";
import { botHoldTable } from "./table.ts";

test(
  "killed while a bot has a customer, it tells the bot once what it had stored, and people take over in time",
  async () => {
    const simulator = await startSimulator();
    const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
    const folder = await aDataFolder();
    const got: { id: string; type: string; body?: string }[] = [];
    let isUp = false;
    const bot = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const { type, data } = await request.json();
      if (!isUp) return new Response("", { status: 503 });
      got.push({ id: request.headers.get("webhook-id")!, type, body: data.message?.body });
      return new Response();
    });
    const before = new Tenants(folder), aurora = before.company(2);
    const form = { name: "Typebot", url: `http://127.0.0.1:${bot.addr.port}/`, events: [], isActive: true };
    const { id: toWebhookId } = addWebhook(aurora, form, before.keys, Date.now());
    aurora.write((db) => {
      openDesk(db, [ORDERS]);
      db.update(queueOptionTable).set({ action: "bot", toWebhookId, botMinutes: 1, botMessage: "Já vamos." })
        .where(eq(queueOptionTable.id, 3)).run();
    });
    before.close();
    const { start, end, isUp: isServed, caller } = aProcess(folder, simulator.url);
    onTestFinished(async () => {
      await end();
      await simulator.stop();
      await bot.shutdown();
      await Deno.remove(folder, { recursive: true });
    });
    const server = start();
    await until(isServed, 60_000);
    const ana = await caller();
    await ana("POST", "/whatsappsession/1", {});
    await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
    const joana = simulator.network.addPhone({ name: "Joana", number: "5511987770098" });
    for (const [nth, text] of ["Oi", "3"].entries()) {
      joana.write(AURORA_PHONE, text);
      await joana.waitUntil(() => joana.received.length > nth, 60_000);
    }
    joana.write(AURORA_PHONE, "Quero um bolo");
    const tickets = async () => (await ana("GET", "/tickets?status=pending&showAll=true")).tickets;
    await until(async () =>
      (await tickets()).some(({ lastMessage }: { lastMessage: string }) => lastMessage === "Quero um bolo")
    );
    server.kill("SIGKILL");
    await server.status;
    isUp = true;
    start();
    await until(() => got.length >= 2, 60_000);
    expect(got.map(({ type, body }) => body ?? type)).toEqual(["bot.started", "Quero um bolo"]);
    await joana.waitFor(({ text }) => text === "Já vamos.", 120_000);
    await until(() => got.length >= 3, 60_000);
    await end();
    expect(got.at(-1)!.type).toBe("bot.ended");
    expect(new Set(got.map(({ id }) => id)).size).toBe(3);
    expect(joana.received.filter(({ text }) => text === "Já vamos.")).toHaveLength(1);
    const tenants = new Tenants(folder), { read } = tenants.company(2);
    expect(read.select().from(botHoldTable).all()).toEqual([]);
    expect(
      read.select().from(ticketTable).where(eq(ticketTable.status, "pending")).all().every(({ chatbot }) => !chatbot),
    ).toBe(true);
    tenants.close();
  },
  240_000,
);
