import type { Context } from "hono";
import { upgradeWebSocket } from "hono/deno";
import { streamSSE } from "hono/streaming";
import type { ClientFrame, ServerFrame } from "../contract/events.ts";
import { Refusal } from "../contract/errors.ts";
import type { Listener, Told } from "./hub.ts";
import type { Session, Vars } from "./routes.ts";
import type { Tenants } from "./tenants.ts";

/** Reads an access token; throws a Refusal that says what is wrong with it. */
export type Authenticate = (tenants: Tenants, token: string | undefined) => Promise<Session>;

/** What the rest of the product wants to know of open screens. */
export interface SocketWatch {
  came(session: Session): void;
  left(session: Session): void;
}

/** Without a `hello` after this long (ms) a socket is closed. */
const HELLO_WITHIN = 5000;
/** More frames a second than this is a flood; a frame longer than this (characters) is garbage. */
const MOST_FRAMES = 40;
const LONGEST_FRAME = 4096;
/** A browser that does not read is let go at this many bytes; it catches up when it comes back. */
const MOST_UNREAD = 4_000_000;

export function wireName(companyId: number, name: string): string {
  return `company-${companyId}-${name}`;
}

/** GET /api/events: a WebSocket, or server-sent events where a proxy forbids it. */
export function eventsEndpoint(authenticate: Authenticate, watch: SocketWatch) {
  const socket = webSocket(authenticate, watch);
  return async (http: Context<Vars>) => {
    if (http.req.header("upgrade")?.toLowerCase() === "websocket") {
      return await socket(http, async () => {}) as Response;
    }
    return await eventStream(http, authenticate, watch);
  };
}

function webSocket(authenticate: Authenticate, watch: SocketWatch) {
  return upgradeWebSocket((http: Context<Vars>) => {
    const { tenants } = http.var;
    let leave: (() => void) | undefined;
    let isGone = false, windowStart = 0, frames = 0;
    let timer: ReturnType<typeof setTimeout>;
    return {
      onOpen(_, ws) {
        timer = setTimeout(() => leave ?? ws.close(4401, "ERR_SESSION_EXPIRED"), HELLO_WITHIN);
      },
      async onMessage({ data }, ws) {
        const now = Date.now();
        if (now - windowStart > 1000) [windowStart, frames] = [now, 0];
        if (++frames > MOST_FRAMES) return ws.close(4429, "ERR_TOO_MANY_REQUESTS");
        const frame = readFrame(data);
        if (!frame) return ws.close(4400, "ERR_INVALID_INPUT");
        const say = (answer: ServerFrame) => ws.send(JSON.stringify(answer));
        if (frame.say === "ping") return say({ say: "pong" });
        if (frame.say !== "hello" || leave) return;
        try {
          const session = await authenticate(tenants, frame.token);
          if (isGone) return;
          leave = listen(session, frame.after, watch, {
            send: (text) => {
              if (ws.readyState !== 1) return;
              if ((ws.raw as WebSocket).bufferedAmount > MOST_UNREAD) return ws.close(4408, "too slow");
              ws.send(text);
            },
            close: (reason) => {
              say({ say: "refused", error: reason });
              ws.close(4401, reason);
            },
          });
        } catch (error) {
          const code = error instanceof Refusal ? error.code : "ERR_INTERNAL";
          say({ say: "refused", error: code });
          ws.close(4401, code);
        }
      },
      onClose() {
        isGone = true;
        clearTimeout(timer);
        leave?.();
        leave = undefined;
      },
    };
  }, { idleTimeout: 60 });
}

function readFrame(data: unknown): ClientFrame | undefined {
  if (typeof data !== "string" || data.length > LONGEST_FRAME) return undefined;
  try {
    const frame = JSON.parse(data);
    if (typeof frame?.say !== "string") return undefined;
    if (frame.say === "hello" && typeof frame.token !== "string") return undefined;
    return frame;
  } catch {
    return undefined;
  }
}

async function eventStream(http: Context<Vars>, authenticate: Authenticate, watch: SocketWatch): Promise<Response> {
  const token = /^Bearer (.+)$/.exec(http.req.header("authorization") ?? "")?.[1];
  const session = await authenticate(http.var.tenants, token);
  return streamSSE(http, async (stream) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const leave = listen(session, http.req.header("last-event-id"), watch, {
      send: (text) => void stream.writeSSE({ data: text }).catch(end),
      close: (reason) => void stream.writeSSE({ data: JSON.stringify({ say: "refused", error: reason }) }).finally(end),
    });
    stream.onAbort(end);
    const beat = setInterval(() => void stream.writeSSE({ data: '{"say":"pong"}' }).catch(end), 18_000);
    await ended;
    clearInterval(beat);
    leave();
  });
}

interface Line {
  send(text: string): void;
  close(reason: "ERR_SESSION_EXPIRED"): void;
}

/** Joins the company's hub: first what was missed since `after`, then everything as it happens. */
function listen(session: Session, after: string | undefined, watch: SocketWatch, line: Line): () => void {
  const { company, person } = session;
  const { hub } = company;
  const frameOf = (told: Told) =>
    told.text ??= JSON.stringify(
      {
        say: "event",
        name: wireName(company.id, told.name),
        payload: told.payload,
        at: `${hub.epoch}.${told.nth}`,
      } satisfies ServerFrame,
    );
  const missed = after === undefined ? [] : hub.since(after);
  line.send(JSON.stringify(
    { say: "welcome", at: hub.at, missed: !missed ? "all" : missed.length ? "replayed" : "none" } satisfies ServerFrame,
  ));
  for (const told of missed ?? []) if (told.to(person)) line.send(frameOf(told));
  const listener: Listener = {
    person,
    sessionId: session.id,
    send: (told) => line.send(frameOf(told)),
    close: line.close,
  };
  const leave = hub.join(listener);
  watch.came(session);
  return () => {
    leave();
    watch.left(session);
  };
}
