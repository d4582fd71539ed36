import type { Context } from "hono";
import { upgradeWebSocket } from "hono/deno";
import { streamSSE } from "hono/streaming";
import { type ClientFrame, type Events, type ServerFrame, TOLD_TO_ALL, WHEN_OVERDUE } from "../contract/events.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { within } from "../shared/within.ts";
import { type EndReason, isFor, type Listener, type Published } from "./hub.ts";
import type { Vars } from "./routes.ts";
import { checkMayWork, type Session } from "./session.ts";
import type { Tenants } from "./tenants.ts";

/** Reads an access token; throws a Refusal that says what is wrong with it. */
export type Authenticate = (tenants: Tenants, token: string | undefined) => Promise<Session>;

/** What the rest of the product wants to know of open screens: a person's first came, or their last left. */
export interface SocketWatch {
  came(session: Session): void;
  left(session: Session): void;
  /** What an open screen says of itself; `screen` is the same object until it is closed. */
  said(session: Session, frame: ClientFrame, screen: object): void;
  closed(screen: object): void;
}

/** Without a `hello` after this long (ms) a socket is closed. */
const HELLO_WITHIN = 5000;
/** More frames a second than this is a flood; a frame longer than this (characters) is garbage. */
const MOST_FRAMES = 40;
const LONGEST_FRAME = 4096;
/** More lists than this nobody has before them. */
const MOST_LISTS = 50;
/** How long (ms) a last word may take to leave. */
const LAST_WORD_WITHIN = 1000;
/** A browser that does not read is let go at this many bytes; it catches up when it comes back. */
const MOST_UNREAD = 4_000_000;

/** What an event is called on the wire: by its company, but for what the provider tells all (spec 1 §7, spec 3 §7). */
export function wireName(companyId: number, name: string, place?: number): string {
  if (name === TOLD_TO_ALL) return `company-${name}`;
  return place === undefined ? `company-${companyId}-${name}` : `company-${companyId}-${name}-${place}`;
}

/** GET /api/events: a WebSocket, or server-sent events where a proxy forbids it. */
export function eventsEndpoint(authenticate: Authenticate, watch: SocketWatch) {
  const letIn: Authenticate = async (tenants, token) => {
    const session = await authenticate(tenants, token);
    // An administrator learns here that a bill is paid.
    checkMayWork(session, { whenOverdue: session.person.profile === "admin" });
    return session;
  };
  const socket = webSocket(letIn, watch);
  return async (http: Context<Vars>) => {
    if (http.req.header("upgrade")?.toLowerCase() === "websocket") {
      // A WebSocket knows no same-origin rule of its own (RFC 6455 §10.2).
      if (http.var.isForeign) refuse("ERR_FOREIGN_ORIGIN");
      if (!isWholeUpgrade(http)) refuse("ERR_INVALID_INPUT");
      return await socket(http, async () => {}) as Response;
    }
    return await eventStream(http, letIn, watch);
  };
}

/** What the handshake must have (RFC 6455 §4.2.1). */
export function isWholeUpgrade({ req }: Context): boolean {
  return /\bupgrade\b/i.test(req.header("connection") ?? "") && req.header("sec-websocket-version") === "13" &&
    /^[\w+/]{22}==$/.test(req.header("sec-websocket-key") ?? "");
}

/**
 * Closes a socket once what was said by it is on its way. Deno throws away what is not written yet when the other side's
 * next frame comes between `close` and the writing (seen in 2.9.6), and with it the word why.
 */
