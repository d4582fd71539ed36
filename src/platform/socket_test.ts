import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { accessToken } from "../access/tokens.ts";
import { companyTable } from "../companies/table.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { eq } from "drizzle-orm";
import { serve } from "../app/serve.ts";
import type { Server } from "../app/server.ts";
import { aDataFolder, aTicket, until } from "../testing/fixtures.ts";
import { moveTicket } from "../tickets/moves.ts";
import type { Company } from "./company.ts";
import { closeOnceSaid } from "./socket.ts";

const ANA = { id: 1, profile: "admin", super: false, queueIds: [1, 2, 3] } as const;
const ENCOMENDAS = 1, ATACADO = 3;

let server: Server, aurora: Company, norte: Company;
let silent: Awaited<ReturnType<typeof open>>, silentSince: number;
beforeAll(async () => {
  const data = await aDataFolder();
  const nowhere = { publicUrl: undefined, whatsappUrl: undefined, whatsappCa: undefined };
  server = await serve({ port: 0, host: "127.0.0.1", data, demo: false, ...nowhere });
  [aurora, norte] = [server.tenants.company(2), server.tenants.company(3)];
  silentSince = Date.now();
  silent = await open();
});
afterAll(async () => await server.stop());

async function logIn(email: string): Promise<string> {
  const answer = await fetch(`${server.address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return (await answer.json()).token;
}

// deno-lint-ignore no-explicit-any -- frames of every shape
type Frame = any;

/** A browser's line; with a token it says hello at once. */
async function open(token?: string, after?: unknown) {
  const socket = new WebSocket(`${server.address.replace("http", "ws")}/api/events`);
  const frames: Frame[] = [];
  const state: { closed?: number } = {};
  socket.onmessage = ({ data }) => void frames.push(JSON.parse(data));
  socket.onclose = ({ code }) => void (state.closed = code);
  socket.onerror = () => {};
  await new Promise((resolve) => socket.onopen = resolve);
  const say = (frame: unknown) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  if (token) say({ say: "hello", token, after });
  const events = () => frames.filter((frame) => frame.say === "event");
  return { socket, frames, say, events, closed: () => state.closed };
}

async function welcomed(email: string, after?: string) {
  const line = await open(await logIn(email), after);
  await until(() => line.frames.some((frame) => frame.say === "welcome"));
  return line;
}

function changeInAll(...companies: Company[]) {
  for (const { hub } of companies) hub.publish("contact", { action: "delete", id: 5 });
}

test("a screen gets the events of its own company, under the company's name, and no other", async () => {
  const carla = await welcomed("carla@aurora.test"), otto = await welcomed("otto@norte.test");
  changeInAll(aurora, norte);
  await until(() => carla.events().length && otto.events().length);
  const names = ({ events }: typeof carla) => new Set(events().map(({ name }) => name.replace(/user$/, "contact")));
  expect([names(carla), names(otto)]).toEqual([new Set(["company-2-contact"]), new Set(["company-3-contact"])]);
  for (const { socket } of [carla, otto]) socket.close();
});

test("what the provider tells all has no company's number in its name", async () => {
  const carla = await welcomed("carla@aurora.test"), otto = await welcomed("otto@norte.test");
  for (const { hub } of [aurora, norte]) hub.publish("announcement", { action: "delete", id: 5 });
  for (const { events, socket } of [carla, otto]) {
    await until(() => events().some(({ name }) => name === "company-announcement"));
    socket.close();
  }
});

test("a screen gets the events of tickets that its person may see, and learns to let the others go", async () => {
  const bruno = await welcomed("bruno@aurora.test"), carla = await welcomed("carla@aurora.test");
  const { id } = aurora.write((db) => aTicket(db, { queueId: ENCOMENDAS }));
  aurora.write((db, emit) => void moveTicket(db, emit, id, { queueId: ATACADO }, { ...ANA, queueIds: [] }, Date.now()));
  await until(() => carla.events().some(({ name }) => name === "company-2-ticket"));
  const ofTickets = ({ events }: typeof bruno) =>
    events().filter(({ name }) => name.endsWith("ticket")).map(({ payload }) => payload.action);
  expect([ofTickets(bruno), ofTickets(carla)]).toEqual([["removeFromList"], ["update"]]);
  for (const { socket } of [bruno, carla]) socket.close();
});

test("a screen that begins where the refresh of its login stood gets what was published since, and nothing before", async () => {
  const form = { email: "ana@aurora.test", password: DEMO_PASSWORD };
  const post = (path: string, cookie: string, body?: object) =>
    fetch(`${server.address}/api/auth/${path}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
  const [cookie] = /balcao_refresh=[^;]+/.exec((await post("login", "", form)).headers.get("set-cookie")!)!;
  const publish = (id: number) => aurora.hub.publish("contact", { action: "delete", id });
  publish(101);
  const { token, at } = await (await post("refresh_token", cookie)).json();
  publish(102);
  const line = await open(token, at);
  await until(() => line.events().some(({ payload }) => payload.id === 102));
  expect(line.frames[0]).toMatchObject({ say: "welcome", missed: "replayed" });
  publish(103);
  await until(() => line.events().some(({ payload }) => payload.id === 103));
  expect(line.events().filter(({ name }) => name === "company-2-contact").map(({ payload }) => payload.id))
    .toEqual([102, 103]);
  line.socket.close();
});

