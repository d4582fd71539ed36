import { milliseconds } from "date-fns/milliseconds";

/** What the one who calls writes first: the id of the call. Then each side has a file of that name that only it writes to. */
export const CALL = "balcao-move";
const ENDINGS = [".there", ".there.over", ".here", ".here.over", ".call"];
const OF_CALL = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.there|\.here)(?:\.over)?$/;

/** Where neither side has said anything for so long (ms), nobody is at work on it any more, whatever the clocks say. */
const ENDED_AFTER = milliseconds({ days: 1 });

/** Takes a call away with all that was said; the call of somebody else stays. */
export function removeCall(folder: string, id: string): void {
  // Nobody is to answer what is half gone.
  if (callIn(folder) === id) removeQuietly(`${folder}/${CALL}`);
  for (const ending of ENDINGS) removeQuietly(`${folder}/${id}${ending}`);
}

/** Whose call lies there; nothing where there is none. */
export function callIn(folder: string): string | undefined {
  try {
    const id = Deno.readTextFileSync(`${folder}/${CALL}`);
    return OF_CALL.test(`${id}.there`) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Takes away what moves have left that were killed, on whichever machine. */
export function sweepCalls(folder: string, now: number): void {
  const ids = new Set([...Deno.readDirSync(folder)].flatMap(({ name }) => OF_CALL.exec(name)?.[1] ?? []));
  for (const id of ids) {
    if (now - lastSaid(folder, id) > ENDED_AFTER) removeCall(folder, id);
  }
}

/** When (ms) either side has written last. */
function lastSaid(folder: string, id: string): number {
  return Math.max(...ENDINGS.map((ending) => {
    try {
      return Deno.statSync(`${folder}/${id}${ending}`).mtime?.getTime() ?? 0;
    } catch {
      return 0;
    }
  }));
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch { /* It is gone, or the other user's: then they remove it. */ }
}

/** Signals that end a command, and by which number. */
const ENDS = [["SIGINT", 2], ["SIGTERM", 15], ["SIGHUP", 1]] as const;

/** Has something done when a person ends the command; answers what calls that off. */
export function whenEnded(work: () => void): () => void {
  const listeners = ENDS.map(([signal, number]) => {
    const end = () => {
      work();
      Deno.exit(128 + number);
    };
    Deno.addSignalListener(signal, end);
    return () => Deno.removeSignalListener(signal, end);
  });
  return () => {
    for (const remove of listeners) remove();
  };
}
