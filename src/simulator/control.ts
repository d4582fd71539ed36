import { extractMessageContent } from "@whiskeysockets/baileys";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { dialogues } from "./dialogues.ts";
import { flood, floodPhones } from "./flood.ts";
import { openMedia } from "./media.ts";
import type { NetworkEvent } from "./model.ts";
import type { Network } from "./network.ts";
import type { Phone } from "./phone.ts";
import { PHONE_VERBS } from "./phone_verbs.ts";
import { showChats, showPhone } from "./show.ts";

const NewPhone = z.object({
  name: z.string().min(1),
  number: z.string(),
  lidOnly: z.boolean().optional(),
  hidesNumber: z.boolean().optional(),
});

const NewGroup = z.object({ subject: z.string().min(1), creator: z.string(), members: z.array(z.string()) });

const number = z.string();
const CloseReason = z.union([z.int(), z.enum(["drop", "replaced", "stream-error"])]);
const Fault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("close"), number, reason: CloseReason }),
  z.object({ kind: z.literal("refuseNext"), number, error: z.number().default(463), count: z.number().default(1) }),
  z.object({ kind: z.literal("failLogins"), number, reason: z.number(), count: z.number().default(1) }),
  z.object({ kind: z.literal("hold"), number, on: z.boolean() }),
  z.object({ kind: z.literal("needPasskey"), number, on: z.boolean() }),
  z.object({ kind: z.literal("duplicateNext"), number, count: z.number().default(1) }),
  z.object({ kind: z.literal("corruptNext"), number, count: z.number().default(1) }),
  z.object({ kind: z.literal("down"), on: z.boolean() }),
]);

const Flood = z.object({
  to: number,
  phones: z.int().min(1).max(10_000).default(20),
  messages: z.int().min(1).max(1_000_000),
  perSecond: z.number().positive().optional(),
  timeoutMs: z.number().positive().optional(),
});

const Dialogues = z.object({
  to: number,
  phones: z.int().min(1).max(10_000),
  lines: z.array(z.string().min(1)).min(1),
  after: z.int().min(0).optional(),
  timeoutMs: z.number().positive().optional(),
});

const Crowd = z.object({ phones: z.int().min(1).max(100_000), after: z.int().min(0).default(0) });
/** Their numbers follow those of floods and dialogues. */
const LISTENERS = 200_000;

/** The network as JSON over HTTP, for the page and for other processes. */
export function controlOf(network: Network, authority: string): Hono {
  const app = new Hono().basePath("/control");
  // A page from elsewhere can post text without asking this server first, but not JSON.
  app.use(async (c, next) => {
    const isJson = c.req.header("content-type")?.startsWith("application/json");
    if (c.req.method === "POST" && !isJson) throw new HTTPException(400, { message: "Send JSON" });
    await next();
  });
  app.onError((error, c) => {
    const status = error instanceof HTTPException ? error.status : 400;
    const text = error instanceof z.ZodError ? z.prettifyError(error) : error.message;
    return c.json({ error: text }, status);
  });

  answerPhones(app, network);
  app.get("/groups", (c) => c.json(network.groups()));
  app.post("/groups", async (c) => c.json(network.addGroup(NewGroup.parse(await c.req.json()))));
  app.get("/ca", (c) => c.text(authority));
  app.post("/faults", async (c) => {
    applyFault(network, Fault.parse(await c.req.json()));
    return c.json({});
  });
  app.post("/flood", async (c) => {
    const order = Flood.parse(await c.req.json());
    phoneOf(network, order.to);
    return c.json(await flood(network, order));
  });
  app.post("/dialogues", async (c) => {
    const order = Dialogues.parse(await c.req.json());
    phoneOf(network, order.to);
    return c.json(await dialogues(network, order));
  });
  // A crowd that only listens: whom a campaign writes to.
  app.post("/crowd", async (c) => {
    const { phones, after } = Crowd.parse(await c.req.json());
    return c.json({ numbers: floodPhones(network, phones, LISTENERS + after).map(({ number }) => number) });
  });
  app.post("/crowd/received", async (c) => {
    const { phones, after } = Crowd.parse(await c.req.json());
    const received = floodPhones(network, phones, LISTENERS + after).map((phone) => phone.received);
    return c.json({
      messages: received.reduce((sum, { length }) => sum + length, 0),
      most: Math.max(...received.map(({ length }) => length)),
    });
  });
  app.get("/events", (c) =>
    streamSSE(c, async (stream) => {
      const stop = network.listen((event: NetworkEvent) => void stream.writeSSE({ data: JSON.stringify(event) }));
      const { promise, resolve } = Promise.withResolvers<void>();
      stream.onAbort(resolve);
      const forget = network.onStop(resolve);
      await stream.writeSSE({ event: "ready", data: "" });
      await promise;
      forget();
      stop();
    }));
  return app;
}

function answerPhones(app: Hono, network: Network): void {
  app.get("/phones", (c) => c.json(network.phones().map(showPhone)));
  app.post("/phones", async (c) => c.json(showPhone(network.addPhone(NewPhone.parse(await c.req.json())))));
  app.get("/phones/:number", (c) => c.json(showPhone(phoneOf(network, c.req.param("number")))));
  app.get("/phones/:number/chats", (c) => {
    const last = Number(c.req.query("last") ?? Infinity);
    return c.json(showChats(phoneOf(network, c.req.param("number")), last));
  });
  app.post("/phones/:number/:verb", async (c) => {
    const phone = phoneOf(network, c.req.param("number"));
    const verb = PHONE_VERBS[c.req.param("verb")];
    if (!verb) throw new HTTPException(404, { message: `A phone cannot ${c.req.param("verb")}` });
    return c.json(await verb(phone, await c.req.json()) ?? {});
  });
  app.get("/phones/:number/files/:id", (c) => {
    const message = phoneOf(network, c.req.param("number")).chats.find(c.req.param("id"));
    if (!message?.media) throw new HTTPException(404, { message: "There is no such file" });
    const file = openMedia(network.media, extractMessageContent(message.raw) ?? message.raw);
    // Whatever a client sent must not run in the page.
    const headers = { "content-type": message.media.mimetype, "content-security-policy": "sandbox" };
    return c.body(new Uint8Array(file), 200, headers);
  });
}

function phoneOf(network: Network, number: string): Phone {
  const phone = network.phone(number);
  if (!phone) throw new HTTPException(404, { message: `Nobody has the number ${number}` });
  return phone;
}

function applyFault(network: Network, fault: z.infer<typeof Fault>): void {
  if (fault.kind === "down") return network.down(fault.on);
  phoneOf(network, fault.number);
  switch (fault.kind) {
    case "close":
      return network.close(fault.number, fault.reason);
    case "hold":
      return network.hold(fault.number, fault.on);
    case "needPasskey":
      return network.needPasskey(fault.number, fault.on);
    case "refuseNext":
      return network.refuseNext(fault.number, fault);
    case "failLogins":
      return network.failLogins(fault.number, fault);
    case "duplicateNext":
      return network.duplicateNext(fault.number, fault.count);
    case "corruptNext":
      return network.corruptNext(fault.number, fault.count);
  }
}