describe("what happens to the people of one list", () => {
  const changed = (contactListId: number, id: number) =>
    aurora.hub.publish(
      "ContactListItem",
      { action: "delete", id, contactListId },
      ({ profile }) => profile === "admin",
    );
  const heard = ({ events }: Awaited<ReturnType<typeof open>>) =>
    events().filter(({ name }) => name.includes("ContactListItem")).map((
      { name, payload },
    ) => [name, payload.id ?? payload.action]);
  /** A later event on the same line, so that what should have come has come. */
  const settled = async (line: Awaited<ReturnType<typeof open>>) => {
    const nth = Math.random();
    aurora.hub.publish("contact", { action: "delete", id: nth });
    await until(() => line.events().some(({ payload }) => payload.id === nth));
  };

  test("goes to who has that list before them, under the list's name, until they leave it", async () => {
    // Two screens of one login.
    const token = await logIn("ana@aurora.test");
    const [ana, other, bruno] = [await open(token), await open(token), await welcomed("bruno@aurora.test")];
    for (const line of [ana, other]) await until(() => line.frames.some(({ say }) => say === "welcome"));
    ana.say({ say: "joinContactList", contactListId: 5 });
    other.say({ say: "joinContactList", contactListId: 6 });
    bruno.say({ say: "joinContactList", contactListId: 5 });
    for (const line of [ana, other, bruno]) {
      line.say({ say: "ping" });
      await until(() => line.frames.some(({ say }) => say === "pong"));
    }
    changed(5, 1);
    changed(6, 2);
    changed(7, 3);
    for (const line of [ana, other, bruno]) await settled(line);
    expect(heard(ana)).toEqual([["company-2-ContactListItem-5", 1]]);
    expect(heard(other)).toEqual([["company-2-ContactListItem-6", 2]]);
    // Who may not see lists hears of none, whatever they say.
    expect(heard(bruno)).toEqual([]);
    ana.say({ say: "leaveContactList", contactListId: 5 });
    ana.say({ say: "joinContactList", contactListId: "6" });
    ana.say({ say: "ping" });
    await until(() => ana.frames.filter(({ say }) => say === "pong").length === 2);
    changed(5, 4);
    changed(6, 5);
    await settled(ana);
    expect(heard(ana)).toHaveLength(1);
    for (const { socket } of [ana, other, bruno]) socket.close();
  });

  test("is caught up with from the mark that the screen has: no event falls between reading a list and joining it", async () => {
    const line = await welcomed("ana@aurora.test"), { at } = aurora.hub;
    changed(5, 11);
    changed(6, 12);
    await settled(line);
    line.say({ say: "joinContactList", contactListId: 5, after: at });
    await until(() => heard(line).length > 0);
    expect(heard(line)).toEqual([["company-2-ContactListItem-5", 11]]);
    // Where the stream stands is not moved back by it.
    expect(line.events().at(-1).at).toBe(aurora.hub.at);
    // Too long ago to know: the list is read anew.
    line.say({ say: "joinContactList", contactListId: 6, after: "long.1" });
    await until(() => heard(line).length > 1);
    expect(heard(line)[1]).toEqual(["company-2-ContactListItem-6", "reload"]);
    line.socket.close();
    const { at: mark } = aurora.hub;
    changed(5, 13);
    const back = await welcomed("ana@aurora.test", mark);
    await settled(back);
    expect(heard(back)).toEqual([]);
    back.say({ say: "joinContactList", contactListId: 5, after: mark });
    await until(() => heard(back).length > 0);
    expect(heard(back)).toEqual([["company-2-ContactListItem-5", 13]]);
    back.socket.close();
  });

  test("goes to a stream, which cannot say what it has before it, whatever list it is about", async () => {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${await logIn("ana@aurora.test")}` };
    const answer = await fetch(`${server.address}/api/events`, { headers, signal: stop.signal });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value!;
    changed(8, 21);
    while (!text.includes("ContactListItem-8")) text += (await reader.read()).value!;
    stop.abort();
  });
});

describe("who is not let in", () => {
  const claims = { sid: crypto.randomUUID(), uid: 1, cid: 2 };
  const tokens: [string, () => Promise<string>, string][] = [
    ["a false token", () => Promise.resolve("a.b.c"), "ERR_SESSION_EXPIRED"],
    ["an empty token", () => Promise.resolve(" "), "ERR_SESSION_EXPIRED"],
    ["a session that never was", () => accessToken(server.tenants.keys, claims, new Date()), "ERR_SESSION_EXPIRED"],
    ["a token that ran out", () => accessToken(server.tenants.keys, claims, new Date(0)), "ERR_TOKEN_EXPIRED"],
  ];
  test.each(tokens)("%s", async (_, token, error) => {
    const line = await open(await token());
    expect(await until(line.closed)).toBe(4401);
    expect(line.frames).toEqual([{ say: "refused", error }]);
  });

  test("a company that has not paid", async () => {
    const token = await logIn("otto@norte.test");
    const due = (dueDate: string | null) =>
      server.tenants.provider.write((db) =>
        void db.update(companyTable).set({ dueDate }).where(eq(companyTable.id, norte.id)).run()
      );
    due("2020-01-01");
    const line = await open(token);
    expect(await until(line.closed)).toBe(4401);
    expect(line.frames).toEqual([{ say: "refused", error: "ERR_SUBSCRIPTION_EXPIRED" }]);
    const answer = await fetch(`${server.address}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, await answer.json()]).toEqual([402, { error: "ERR_SUBSCRIPTION_EXPIRED" }]);
    due(null);
  });

  const noise: [string, unknown, number][] = [
    ["no JSON", "hello", 4400],
    ["nothing", "null", 4400],
    ["a list", "[1]", 4400],
    ["words without a meaning", "{}", 4400],
    ["a hello without a token", { say: "hello" }, 4400],
    ["a hello whose token is none", { say: "hello", token: 5 }, 4400],
    ["a hello whose mark is none", { say: "hello", token: "x", after: 5 }, 4400],
    ["a frame that is far too long", { say: "ping", padding: "x".repeat(5000) }, 4400],
  ];
  test.each(noise)("%s", async (_, frame, code) => {
    const line = await open();
    line.say(frame);
    expect(await until(line.closed)).toBe(code);
  });

  test("bytes", async () => {
    const line = await open();
    line.socket.send(new Uint8Array(9));
    expect(await until(line.closed)).toBe(4400);
  });

  test("a flood", async () => {
    const line = await open();
    for (let nth = 0; nth < 100; nth++) line.say({ say: "ping" });
    // The code is lost when more was on its way already.
    await until(() => line.closed() !== undefined);
    expect(line.frames.length).toBeLessThanOrEqual(40);
  });
});

