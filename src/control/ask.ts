import { BadCommand, NotReached } from "../platform/config.ts";
import { LONGEST_REPLY, Reply, type Request } from "./frames.ts";
import { linesOf } from "../platform/lines.ts";

/** A command that was not done, as the server or the rules have said it. */
export class NotDone extends BadCommand {
  constructor(sentence: string, override readonly exit: number, readonly code?: string) {
    super(sentence);
  }
}

/** A way to the server behind a socket; nothing where nobody listens there. */
export async function reach(socket: string): Promise<Deno.Conn | undefined> {
  try {
    return await Deno.connect({ transport: "unix", path: socket });
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
      throw new NotReached(`${socket} may not be used by this user: give the command as the user that serves`);
    }
    return undefined;
  }
}

/** So long (ms) a server may take to say that it has a request; how long the work takes is another matter. */
const PATIENCE = 30_000;

/** Sends a request, shows what comes before its answer, and returns that; NotDone is why there is none. */
export async function ask(
  line: Deno.Conn,
  request: Request,
  say: (text: string) => void,
  patience = PATIENCE,
): Promise<unknown> {
  let isHung = false;
  const impatient = setTimeout(() => {
    isHung = true;
    line.close();
  }, patience);
  try {
    const writer = line.writable.getWriter();
    // A server that refuses may have closed already; what it said is still there to be read.
    await writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`)).catch(() => {});
    for await (const text of linesOf(line.readable, LONGEST_REPLY)) {
      const reply = replyIn(text);
      clearTimeout(impatient);
      if ("taken" in reply) continue;
      if ("progress" in reply) say(reply.progress);
      else if ("done" in reply) return reply.done;
      else throw new NotDone(reply.refused.sentence, reply.refused.exit, reply.refused.code);
    }
  } catch (error) {
    if (error instanceof BadCommand) throw error;
  } finally {
    clearTimeout(impatient);
    try {
      line.close();
    } catch { /* It has ended from the other side. */ }
  }
  if (isHung) throw new NotReached("The server does not answer: it hangs, or is held up; serve.lock names its process");
  throw new NotReached("The server has stopped before it answered: look whether this was done before you repeat it");
}

function replyIn(text: string): Reply {
  const reply = Reply.safeParse(JSON.parse(text)).data;
  if (!reply) throw new NotReached("The server said something that this command does not understand");
  return reply;
}
