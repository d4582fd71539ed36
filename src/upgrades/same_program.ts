import { Buffer } from "node:buffer";
import { withFileSync } from "../platform/with_file.ts";

const CHUNK = 1_048_576;

/** Whether two files have the same bytes; throws the system's error where one of them cannot be read. */
export function isSameProgram(path: string, other: string): boolean {
  if (Deno.statSync(path).size !== Deno.statSync(other).size) return false;
  return withFileSync(path, { read: true }, (one) => withFileSync(other, { read: true }, (two) => haveSame(one, two)));
}

function haveSame(one: Deno.FsFile, two: Deno.FsFile): boolean {
  const [here, there] = [new Uint8Array(CHUNK), new Uint8Array(CHUNK)];
  for (;;) {
    const count = fill(one, here);
    if (fill(two, there) !== count) return false;
    if (Buffer.compare(here.subarray(0, count), there.subarray(0, count)) !== 0) return false;
    if (count < CHUNK) return true;
  }
}

/** A read may bring less than there is; answers how many bytes are in it, which are fewer only at the end of the file. */
function fill(file: Deno.FsFile, chunk: Uint8Array): number {
  let at = 0;
  while (at < chunk.length) {
    const count = file.readSync(chunk.subarray(at));
    if (count === null) break;
    at += count;
  }
  return at;
}
