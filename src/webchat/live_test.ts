import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WidgetHears } from "../contract/widget.ts";
import { serve } from "../app/serve.ts";
import type { Server } from "../app/server.ts";
import { aDataFolder, companiesOf, until } from "../testing/fixtures.ts";
import { addConnection } from "../connections/connections.ts";
import { compose } from "../outbox/compose.ts";
import { ticketTable } from "../tickets/table.ts";
import { MOST_FRAMES } from "./limits.ts";
import { addWebchat } from "./webchats.ts";

let server: Server;
let data: string, key: string, connectionId: number;

const open = (port = 0) =>
  serve({ port, host: "127.0.0.1", data, publicUrl: undefined, demo: true } as Parameters<typeof serve>[0]);
const aurora = () => companiesOf(server.tenants).aurora;

beforeAll(async () => {
  data = await aDataFolder();
  server = await open();
  aurora().write((db) => {
    connectionId = addConnection(db, { name: "Site", channel: "webchat" }, Date.now()).id;
    key = addWebchat(server.tenants, aurora(), db, connectionId).key;
  });
  await server.supervisor.start(aurora(), connectionId);
});
afterAll(async () => {
  await server.stop();
  await Deno.remove(data, { recursive: true });
});

async function ask(path: string, body?: object, visitor?: string) {
  const answer = await fetch(`${server.address}/widget/${key}${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(visitor ? { authorization: `Bearer ${visitor}` } : {}) },
    body: body && JSON.stringify(body),
  });
  return await answer.json();
}
const begin = async (): Promise<string> => (await ask("/visitors", {})).visitor;
const write = (visitor: string, body: string, localId: string = crypto.randomUUID()) =>
  ask("/messages", { body, localId }, visitor);

/** An open widget, and all that it was told. */
async function aLine(visitor: string, headers: HeadersInit = {}) {
  const heard: WidgetHears[] = [];
  const options = { headers } as unknown as string[];
  const socket = new WebSocket(`${server.address.replace("http", "ws")}/widget/${key}/live`, options);
  let closed: number | undefined;
  socket.onopen = () => socket.send(JSON.stringify({ say: "hello", visitor }));
  socket.onmessage = ({ data }) => void heard.push(JSON.parse(data));
  socket.onclose = ({ code }) => void (closed = code);
  await until(() => heard.length > 0 || closed !== undefined);
  return {
    socket,
    heard,
    texts: () => heard.flatMap((frame) => frame.say === "message" ? [frame.message.body] : []),
    code: () => closed,
  };
}

/** The company answers in the visitor's newest ticket. */
function answer(body: string, ticketId: number): void {
  const ticket = aurora().read.select().from(ticketTable).where(eq(ticketTable.id, ticketId)).all()[0]!;
  aurora().write((db) => void compose(db, ticket, { body, kind: "text" }, 1, Date.now()));
  aurora().signals.emit("outbox", { connectionId });
}
const newest = () =>
  aurora().read.select().from(ticketTable).where(eq(ticketTable.connectionId, connectionId)).all().at(-1)!.id;

test("an open widget hears its own chat at once, in every tab, and no other visitor's", async () => {
  const joana = await begin(), rui = await begin();
  await write(rui, "Sou o Rui");
  const ofRui = await aLine(rui);
  await write(joana, "Sou a Joana");
  const [one, two] = [await aLine(joana), await aLine(joana)];
  answer("Olá, Joana", newest());
  await until(() => one.texts().includes("Olá, Joana") && two.texts().includes("Olá, Joana"));
  await write(joana, "Oi");
  await until(() => two.texts().includes("Oi"));
  expect(ofRui.texts()).toEqual([]);
  for (const { socket } of [ofRui, one, two]) socket.close();
});

test("who shows a wrong secret hears nothing and is let go", async () => {
  const joana = await begin();
  const line = await aLine(`${joana.split(".")[0]}.wrong`);
  expect(line.heard).toEqual([{ say: "refused", error: "ERR_SESSION_EXPIRED" }]);
  await until(() => line.code() === 4401);
});

test("frames that are none, or too many, end the line", async () => {
  const line = await aLine(await begin());
  line.socket.send("{");
  await until(() => line.code() === 4400);
  const other = await aLine(await begin());
  for (let nth = 0; nth <= MOST_FRAMES; nth++) other.socket.send(JSON.stringify({ say: "ping" }));
  await until(() => other.code() !== undefined);
  expect(other.heard.length).toBeLessThanOrEqual(1 + MOST_FRAMES);
});

test("more widgets than anybody has open are refused", async () => {
  const visitor = await begin(), lines = [];
  for (let nth = 0; nth < 9; nth++) lines.push(await aLine(visitor));
  expect(lines.at(-1)!.heard).toEqual([{ say: "refused", error: "ERR_TOO_MANY_REQUESTS" }]);
  for (const { socket } of lines) socket.close();
});

test("a chat that is switched off lets its widgets go", async () => {
  const line = await aLine(await begin());
  await server.supervisor.logOut(aurora(), connectionId);
  await until(() => line.code() === 4503);
  await server.supervisor.start(aurora(), connectionId);
});

test("what the company says while nobody listens is there when the widget comes back, once", async () => {
  const visitor = await begin();
  await write(visitor, "Até já");
  const line = await aLine(visitor);
  line.socket.close();
  await until(() => line.code() !== undefined);
  answer("Enquanto você não estava", newest());
  await until(async () => (await ask("/messages", undefined, visitor)).messages.length === 2);
  const back = await aLine(visitor);
  expect(back.texts()).toEqual([]);
  back.socket.close();
});

test("after a restart all is there that was answered, and the same message again is the same one", async () => {
  const visitor = await begin(), localId = crypto.randomUUID();
  const { id } = await write(visitor, "Guardado?", localId);
  const { port } = server;
  await server.stop();
  server = await open(port);
  await until(async () => (await write(visitor, "Guardado?", localId)).id === id);
  const { messages } = await ask("/messages", undefined, visitor);
  expect(messages.map(({ body }: { body: string }) => body)).toEqual(["Guardado?"]);
});
