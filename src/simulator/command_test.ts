import { expect, test } from "vitest";

test("the command says where the phones are and how Balcão is pointed there, and stops when asked", async () => {
  const entry = new URL("./command.ts", import.meta.url).href;
  const code = `import { simulatorCommand } from ${JSON.stringify(entry)}; await simulatorCommand(Deno.args);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", code, "--", "--port", "0", "--phone", "5511933334444:Bia"],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.includes("BALCAO_WHATSAPP_CA=")) said += (await reader.read()).value ?? "";
  const page = /Phones: +(\S+)/.exec(said)?.[1] ?? "";
  const ca = /BALCAO_WHATSAPP_CA=(\S+)/.exec(said)?.[1] ?? "";
  expect(/BALCAO_WHATSAPP_URL=(\S+)/.exec(said)?.[1]).toBe(page.replace("http", "ws") + "ws/chat");
  expect(Deno.readTextFileSync(ca)).toContain("BEGIN CERTIFICATE");
  const phones = await (await fetch(`${page}control/phones`)).json();
  expect(phones).toMatchObject([{ name: "Bia", number: "5511933334444" }]);
  child.kill("SIGTERM");
  await reader.cancel();
  expect((await child.status).code).toBe(0);
  // What it had made for the time being is gone with it.
  expect(() => Deno.statSync(ca)).toThrow(Deno.errors.NotFound);
});
