import { expect, test } from "vitest";
import { addConnection } from "../connections/connections.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder, companiesOf, until } from "../testing/fixtures.ts";
import { aProcess } from "../testing/process.ts";
import { addWebchat, webchatOf } from "./webchats.ts";
import { beginVisit } from "./visitors.ts";

const VISITORS = 8, KILLS = 3, EACH = 12;

/** A web chat with visitors who have begun. */
function seed(folder: string) {
  const tenants = new Tenants(folder), { aurora } = companiesOf(tenants), now = Date.now();
  const id = aurora.write((db) => addConnection(db, { name: "Site", channel: "webchat" }, now).id);
  const { key } = aurora.write((db) => addWebchat(tenants, aurora, db, id));
  const chat = webchatOf(aurora.read, id);
  const visitors = Array.from({ length: VISITORS }, () => beginVisit(aurora, tenants.keys, chat, {}, now));
  tenants.close();
  return { key, visitors };
}

test("killed in the middle of what visitors write, the server has all that it had answered, each once", async () => {
  const folder = await aDataFolder(), { key, visitors } = seed(folder);
  const server = aProcess(folder, "ws://127.0.0.1:9/ws/chat");
  const at = `${server.address.replace(/\/api$/, "")}/widget/${key}`;
  const send = async (visitor: string, body: string, localId: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${visitor}`, "content-type": "application/json" };
    const answer = await fetch(`${at}/messages`, { method: "POST", headers, body: JSON.stringify({ body, localId }) })
      .catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  };
  const read = async (visitor: string): Promise<string[]> => {
    const answer = await fetch(`${at}/messages`, { headers: { authorization: `Bearer ${visitor}` } });
    return (await answer.json()).messages.map(({ body }: { body: string }) => body);
  };
  const isOpen = () =>
    fetch(at).then((answer) => answer.text()).then((page) => page.includes('"isOpen":true'), () => false);
  let interrupted = 0;
  const wanted = new Map(visitors.map((visitor) => [visitor, [] as string[]]));
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const process = server.start();
      await until(isOpen, 120_000);
      const answered = new Map(visitors.map((visitor) => [visitor, [] as string[]]));
      const unanswered: [string, string, string][] = [];
      const writing = visitors.map(async (visitor) => {
        for (let nth = 0; nth < EACH; nth++) {
          const body = `${kill}.${nth}`, localId = crypto.randomUUID();
          if (await send(visitor, body, localId)) answered.get(visitor)!.push(body);
          else unanswered.push([visitor, body, localId]);
        }
      });
      setTimeout(() => process.kill("SIGKILL"), 40 + kill * 60);
      await Promise.all(writing);
      await process.status;
      const again = server.start();
      await until(isOpen, 120_000);
      for (const visitor of visitors) {
        expect(await read(visitor)).toEqual(expect.arrayContaining(answered.get(visitor)!));
      }
      for (const [visitor, body, localId] of unanswered) {
        expect(await send(visitor, body, localId), body).toBe(true);
      }
      for (const [visitor, bodies] of wanted) {
        bodies.push(...Array.from({ length: EACH }, (_, nth) => `${kill}.${nth}`));
        expect((await read(visitor)).toSorted()).toEqual(bodies.toSorted());
      }
      interrupted += unanswered.length;
      expect(unanswered.length + [...answered.values()].flat().length).toBe(VISITORS * EACH);
      again.kill("SIGKILL");
      await again.status;
    }
    expect(interrupted).toBeGreaterThan(0);
  } finally {
    await server.end();
    await Deno.remove(folder, { recursive: true });
  }
});
