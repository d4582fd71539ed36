import { FROM_SOURCES } from "./process.ts";

/** Runs a line with a disk of so many megabytes at `disk`, which is nobody else's and gone with it. */
export async function onDisk(disk: string, megabytes: number, line: string) {
  const balcao = [Deno.execPath(), ...FROM_SOURCES].map((word) => `'${word}'`).join(" ");
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs '${disk}'`;
  const { stdout, stderr } = await new Deno.Command("unshare", {
    args: [Deno.uid() === 0 ? "-m" : "-rm", "sh", "-c", `${mount} && balcao() { ${balcao} "$@"; }; ${line}`],
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { out: text(stdout), said: text(stderr) };
}

/** Bytes of all files in a folder. */
export function sizeOf(folder: string): number {
  return [...Deno.readDirSync(folder)].reduce((size, { name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return size + (isDirectory ? sizeOf(path) : Deno.statSync(path).size);
  }, 0);
}
