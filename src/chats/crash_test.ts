import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess } from "../testing/process.ts";

const KILLS = 3, MESSAGES = 12, BRUNO = 2;

test(
  "a server that is killed while a chat is written in has each message once, and counts each once as unread",
  async () => {
    const folder = await aDataFolder();
    const { start, end, isUp, caller } = aProcess(folder, "ws://127.0.0.1:9");
    onTestFinished(async () => {
      await end();
      await Deno.remove(folder, { recursive: true });
    });
    let server = start();
    await until(isUp, 60_000);
    let ana = await caller();
    const chat = await ana("POST", "/chats", { title: "Turno da noite", users: [BRUNO] });
    const waiting = Array.from({ length: KILLS * MESSAGES }, (_, nth) => ({
      message: `@Bruno nº ${nth}`,
      localId: crypto.randomUUID(),
    }));
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      const portion = waiting.slice(kill * MESSAGES, (kill + 1) * MESSAGES);
      const all = portion.map((draft) =>
        ana("POST", `/chats/${chat.id}/messages`, draft).then(() => void acknowledged.add(draft.localId), () => {})
      );
      // It dies as soon as the first answer is there, with the others wherever they are.
      await Promise.race(all);
      server.kill("SIGKILL");
      await Promise.all(all);
      await server.status;
      server = start();
      await until(isUp, 60_000);
      ana = await caller();
      // Whoever got no answer sends it again.
      for (const draft of portion) {
        if (!acknowledged.has(draft.localId)) await ana("POST", `/chats/${chat.id}/messages`, draft);
      }
    }
    server.kill("SIGTERM");
    await server.status;
    const tenants = new Tenants(folder);
    const { read } = tenants.company(2);
    const bodies = read.all<{ body: string }>(sql`select body from chat_messages where chat_id = ${chat.id}`);
    const [bruno] = read.all<{ unreads: number }>(
      sql`select unreads from chat_users where chat_id = ${chat.id} and user_id = ${BRUNO}`,
    );
    const calls = read.all(sql`select id from mentions where user_id = ${BRUNO}`);
    tenants.close();
    expect(bodies.map(({ body }) => body).sort()).toEqual(waiting.map(({ message }) => message).sort());
    expect(bruno!.unreads).toBe(waiting.length);
    expect(calls.length).toBe(waiting.length);
  },
  240_000,
);
