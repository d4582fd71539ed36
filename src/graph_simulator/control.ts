import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import { isErrorCode } from "./errors.ts";
import type { Faults } from "./faults.ts";
import type { Meta } from "./meta.ts";
import type { MetaApp } from "./model.ts";
import type { Person } from "./person.ts";
import { PERSON_VERBS } from "./person_verbs.ts";
import { showChats, showLine, showPerson } from "./show.ts";

const NewPerson = z.object({
  name: z.string().min(1),
  phone: z.string().regex(/^\d{7,15}$/).optional(),
  username: z.string().optional(),
  hidesNumber: z.boolean().optional(),
});

const NewLine = z.discriminatedUnion("channel", [
  z.object({ channel: z.literal("whatsapp"), number: z.string().regex(/^\d{7,15}$/), name: z.string().optional() }),
  z.object({ channel: z.literal("messenger"), name: z.string().optional() }),
  z.object({
    channel: z.literal("instagram"),
    username: z.string().min(1),
    name: z.string().optional(),
    page: z.string().optional(),
  }),
]);

const Code = z.int().refine(isErrorCode, "no such code");
const count = z.int().min(1).default(1);
const on = z.string().optional();
const Fault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("refuse"), code: Code, on, count }),
  z.object({ kind: z.literal("status"), status: z.int().min(400).max(599), on, count }),
  z.object({ kind: z.literal("slow"), ms: z.number().positive(), on, count }),
  z.object({ kind: z.literal("cut"), on, count }),
  z.object({ kind: z.literal("garble"), on, count }),
  z.object({ kind: z.literal("fail"), code: Code, count }),
  z.object({
    kind: z.literal("notices"),
    repeats: z.int().min(0).optional(),
    delayMs: z.number().min(0).optional(),
    isHeld: z.boolean().optional(),
    isReversed: z.boolean().optional(),
    isBatched: z.boolean().optional(),
    forged: z.int().min(0).optional(),
  }),
  z.object({ kind: z.literal("clear") }),
]);

/** The pretend Meta as JSON over HTTP, for the page and for other processes. */
export function controlOf(simulator: Meta): Hono {
  const app = new Hono().basePath("/control");
  // A page from elsewhere can post text without asking this server first, but not JSON.
  app.use(async (c, next) => {
    const isJson = c.req.header("content-type")?.startsWith("application/json");
    if (c.req.method === "POST" && !isJson) throw new HTTPException(400, { message: "Send JSON" });
    await next();
  });
  app.onError((error, c) => {
    const status = error instanceof HTTPException ? error.status : 400;
    return c.json({ error: error instanceof z.ZodError ? z.prettifyError(error) : error.message }, status);
  });
  answerApps(app, simulator);
  answerLines(app, simulator);
  answerPeople(app, simulator);
  answerFaults(app, simulator);
  app.get("/events", (c) =>
    streamSSE(c, async (stream) => {
      const stop = simulator.world.watchers.follow(() => void stream.writeSSE({ data: "{}" }));
      const { promise, resolve } = Promise.withResolvers<void>();
      stream.onAbort(resolve);
      const forget = simulator.world.onStop(resolve);
      await stream.writeSSE({ event: "ready", data: "" });
      await promise;
      forget();
      stop();
    }));
  return app;
}

function answerApps(app: Hono, simulator: Meta): void {
  app.get("/apps", (c) => c.json(simulator.apps));
  app.post("/apps/:id/callback", async (c) => {
    const { callback } = z.object({ callback: z.url() }).parse(await c.req.json());
    await simulator.setCallback(appOf(simulator, c.req.param("id")), callback);
    return c.json({});
  });
}

function answerLines(app: Hono, simulator: Meta): void {
  app.get("/lines", (c) => c.json(simulator.lines.map(showLine)));
  app.post("/lines", async (c) => c.json(showLine(addLine(simulator, NewLine.parse(await c.req.json())))));
  // As somebody would copy it from Meta's pages.
  app.post("/lines/:id/token", async (c) => {
    const { app: id } = z.object({ app: z.string().optional() }).parse(await c.req.json());
    const wanted = id === undefined ? simulator.apps[0] : appOf(simulator, id);
    if (!wanted) throw new HTTPException(404, { message: "There is no app" });
    return c.json({ token: simulator.tokenFor(wanted, lineOf(simulator, c.req.param("id"))).value });
  });
  app.post("/lines/:id/templates/:name", async (c) => {
    const line = lineOf(simulator, c.req.param("id"));
    if (line.channel !== "whatsapp") throw new HTTPException(400, { message: "Only WhatsApp has templates" });
    const statuses = z.enum(["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"]);
    const { status, reason } = z.object({ status: statuses, reason: on }).parse(await c.req.json());
    simulator.judgeTemplate(line.account, c.req.param("name"), status, reason);
    return c.json({});
  });
}