test("a ping is answered, and what the server does not know is passed over", async () => {
  const line = await welcomed("bruno@aurora.test");
  for (const say of ["joinNotification", "userStatus", "sing", "ping"]) line.say({ say });
  await until(() => line.frames.some(({ say }) => say === "pong"));
  expect(line.closed()).toBeUndefined();
  line.socket.close();
});

test("who says hello twice gets everything once", async () => {
  const token = await logIn("carla@aurora.test");
  const line = await open(token);
  line.say({ say: "hello", token });
  await until(() => line.frames.length > 0);
  const had = aurora.hub.listeners.size;
  changeInAll(aurora);
  line.say({ say: "ping" });
  await until(() => line.frames.some(({ say }) => say === "pong"));
  expect(line.frames.filter(({ say }) => say === "welcome")).toHaveLength(1);
  expect(line.events().filter(({ name }) => name.endsWith("contact"))).toHaveLength(1);
  line.socket.close();
  await until(() => aurora.hub.listeners.size === had - 1);
});

test("who was away hears what was missed, once and in order", async () => {
  const first = await welcomed("bruno@aurora.test");
  changeInAll(aurora);
  await until(() => first.events().some(({ name }) => name.endsWith("contact")));
  const { at } = first.events().at(-1);
  first.socket.close();
  aurora.hub.publish("contact", { action: "delete", id: 6 });
  aurora.hub.publish("contact", { action: "delete", id: 7 }, ({ id }) => id !== 2);
  aurora.hub.publish("contact", { action: "delete", id: 8 });

  const again = await welcomed("bruno@aurora.test", at);
  const [welcome, ...missed] = again.frames;
  expect(welcome.missed).toBe("replayed");
  // Broken off right after the welcome, the next try would ask for all of it again.
  expect(welcome.at).toBe(at);
  const ids = () => missed.filter(({ name }) => name.endsWith("contact")).map(({ payload }) => payload.id);
  expect(ids()).toEqual([6, 8]);
  again.socket.close();

  const none = await welcomed("bruno@aurora.test", "other-process.3");
  expect(none.frames[0].missed).toBe("all");
  none.socket.close();
});

