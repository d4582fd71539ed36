// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeOpened, findOpened, keepOpened, keptTicketsAtom, openUuidAtom } from "../../thread/opened.ts";
import { failedAtom, forgetUnsent, unsentAtom } from "./outbox.ts";
import { draftsAtom } from "../drafts.ts";
import { sendFiles, sendText, tryAgain } from "./sending.ts";
import { asMessage } from "./unsent.ts";
import { aMessage, answerCalls, aTicket, emit, logIn, logOut, reconnect } from "../../tickets/testing.ts";
import { startAt } from "../../thread/thread.ts";
import { toastsAtom } from "../../ui/toast.ts";
import { isHeld } from "../../ui/unsaved.ts";
import { until } from "../../testing_until.ts";

vi.mock("../../live.ts", async () => (await import("../../tickets/testing.ts")).aStream);
/** The browser's store of files, which may be full. */
const files = new Map<string, File>();
let isFull = false;
vi.mock("../../keptFiles.ts", () => ({
  keepFile: async (localId: string, file: File) => {
    await Promise.resolve();
    if (isFull) throw new DOMException("No room", "QuotaExceededError");
    files.set(localId, file);
  },
  keptFile: async (localId: string) => await Promise.resolve(files.get(localId)),
  forgetFile: async (localId: string) => void await Promise.resolve(files.delete(localId)),
  forgetAllFiles: () => files.clear(),
}));

const store = getDefaultStore();
const ticket = aTicket();
const words = (body: string) => ({ body, typed: body, quoted: null });
const bodies = () => findOpened({ ticketId: 1 })!.thread!.messages.map((message) => message.body);
const waiting = () => store.get(unsentAtom).map(({ body, state }) => `${body} ${state}`);

const keptRows = () =>
  Object.entries(localStorage).filter(([key]) => key.startsWith("outbox-2-7-")).map(([, text]) => text as string);
const photo = () => new File(["x"], "bolo.bin", { type: "application/pdf" });
const noSignature = (text: string) => text;