function answerPeople(app: Hono, simulator: Meta): void {
  const shown = (person: Person) => showPerson(person, String(simulator.people.indexOf(person) + 1));
  app.get("/people", (c) => c.json(simulator.people.map(shown)));
  app.post("/people", async (c) => c.json(shown(simulator.person(NewPerson.parse(await c.req.json())))));
  app.get("/people/:id", (c) => c.json(shown(personOf(simulator, c.req.param("id")))));
  app.get("/people/:id/chats", (c) => {
    const chats = showChats(personOf(simulator, c.req.param("id")));
    return c.json({ now: simulator.world.now(), chats });
  });
  app.post("/people/:id/:verb", async (c) => {
    const person = personOf(simulator, c.req.param("id"));
    const verb = PERSON_VERBS[c.req.param("verb")];
    if (!verb) throw new HTTPException(404, { message: `A person cannot ${c.req.param("verb")}` });
    return c.json(verb(person, await c.req.json()) ?? {});
  });
  app.get("/files/:id", (c) => {
    const media = simulator.world.media.get(c.req.param("id"));
    if (!media) throw new HTTPException(404, { message: "There is no such file" });
    // Whatever a client sent must not run in the page.
    return c.body(media.bytes, 200, { "content-type": media.mimeType, "content-security-policy": "sandbox" });
  });
}

function answerFaults(app: Hono, simulator: Meta): void {
  app.post("/faults", async (c) => {
    applyFault(simulator, Fault.parse(await c.req.json()));
    return c.json({});
  });
  app.post("/release", (c) => {
    simulator.world.notices.release();
    return c.json({});
  });
  app.post("/advance", async (c) => {
    simulator.advance(z.object({ ms: z.number().positive() }).parse(await c.req.json()).ms);
    simulator.world.changed();
    return c.json({});
  });
  app.get("/calls", (c) => c.json(simulator.calls.slice(-Number(c.req.query("last") ?? 100))));
  app.get("/posted", (c) => c.json(simulator.posted.slice(-Number(c.req.query("last") ?? 100))));
}

function applyFault(simulator: Meta, fault: z.infer<typeof Fault>): void {
  const { faults } = simulator;
  if (fault.kind === "clear") return faults.clear();
  if (fault.kind === "notices") {
    const { kind: _, ...wanted } = fault;
    return void Object.assign(faults.notices, wanted);
  }
  if (fault.kind === "fail") return faults.failNext(fault.code as Parameters<Faults["failNext"]>[0], fault.count);
  const { count, ...rest } = fault;
  faults.meet(rest as Parameters<Faults["meet"]>[0], count);
}

function addLine(simulator: Meta, wanted: z.infer<typeof NewLine>) {
  if (wanted.channel === "whatsapp") return simulator.addNumber(wanted);
  if (wanted.channel === "messenger") return simulator.addPage(wanted);
  const page = wanted.page === undefined ? undefined : lineOf(simulator, wanted.page);
  if (page && page.channel !== "messenger") throw new HTTPException(400, { message: `${wanted.page} is no page` });
  return simulator.addInstagram({ ...wanted, page });
}

function appOf(simulator: Meta, id: string): MetaApp {
  const app = simulator.world.app(id);
  if (!app) throw new HTTPException(404, { message: `There is no app ${id}` });
  return app;
}

function lineOf(simulator: Meta, id: string) {
  const line = simulator.world.line(id);
  if (!line) throw new HTTPException(404, { message: `There is no line ${id}` });
  return line;
}

function personOf({ people }: Meta, id: string): Person {
  const person = people[Number(id) - 1];
  if (!person) throw new HTTPException(404, { message: `There is nobody ${id}` });
  return person;
}
