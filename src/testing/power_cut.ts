import { dirname } from "node:path";
import { Buffer } from "node:buffer";

/** What a process did to the files of a folder, by a trace of its system calls (strace(1)). */
const CALLS =
  "open,openat,write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,link,linkat";

/** How to run a command so that strace writes into `trace` all that it does to files; the process is the command's own. */
export function traced(trace: string, command: string, args: string[]): { command: string; args: string[] } {
  const how = [
    "-D",
    "-f",
    "-q",
    "-y",
    "-xx",
    "-ttt",
    "--seccomp-bpf",
    "-s",
    "2000000",
    "-e",
    `trace=${CALLS}`,
    "-o",
    trace,
  ];
  return { command: "strace", args: [...how, command, ...args] };
}

/** Whether this machine lets one process trace another; some containers do not. */
export async function canTrace(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("strace", {
      args: ["-f", "-qq", "-o", "/dev/null", "true"],
    }).output();
    return success;
  } catch {
    return false;
  }
}

/** Resolves when the trace of a killed process is whole. */
export async function traceEnded(trace: string): Promise<void> {
  while (!/\+\+\+ (killed|exited)[^\n]*\n$/.test(await lastOf(trace))) {
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function lastOf(path: string): Promise<string> {
  using file = await Deno.open(path);
  const { size } = await file.stat(), tail = new Uint8Array(200);
  await file.seek(Math.max(0, size - tail.length), Deno.SeekMode.Start);
  return new TextDecoder().decode(tail.subarray(0, await file.read(tail) ?? 0));
}

interface Written {
  at: number;
  bytes: Uint8Array;
}

type Change = Written | { size: number };

/** One file as the disk has it, and what only the system's memory has of it. */
class TracedFile {
  #disk: Growing;
  pending: Change[] = [];

  constructor(bytes: Uint8Array, public isNamed: boolean) {
    this.#disk = new Growing(bytes);
  }

  sync(): void {
    for (const change of this.pending.splice(0)) this.#disk.change(change);
    this.isNamed = true;
  }

  /** After the cut: everything that was synced, and of the rest what `survives`; a disk keeps its own order. */
  after(survives: () => boolean): Uint8Array {
    const kept = this.pending.filter(survives);
    if (kept.length === 0) return this.#disk.bytes;
    const copy = new Growing(this.#disk.bytes);
    for (const change of kept) copy.change(change);
    return copy.bytes;
  }
}

/** Bytes that are written at any place; room is made ahead. */
class Growing {
  #room: Uint8Array;
  #size: number;

  constructor(bytes: Uint8Array) {
    this.#room = bytes.slice();
    this.#size = bytes.length;
  }

  get bytes(): Uint8Array {
    return this.#room.subarray(0, this.#size);
  }

  change(change: Change): void {
    const size = "size" in change ? change.size : Math.max(this.#size, change.at + change.bytes.length);
    if (size > this.#room.length) {
      const room = new Uint8Array(size * 2);
      room.set(this.bytes);
      this.#room = room;
    }
    if (size < this.#size) this.#room.fill(0, size, this.#size);
    if ("bytes" in change) this.#room.set(change.bytes, change.at);
    this.#size = size;
  }
}

interface Call {
  /** Milliseconds since 1970. */
  time: number;
  apply(files: Map<string, TracedFile>): void;
}

/** A recorded run, which can be cut off at any moment. */
export class Recording {
  readonly #calls: Call[];

  private constructor(calls: Call[], readonly first: ReadonlyMap<string, Uint8Array>) {
    this.#calls = calls;
  }

  /** `before` is the folder as it was when the run began. */
  static async read(trace: string, folder: string, before: string): Promise<Recording> {
    const first = new Map<string, Uint8Array>();
    for (const path of filesIn(before)) first.set(folder + path.slice(before.length), Deno.readFileSync(path));
    return new Recording(callsOf(await Deno.readTextFile(trace), folder), first);
  }

  /**
   * Calls `look` for each of the moments (ms, in their order) with the folder `to` as it is after a power cut then: of
   * what was not synced, each writing survives with the chance `luck` (0 = nothing).
   */
  async cuts(
    moments: { time: number; luck: number }[],
    { folder, to }: { folder: string; to: string },
    look: (time: number) => void,
  ): Promise<void> {
    const files = new Map([...this.first].map(([path, bytes]) => [path, new TracedFile(bytes, true)]));
    let next = 0;
    for (const { time, luck } of moments) {
      while (next < this.#calls.length && this.#calls[next]!.time <= time) this.#calls[next++]!.apply(files);
      const survives = () => Math.random() < luck;
      for (const [path, file] of files) {
        // The index beside a log is made anew by whoever opens the file first.
        if (path.endsWith("-shm") || !(file.isNamed || survives())) continue;
        const target = to + path.slice(folder.length);
        Deno.mkdirSync(dirname(target), { recursive: true });
        Deno.writeFileSync(target, file.after(survives));
      }
      look(time);
      await Deno.remove(to, { recursive: true });
    }
  }
}

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesIn(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}

function callsOf(trace: string, folder: string): Call[] {
  const begun = new Map<string, string>(), calls: Call[] = [];
  /** Where each open file is written next, for those that are written one piece after another. */
  const positions = new Map<string, number>();
  for (const line of trace.split("\n")) {
    const [, pid, time, rest] = /^(\d+)\s+([\d.]+) (.*)$/.exec(line) ?? [];
    if (!pid) continue;
    if (rest!.endsWith("<unfinished ...>")) {
      begun.set(pid, rest!.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest!);
    const whole = resumed ? (begun.get(pid) ?? "") + resumed[1] : rest!;
    const apply = effectOf(whole, folder, positions);
    if (apply) calls.push({ time: Number(time) * 1000, apply });
  }
  return calls;
}

/** What a finished call did to a file of the folder; nothing when it failed, or was about another. */
function effectOf(call: string, folder: string, positions: Map<string, number>): Call["apply"] | undefined {
  const [, name, args, result] = /^(\w+)\((.*)\)\s+= (\S+)/s.exec(call) ?? [];
  if (!name || result!.startsWith("-")) return undefined;
  const fd = /^(\d+)</.exec(args!)?.[1], path = textOf(/^\d+<([^>]*)>/.exec(args!)?.[1] ?? "");
  const names = [...args!.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => textOf(hex!));
  const isOurs = (file: string | undefined) => file !== undefined && file.startsWith(`${folder}/`);
  if (name.startsWith("open")) {
    positions.delete(/^\d+/.exec(result!)![0]);
    const file = textOf(/<([^>]*)>/.exec(result!)?.[1] ?? "");
    if (!isOurs(file) || !/O_CREAT|O_TRUNC/.test(args!)) return undefined;
    const isEmptied = args!.includes("O_TRUNC");
    return (files) => {
      if (!files.has(file)) files.set(file, new TracedFile(new Uint8Array(), false));
      else if (isEmptied) files.get(file)!.pending.push({ size: 0 });
    };
  }
  if (name.startsWith("rename")) {
    const [from, to] = names as [string, string];
    return isOurs(from) ? (files) => moved(files, from, to) : undefined;
  }
  if (name.startsWith("unlink")) return isOurs(names[0]) ? (files) => void files.delete(names[0]!) : undefined;
  if (name.startsWith("link")) {
    const [from, to] = names as [string, string];
    // Two names of one file that never changes any more.
    return isOurs(from) ? (files) => void (files.has(from) && files.set(to, files.get(from)!)) : undefined;
  }
  // A folder's sync brings the names in it onto the disk.
  if (name.startsWith("f") && name !== "ftruncate") {
    if (path !== folder && !isOurs(path)) return undefined;
    return (files) => {
      files.get(path)?.sync();
      for (const [each, file] of files) if (dirname(each) === path) file.isNamed = true;
    };
  }
  if (!isOurs(path)) return undefined;
  if (name === "ftruncate") {
    const size = Number(/, (\d+)\s*$/.exec(args!)![1]);
    return (files) => void files.get(path)?.pending.push({ size });
  }
  const hex = /"((?:\\x[0-9a-f]{2})*)"/.exec(args!)?.[1];
  if (hex === undefined) throw new Error(`This line of the trace cannot be read: ${call.slice(0, 200)}`);
  const bytes = Buffer.from(hex.replaceAll("\\x", ""), "hex");
  const at = name === "pwrite64" ? Number(/, (\d+)\s*$/.exec(args!)![1]) : positions.get(fd!) ?? 0;
  if (name === "write") positions.set(fd!, at + bytes.length);
  return (files) => void files.get(path)?.pending.push({ at, bytes });
}

/** A name that was changed and not synced is as good as either: the worse is that the new one is not there. */
function moved(files: Map<string, TracedFile>, from: string, to: string): void {
  const file = files.get(from);
  files.delete(from);
  if (file) files.set(to, file);
}

function textOf(hex: string): string {
  return hex.includes("\\x") ? Buffer.from(hex.replaceAll("\\x", ""), "hex").toString() : hex;
}
