import { expect, test } from "vitest";
import { furnish } from "./furnish.ts";
import { GraphSimulator } from "./simulator.ts";

test("the command says how Balcão is pointed there and what it is told, and stops when asked", async () => {
  const entry = new URL("./command.ts", import.meta.url).href;
  const code = `import { graphSimulatorCommand } from ${
    JSON.stringify(entry)
  }; await graphSimulatorCommand(Deno.args);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", code, "--", "--port", "0"],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.includes("Callback:")) said += (await reader.read()).value ?? "";
  const address = /BALCAO_GRAPH_URL=(\S+)/.exec(said)?.[1] ?? "";
  const [, number, token] = /whatsapp .* (\d+) of account \d+\n +token (\S+)/.exec(said) ?? [];
  const answer = await fetch(`${address}/v25.0/${number}?access_token=${token}`);
  expect(await answer.json()).toMatchObject({ id: number, display_phone_number: "+551134567801" });
  const people = await (await fetch(`${address}/control/people`)).json();
  expect(people).toMatchObject([{ name: "Joana Prado" }, { name: "Rui Costa" }, { name: "Bia Nunes" }]);
  child.kill("SIGTERM");
  await reader.cancel();
  expect((await child.status).code).toBe(0);
});

test("after each start the ids and tokens are the same, and so are the people's ids", async () => {
  const starts = [];
  for (let nth = 0; nth < 2; nth++) {
    const simulator = await GraphSimulator.start();
    const { app, lines } = furnish(simulator);
    const ids = simulator.people.flatMap((person) => lines.map(({ line }) => person.at(line)));
    starts.push({ secret: app.secret, tokens: lines.map(({ line, token }) => [line.id, token]), ids });
    await simulator.stop();
  }
  expect(starts[0]).toEqual(starts[1]);
  const ids = starts[0]!.ids.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