export async function closeOnceSaid(socket: WebSocket, code: number, reason: string): Promise<void> {
  const end = Date.now() + LAST_WORD_WITHIN;
  while (socket.readyState === WebSocket.OPEN && socket.bufferedAmount > 0 && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  socket.close(code, reason);
}

function webSocket(letIn: Authenticate, watch: SocketWatch) {
  return upgradeWebSocket((http: Context<Vars>) => {
    const { tenants } = http.var;
    let screen: Screen | undefined;
    let isGreeted = false, isGone = false, windowStart = 0, frames = 0;
    let timer: ReturnType<typeof setTimeout>;
    const leave = () => {
      isGone = true;
      clearTimeout(timer);
      screen?.leave();
      screen = undefined;
    };
    return {
      onOpen(_, ws) {
        timer = setTimeout(() => screen ?? ws.close(4401, "ERR_SESSION_EXPIRED"), HELLO_WITHIN);
      },
      async onMessage({ data }, ws) {
        if (isGone) return;
        const now = Date.now();
        if (now - windowStart > 1000) [windowStart, frames] = [now, 0];
        if (++frames > MOST_FRAMES) return ws.close(4429, "ERR_TOO_MANY_REQUESTS");
        const frame = readFrame(data);
        if (!frame) return ws.close(4400, "ERR_INVALID_INPUT");
        const say = (answer: ServerFrame) => void (ws.readyState === 1 && ws.send(JSON.stringify(answer)));
        const refused = (error: string) => {
          if (isGone) return;
          say({ say: "refused", error });
          isGone = true;
          // A browser that is out of reach may never answer the close.
          void closeOnceSaid(ws.raw as WebSocket, 4401, error).then(leave);
        };
        if (frame.say === "ping") return say({ say: "pong" });
        if (frame.say !== "hello") return screen?.said(frame);
        if (isGreeted) return;
        isGreeted = true;
        try {
          const session = await letIn(tenants, frame.token);
          if (isGone) return;
          screen = listen(session, frame.after, watch, {
            speaks: true,
            send: (text) => {
              if (isGone || ws.readyState !== 1) return;
              if ((ws.raw as WebSocket).bufferedAmount > MOST_UNREAD) return ws.close(4408, "too slow");
              ws.send(text);
            },
            close: refused,
          });
        } catch (error) {
          refused(error instanceof Refusal ? error.code : "ERR_INTERNAL");
        }
      },
      onClose: leave,
    };
  }, { idleTimeout: 60 });
}

function readFrame(data: unknown): ClientFrame | undefined {
  if (typeof data !== "string" || data.length > LONGEST_FRAME) return undefined;
  try {
    const frame = JSON.parse(data);
    if (typeof frame?.say !== "string") return undefined;
    const isHello = typeof frame.token === "string" && ["string", "undefined"].includes(typeof frame.after);
    return frame.say === "hello" && !isHello ? undefined : frame;
  } catch {
    return undefined;
  }
}

async function eventStream(http: Context<Vars>, letIn: Authenticate, watch: SocketWatch): Promise<Response> {
  const token = /^Bearer (.+)$/.exec(http.req.header("authorization") ?? "")?.[1];
  const session = await letIn(http.var.tenants, token);
  return streamSSE(http, async (stream) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let unread = 0, isOver = false;
    const { leave } = listen(session, http.req.header("last-event-id"), watch, {
      send: (text) => {
        if (isOver) return;
        if ((unread += text.length) > MOST_UNREAD) return end();
        stream.writeSSE({ data: text }).then(() => void (unread -= text.length), end);
      },
      close: (reason) => {
        if (isOver) return;
        isOver = true;
        const said = stream.writeSSE({ data: JSON.stringify({ say: "refused", error: reason }) });
        void within(LAST_WORD_WITHIN, said).then(end, end);
      },
    });
    stream.onAbort(end);
    const beat = setInterval(() => void stream.writeSSE({ data: '{"say":"pong"}' }).catch(end), 18_000);
    await ended;
    clearInterval(beat);
    leave();
  });
}

interface Line {
  /** Its browser says what it has before it. */
  speaks?: true;
  send(text: string): void;
  close(reason: EndReason): void;
}

interface Screen {
  said(frame: ClientFrame): void;
  leave(): void;
}

/** Joins the company's hub: first what was missed since `after`, then everything as it happens. */
function listen(session: Session, after: string | undefined, watch: SocketWatch, line: Line): Screen {
  const { company, person } = session;
  const { hub, state } = company;
  const frameOf = (event: Published) =>
    event.text ??= JSON.stringify(
      {
        say: "event",
        name: wireName(company.id, event.name, event.place),
        payload: event.payload,
        at: `${hub.epoch}.${event.nth}`,
      } satisfies ServerFrame,
    );
  const lists = line.speaks && new Set<number>();
  const missed = after === undefined ? [] : hub.since(after);
  // Each event moves the mark on; broken off in between, the rest is asked for again.
  const at = missed?.length ? after! : hub.at;
  line.send(
    JSON.stringify(
      {
        say: "welcome",
        at,
        missed: !missed ? "all" : missed.length ? "replayed" : "none",
        state,
      } satisfies ServerFrame,
    ),
  );
  const only = session.isOverdue ? WHEN_OVERDUE : undefined;
  for (const event of missed ?? []) if (isFor({ person, only, lists }, event)) line.send(frameOf(event));
  const listener: Listener = {
    person,
    only,
    lists,
    sessionId: session.id,
    send: (event) => line.send(frameOf(event)),
    close: line.close,
  };
  /** From here on it gets what happens to a list's people, and first what it did not get since `after`. */
  const join = ({ contactListId, after }: Extract<ClientFrame, { say: "joinContactList" }>) => {
    if (!lists || lists.size >= MOST_LISTS || !Number.isSafeInteger(contactListId)) return;
    lists.add(contactListId);
    const past = typeof after === "string" ? hub.since(after) : [];
    const reload: Events["ContactListItem"] = { action: "reload", contactListId };
    const missed = past?.filter((event) => event.place === contactListId && isFor(listener, event)) ??
      [{ name: "ContactListItem" as const, payload: reload, place: contactListId }];
    for (const { name, payload, place } of missed) {
      // The place in the stream stays where it is: all else came already.
      const frame: ServerFrame = { say: "event", name: wireName(company.id, name, place), payload, at: hub.at };
      line.send(JSON.stringify(frame));
    }
  };
  const wasPresent = hub.isPresent(person.id);
  const leave = hub.join(listener);
  if (!wasPresent) watch.came(session);
  return {
    // What they may see may have changed since the screen was opened.
    said(frame) {
      if (only) return;
      if (frame.say === "joinContactList") return join(frame);
      if (frame.say === "leaveContactList") return void lists?.delete(frame.contactListId);
      watch.said({ ...session, person: { ...person, ...listener.person } }, frame, listener);
    },
    leave() {
      leave();
      try {
        watch.closed(listener);
        if (!hub.isPresent(person.id)) watch.left(session);
      } catch (error) {
        // Its company is not served any more: there is nobody to be told.
        if (!(error instanceof Refusal)) throw error;
      }
    },
  };
}
