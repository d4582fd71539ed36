import { addCompany } from "../companies/companies.ts";
import { Tenants } from "../platform/tenants.ts";
import { FROM_SOURCES } from "./process.ts";

/** A data folder in which nobody is yet but whoever runs it. */
export async function anotherFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-other-" });
  const tenants = new Tenants(folder);
  addCompany(tenants, { name: "Outro provedor" }, new Date());
  tenants.close();
  return folder;
}

/** A folder with a program called ssh in it, which does on this machine what it is to do on the other. */
export async function anSsh(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-ssh-" });
  await Deno.writeTextFile(`${folder}/ssh`, `#!/bin/sh\nfor word; do last=$word; done\nexec sh -c "$last"\n`, {
    mode: 0o755,
  });
  return folder;
}

/** What is run over there, as `--by` has it. */
export function receiveInto(folder: string): string {
  return [Deno.execPath(), ...FROM_SOURCES, "company", "receive", "--data", folder].map((word) => `'${word}'`).join(
    " ",
  );
}

/** Gives a command on a data folder, with our ssh in its way; it can be killed. */
export function aMove(data: string, ssh: string, ...words: string[]) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "company", ...words, "--data", data, "--json"],
    env: { PATH: `${ssh}:${Deno.env.get("PATH")}` },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const ended = child.output().then(({ code, stdout, stderr }) => {
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
    return { code, said: text(stderr), answer: code === 0 ? JSON.parse(text(stdout)) : undefined };
  });
  return { child, ended };
}
