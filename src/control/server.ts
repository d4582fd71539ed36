import { log } from "../platform/log.ts";
import { VERSION } from "../root.ts";
import { LONGEST_REQUEST, type Reply, Request } from "./frames.ts";
import { linesOf, LineTooLong } from "../platform/lines.ts";
import type { Context } from "./operation.ts";
import { refusedOf } from "./refused.ts";
import { run } from "./run.ts";
import { listenBelow } from "./socket_place.ts";

/** So long (ms) whoever has connected may take to say what they want. */
const PATIENCE = 10_000;
/** So long (ms) a server that stops waits for what it has begun. */
const LAST_CALL = 5000;

export interface ControlSocket {
  path: string;
  /** Takes no more commands, waits for those under way, and removes the socket. */
  close(): Promise<void>;
}

/**
 * Takes commands by a Unix socket in the data folder. Whoever may open it may do everything: its mode is 0600. Nothing
 * where no socket can be made; then commands are refused while the server runs.
 */
export function takeCommands(context: Context): ControlSocket | undefined {
  const place = listenBelow(context.tenants.folder);
  if (!place) return undefined;
  const { listener, path, remove } = place;
  const underWay = new Set<Promise<void>>(), stopping = new AbortController();
  const accepted = (async () => {
    for await (const line of listener) {
      const answered = answer(line, context, stopping.signal).finally(() => underWay.delete(answered));
      underWay.add(answered);
    }
  })().catch((error) => log.error("No more commands are taken", { error }));
  return {
    path,
    async close() {
      listener.close();
      stopping.abort();
      await accepted;
      await Promise.race([Promise.all(underWay), new Promise((resolve) => setTimeout(resolve, LAST_CALL))]);
      remove();
    },
  };
}

async function answer(line: Deno.Conn, context: Context, stopping: AbortSignal): Promise<void> {
  const gone = new AbortController();
  const lines = linesOf(line.readable, LONGEST_REQUEST), writer = line.writable.getWriter();
  // Whoever has gone gets no answer; what they asked for is done all the same.
  const reply = (what: Reply) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(what)}\n`)).catch(() => gone.abort());
  try {
    const request = await requestIn(lines, line);
    if (!request) return;
    if (typeof request === "string") return await reply({ refused: { sentence: request, exit: 4 } });
    void lines.next().catch(() => {}).finally(() => gone.abort());
    await reply({ taken: true });
    const signal = AbortSignal.any([gone.signal, stopping]);
    await reply(await outcome(request, context, { signal, say: (progress) => void reply({ progress }) }));
  } catch (error) {
    log.debug("A command could not be answered", { error });
  } finally {
    await writer.close().catch(() => {});
    try {
      line.close();
    } catch { /* The other side was quicker. */ }
  }
}

async function outcome(
  { operation, input, data }: Request,
  context: Context,
  how: { signal: AbortSignal; say(text: string): void },
): Promise<Reply> {
  try {
    return { done: await run(operation, input, { ...context, ...how, data }) };
  } catch (error) {
    return { refused: refusedOf(error) };
  }
}

/** The request, or why it is none; nothing when whoever connected has gone before they had said it. */
async function requestIn(lines: AsyncGenerator<string>, line: Deno.Conn): Promise<Request | string | undefined> {
  const impatient = setTimeout(() => line.close(), PATIENCE);
  try {
    const { value: text, done } = await lines.next();
    return done ? undefined : read(text);
  } catch (error) {
    if (error instanceof LineTooLong) return "This command is too long for the server";
    return undefined;
  } finally {
    clearTimeout(impatient);
  }
}

function read(text: string): Request | string {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return "The server does not understand this command";
  }
  const { version } = (said ?? {}) as { version?: unknown };
  if (typeof version === "string" && version !== VERSION) {
    return `The server is Balcão ${VERSION}, this command ${version.slice(0, 20)}: use the same file for both, ` +
      "or stop the server and start it with the new one";
  }
  return Request.safeParse(said).data ?? "The server does not understand this command";
}
