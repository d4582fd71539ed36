import { createHash } from "node:crypto";
import { BadCommand } from "../platform/config.ts";
import { headOfSync, withFileSync } from "../platform/with_file.ts";

/** What a packed executable (scripts/pack.ts) says of itself, for itself and for whoever is to take it. */
export interface Packed {
  /** How long it is, and from which byte on (the first is 1) what is packed lies. */
  size: number;
  from: number;
  /** SHA-256 of what is packed, in hex. */
  sum: string;
}

/** The line of its head that says it: a shell reads it, too. */
export function packedLine({ size, from, sum }: Packed): string {
  return `size=${size} from=${from} sum=${sum}`;
}

const LINE = /^size=(\d+) from=(\d+) sum=([0-9a-f]{64})$/m;
/** The head is shorter. */
const HEAD = 16_384, CHUNK = 1_048_576;

/**
 * Refuses a packed executable that is not as it was made. Where it was unpacked before, its own start looks no further than at
 * its length. What is packed by others is not ours to look into.
 */
export function checkPacked(path: string): void {
  const said = lineIn(path);
  if (!said) return;
  const size = Number(said[1]), from = Number(said[2]), has = Deno.statSync(path).size;
  if (has < size) throw new BadCommand(`${path} is cut short: it has ${has} of ${size} bytes. Fetch it again`);
  if (has > size || sumOf(path, from) !== said[3]) {
    throw new BadCommand(`${path} is damaged: it is not as it was made. Fetch it again`);
  }
}

/** Whether a file says of itself that it is a packed Balcão; whether it is whole is another question. */
export function isPacked(path: string): boolean {
  return lineIn(path) !== null;
}

function lineIn(path: string): RegExpExecArray | null {
  return LINE.exec(new TextDecoder("latin1").decode(headOfSync(path, HEAD)));
}

function sumOf(path: string, from: number): string {
  const sum = createHash("sha256"), chunk = new Uint8Array(CHUNK);
  return withFileSync(path, { read: true }, (file) => {
    file.seekSync(from - 1, Deno.SeekMode.Start);
    for (let read = file.readSync(chunk); read !== null; read = file.readSync(chunk)) {
      sum.update(chunk.subarray(0, read));
    }
    return sum.digest("hex");
  });
}