/** Nothing here takes time: what has begun is over, or waits for the test, after a turn of the event loop. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

let nextId = 100;
function stored(body: Record<string, unknown>) {
  return [aMessage({ id: nextId++, fromMe: true, body: String(body.body), localId: String(body.localId), ack: 1 })];
}

beforeEach(() => {
  answerCalls({ "GET /tickets": () => ({ tickets: [], hasMore: false, count: 0 }) });
  logIn();
  keepOpened({
    uuid: ticket.uuid,
    ticket,
    thread: null,
    state: "ready",
    error: null,
    fetching: null,
    goal: null,
    round: 0,
  });
  changeOpened(ticket.uuid, { thread: startAt({ messages: [], moves: [], hasMore: false, hasNewer: false }) });
});
afterEach(() => {
  for (const { localId } of store.get(unsentAtom)) forgetUnsent(localId);
  logOut();
  localStorage.clear();
  files.clear();
  isFull = false;
  store.set(keptTicketsAtom, []);
  vi.unstubAllGlobals();
});

test("what failed is said where its ticket is not before the person's eyes, and leads there", async () => {
  const told = () => store.get(toastsAtom).filter(({ text }) => text === "Uma mensagem não foi enviada.");
  store.set(toastsAtom, []);
  answerCalls({
    "POST /messages/1": () => new Response(JSON.stringify({ error: "ERR_NO_PERMISSION" }), { status: 403 }),
    "GET /tickets/1": () => ticket,
  });
  history.replaceState(null, "", `/tickets/${ticket.uuid}`);
  store.set(openUuidAtom, ticket.uuid);
  sendText(ticket, words("Aqui"));
  await until(() => waiting().includes("Aqui failed"));
  expect(told()).toEqual([]);
  history.replaceState(null, "", "/contacts");
  sendText(ticket, words("Ali"));
  await until(() => waiting().includes("Ali failed"));
  expect(store.get(failedAtom)).toEqual({ 1: "Aqui" });
  told()[0]!.action!.act();
  await until(() => location.pathname === `/tickets/${ticket.uuid}`);
});

test("what an earlier page left, and is too old to go by itself, is said once for each ticket", async () => {
  store.set(toastsAtom, []);
  const old = {
    ...words("Ontem"),
    localId: "left",
    ticketId: 1,
    userId: 7,
    at: "2026-01-01T10:00:00.000Z",
    page: "gone",
  };
  const row = { ...old, file: null, about: null, place: null, cards: [], state: "held", failure: null, nth: 1 };
  localStorage.setItem("outbox-2-7-left", JSON.stringify({ ...row, fileName: null, progress: 0, leaves: null }));
  logOut();
  localStorage.setItem("outbox-2-7-left", JSON.stringify({ ...row, fileName: null, progress: 0, leaves: null }));
  logIn();
  await until(() => waiting().includes("Ontem failed"));
  expect(store.get(toastsAtom).map(({ text, action }) => [text, action?.label])).toEqual([
    ["Uma mensagem não foi enviada.", "Ver"],
  ]);
});

test("a message is shown at once, and leaves the outbox when the server has it", async () => {
  answerCalls({ "POST /messages/1": stored });
  sendText(ticket, words("Bom dia"));
  expect(waiting()).toEqual(["Bom dia sending"]);
  await until(() => waiting().length === 0);
  expect(bodies()).toEqual(["Bom dia"]);
});

test("a file that can't be read is said to be so, and holds nothing up", async () => {
  answerCalls({ "POST /messages/1": stored });
  vi.useFakeTimers();
  const folder = new File(["x"], "Fotos", { type: "" });
  folder.slice = () => ({ arrayBuffer: () => Promise.reject(new Error("It is a folder")) }) as unknown as Blob;
  sendFiles(ticket, [folder], { typed: "As fotos", quoted: null }, (text) => `*Ana:*\n${text}`);
  sendText(ticket, words("E o preço"));
  await vi.advanceTimersByTimeAsync(2100);
  vi.useRealTimers();
  await until(() => bodies().length > 0);
  expect(waiting()).toEqual(["*Ana:*\nAs fotos failed"]);
  expect(store.get(unsentAtom)[0]).toMatchObject({ failure: "ERR_FILE_UNREADABLE", typed: "As fotos" });
  expect(bodies()).toEqual(["E o preço"]);
});

test("the event may come before the answer: the message is there once, with its later mark", async () => {
  answerCalls({
    "POST /messages/1": (body) => {
      const [message] = stored(body);
      emit("appMessage", { action: "create", message: { ...message!, ack: 2 }, ticket, live: true });
      return [message];
    },
  });
  sendText(ticket, words("Bom dia"));
  await until(() => waiting().length === 0);
  expect(findOpened({ ticketId: 1 })!.thread!.messages.map(({ ack }) => ack)).toEqual([2]);
});

test("messages leave in the order in which they were written", async () => {
  const asked: unknown[] = [], first = Promise.withResolvers<void>();
  answerCalls({
    "POST /messages/1": async (body) => {
      if (asked.push(body.body) === 1) await first.promise;
      return stored(body);
    },
  });
  for (const text of ["um", "dois", "três"]) sendText(ticket, words(text));
  await turn();
  expect(asked).toEqual(["um"]);
  first.resolve();
  await until(() => waiting().length === 0);
  expect(asked).toEqual(["um", "dois", "três"]);
});

test("without network messages wait, outlive a reload, and leave with the same id when it is back", async () => {
  const tried: unknown[] = [];
  let isAway = true;
  answerCalls({
    "POST /messages/1": (body) => {
      tried.push(body.localId);
      if (isAway) throw new TypeError("Failed to fetch");
      return stored(body);
    },
  });
  sendText(ticket, words("Sem rede"));
  await until(() => waiting()[0] === "Sem rede held");
  expect(keptRows().join()).toContain("Sem rede");
  isAway = false;
  reconnect();
  await until(() => waiting().length === 0);
  expect(bodies()).toEqual(["Sem rede"]);
  expect(new Set(tried).size).toBe(1);
  expect(keptRows()).toEqual([]);
});

test("a refused message stays, with its reason, until it is tried again", async () => {
  let isOpen = false;
  answerCalls({ "POST /messages/1": (body) => isOpen ? stored(body) : [409, { error: "ERR_TICKET_NOT_OPEN" }] });
  sendText(ticket, words("Recusada"));
  await until(() => waiting()[0] === "Recusada failed");
  const [failed] = store.get(unsentAtom);
  expect(failed!.failure).toBe("ERR_TICKET_NOT_OPEN");
  isOpen = true;
  await tryAgain(asMessage(failed!));
  await until(() => waiting().length === 0);
  expect(bodies()).toEqual(["Recusada"]);
});

test("what one person left unsent isn't sent by the next on the same computer, and waits for the first", async () => {
  answerCalls({
    "POST /messages/1": () => {
      throw new TypeError("Failed to fetch");
    },
  });
  sendText(ticket, words("Da Ana"));
  await until(() => waiting()[0] === "Da Ana held");
  logOut();
  logIn({ id: 8, name: "Bruno" });
  expect(waiting()).toEqual([]);
  logOut();
  logIn();
  expect(store.get(unsentAtom).map(({ body }) => body)).toEqual(["Da Ana"]);
});

test("a file that was sent outlives the page with its words and its place in the order", async () => {
  sendFiles(ticket, [photo(), photo()], { typed: "O bolo", quoted: null }, noSignature);
  sendText(ticket, words("Serve assim?"));
  await until(() => files.size === 2);
  const before = store.get(unsentAtom).map(({ localId }) => localId);
  logOut();
  expect(store.get(unsentAtom)).toEqual([]);
  logIn();
  await until(() => store.get(unsentAtom).length === 3);
  expect(store.get(unsentAtom).map(({ localId }) => localId)).toEqual(before);
  expect(store.get(unsentAtom)[0]).toMatchObject({ typed: "O bolo", state: "waiting", file: files.get(before[0]!) });
});

test("a file that the browser had no room for is told of when the page is gone, and its words come back", async () => {
  isFull = true;
  sendFiles(ticket, [photo()], { typed: "O bolo", quoted: null }, noSignature);
  logOut();
  logIn();
  await until(() => store.get(toastsAtom).some(({ text }) => text.includes("bolo.bin")));
  expect(store.get(unsentAtom)).toEqual([]);
  expect(keptRows()).toEqual([]);
  expect(store.get(draftsAtom)).toMatchObject({ 1: "O bolo" });
});

test("nobody is asked before a reload that loses nothing, but always before a logout, and while a file is not kept", async () => {
  sendFiles(ticket, [photo()], { typed: "", quoted: null }, noSignature);
  expect(isHeld("reload")).toBe(true);
  await until(() => files.size === 1);
  await until(() => !isHeld("reload"));
  expect(isHeld("logout")).toBe(true);
  isFull = true;
  sendFiles(ticket, [photo()], { typed: "", quoted: null }, noSignature);
  await turn();
  expect(isHeld("reload")).toBe(true);
  for (const { localId } of store.get(unsentAtom)) forgetUnsent(localId);
  expect([isHeld("reload"), isHeld("logout")]).toEqual([false, false]);
});

test("what another tab of the browser is sending is asked about before a logout, and only then", () => {
  const theirs = JSON.stringify({ localId: "theirs", ticketId: 1, body: "De outra aba", page: "another" });
  localStorage.setItem("outbox-2-7-theirs", theirs);
  expect(store.get(unsentAtom)).toEqual([]);
  expect([isHeld("reload"), isHeld("logout")]).toEqual([false, true]);
  localStorage.removeItem("outbox-2-7-theirs");
  expect(isHeld("logout")).toBe(false);
});

test("two people of the same number in two companies have nothing of each other's", async () => {
  answerCalls({
    "POST /messages/1": () => {
      throw new TypeError("Failed to fetch");
    },
  });
  sendText(ticket, words("Da Ana da padaria"));
  await until(() => waiting().length === 1);
  logOut();
  logIn({ companyId: 3 });
  expect(waiting()).toEqual([]);
});