test("colleagues hear who comes and who has gone", async () => {
  const ana = await welcomed("ana@aurora.test");
  const token = await logIn("carla@aurora.test");
  // Two screens of one person: who is there already does not come again.
  const screens = [await open(token), await open(token)];
  for (const { frames } of screens) await until(() => frames.some((frame) => frame.say === "welcome"));
  for (const { socket } of screens) socket.close();
  const ofCarla = () =>
    ana.events().filter(({ name, payload }) => name === "company-2-user" && payload.record.name.startsWith("Carla"))
      .map(({ payload }) => payload.record.online);
  await until(() => ofCarla().length === 2);
  expect(ofCarla()).toEqual([true, false]);
  ana.socket.close();
});

test("a screen whose person lost a queue is not seen at its tickets any more", async () => {
  const ana = await welcomed("ana@aurora.test"), carla = await welcomed("carla@aurora.test");
  const [ours, theirs] = aurora.write((db) => [
    aTicket(db, { queueId: ATACADO, status: "open" }),
    aTicket(db, { queueId: ATACADO, status: "open" }),
  ]);
  const seenAt = (ticketId: number) =>
    ana.events().filter(({ name, payload }) => name === "company-2-presence" && payload.ticketId === ticketId).length;
  carla.say({ say: "joinChatBox", ticketId: ours!.id });
  await until(() => seenAt(ours!.id) === 1);
  aurora.hub.update(3, { profile: "user", queueIds: [] });
  carla.say({ say: "joinChatBox", ticketId: theirs!.id });
  // The first ticket was left, which is the last that is heard of her.
  await until(() => seenAt(ours!.id) === 2);
  carla.say({ say: "ping" });
  await until(() => carla.frames.some(({ say }) => say === "pong"));
  expect(seenAt(theirs!.id)).toBe(0);
  for (const { socket } of [ana, carla]) socket.close();
});

