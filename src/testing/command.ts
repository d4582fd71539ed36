import { FROM_SOURCES } from "./process.ts";

/** Runs commands on a data folder as a script does, and reads their answers. */
export function aShell(data: () => string) {
  return async (...words: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...FROM_SOURCES, ...words, "--data", data(), "--json"],
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
    return { code, said: text(stderr), answer: code === 0 ? JSON.parse(text(stdout)) : undefined };
  };
}