test("logging in elsewhere ends the first screen, which is told why", async () => {
  const first = await welcomed("bruno@aurora.test");
  const second = await welcomed("bruno@aurora.test");
  expect(await until(first.closed)).toBe(4401);
  const auth = first.events().find(({ name }) => name === "company-2-auth");
  expect(auth.payload).toMatchObject({ action: "update", userId: 2 });
  expect(first.frames.at(-1)).toEqual({ say: "refused", error: "ERR_SESSION_EXPIRED" });
  changeInAll(aurora);
  await until(() => second.events().length);
  second.socket.close();
});

test("who is put out and does not take it in hears of nothing more, and is here no longer", async () => {
  const line = await welcomed("bruno@aurora.test");
  const unsent = vi.spyOn(WebSocket.prototype, "bufferedAmount", "get").mockReturnValue(40);
  const session = [...aurora.hub.listeners].find(({ person }) => person.id === 2)!.sessionId;
  for (let times = 1; times <= 2; times++) aurora.hub.endSession(session);
  changeInAll(aurora);
  line.say({ say: "ping" });
  await until(() => !aurora.hub.isPresent(2));
  expect(await until(line.closed)).toBe(4401);
  unsent.mockRestore();
  const said = line.frames.map(({ say }) => say);
  expect(said.slice(said.indexOf("refused"))).toEqual(["refused"]);
});

test("logging out closes the screen", async () => {
  const token = await logIn("carla@aurora.test");
  const line = await open(token);
  await until(() => line.frames.length);
  await fetch(`${server.address}/api/auth/logout`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
  expect(await until(line.closed)).toBe(4401);
});

test("where WebSockets are forbidden, the same frames come as server-sent events", async () => {
  const token = await logIn("carla@aurora.test");
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${token}`, "last-event-id": `${aurora.hub.at}` };
  changeInAll(aurora);
  const had = aurora.hub.listeners.size;
  const answer = await fetch(`${server.address}/api/events`, { headers, signal: stop.signal });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  let text = "";
  const reading = (async () => {
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) text += piece;
  })().catch(() => {});
  const frames = () => [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!) as Frame);
  await until(() => frames().length >= 2);
  expect(frames()[0]).toMatchObject({ say: "welcome", missed: "replayed" });
  expect(frames()[1]).toMatchObject({ say: "event", name: "company-2-contact" });
  changeInAll(aurora);
  await until(() => frames().filter(({ name }) => name?.endsWith("contact")).length === 2);
  stop.abort();
  await reading;
  await until(() => aurora.hub.listeners.size === had);

  const refused = await fetch(`${server.address}/api/events`);
  expect([refused.status, await refused.json()]).toEqual([401, { error: "ERR_SESSION_EXPIRED" }]);
});

test("who connects and never says hello is let go", async () => {
  expect(await until(silent.closed)).toBe(4401);
  expect(Date.now() - silentSince).toBeGreaterThanOrEqual(4900);
});

test("who hangs up while being asked who they are does no harm", async () => {
  const claims = { sid: crypto.randomUUID(), uid: 1, cid: 2 };
  const bent = (await accessToken(server.tenants.keys, claims, new Date())).slice(0, -3) + "AAA";
  for (let nth = 0; nth < 50; nth++) {
    const line = await open(bent);
    line.socket.close();
  }
  const line = await welcomed("carla@aurora.test");
  expect(line.frames[0]).toMatchObject({ say: "welcome" });
  line.socket.close();
});

test("a socket is closed once what was said by it has left, and after a second even so", async () => {
  const closed: unknown[] = [];
  let unsent = 40, asked = 0;
  const line = {
    readyState: WebSocket.OPEN,
    get bufferedAmount() {
      asked++;
      return unsent;
    },
    close: (...how: unknown[]) => void closed.push(how),
  };
  const closing = closeOnceSaid(line as unknown as WebSocket, 4401, "ERR_SESSION_EXPIRED");
  await until(() => asked > 3);
  expect(closed).toEqual([]);
  unsent = 0;
  await closing;
  expect(closed).toEqual([[4401, "ERR_SESSION_EXPIRED"]]);
  unsent = 40;
  const since = performance.now();
  await closeOnceSaid(line as unknown as WebSocket, 4401, "ERR_SESSION_EXPIRED");
  expect(performance.now() - since).toBeGreaterThan(900);
  expect(closed).toHaveLength(2);
});
