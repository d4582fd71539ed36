import { afterAll, beforeAll, expect, test } from "vitest";
import { EXAMPLE_LANGUAGES, type ExampleLanguage, exampleOf } from "../contract/api_examples.ts";
import { aRoad, type Road } from "../testing/road.ts";

/** How each is run, with what the machine has of Debian (`make languages`). */
const RUN: Record<ExampleLanguage, { file: string; command: string[] }> = {
  curl: { file: "example.sh", command: ["bash"] },
  JavaScript: { file: "example.mjs", command: [Deno.execPath(), "run", "-A", "--no-config"] },
  Python: { file: "example.py", command: ["/usr/bin/python3"] },
  PHP: { file: "example.php", command: ["php"] },
};

let road: Road, token: string, folder: string;
beforeAll(async () => {
  road = await aRoad();
  token = (await road.as("ana")("POST", "/api-tokens", { name: "Exemplos", scopes: ["send"] })).body.token;
  folder = await Deno.makeTempDir();
}, 60_000);
afterAll(async () => {
  await road.stop();
  await Deno.remove(folder, { recursive: true });
});

async function run(language: ExampleLanguage, script: string): Promise<string> {
  const { file, command: [program, ...args] } = RUN[language], path = `${folder}/${file}`;
  await Deno.writeTextFile(path, script);
  const command = new Deno.Command(program!, { args: [...args, path], env: { TOKEN: token }, cwd: folder });
  const { stdout, stderr, success } = await command.output(),
    text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  expect(success, text(stderr)).toBe(true);
  return text(stdout);
}

const endpoint = () => `${road.server.address}/api/messages/send`;
/** Each language on its own: the examples share their keys, as they stand on one page. */
const withKey = (script: string) => script.replace(/pedido-4821|nota-1077/, crypto.randomUUID());

test.each(EXAMPLE_LANGUAGES)("the text of the example in %s arrives", async (language) => {
  const joana = road.customer();
  const script = exampleOf({ what: "text", language, endpoint: endpoint(), number: joana.number });
  expect(await run(language, withKey(script))).toContain("Mensagem enviada");
  await joana.waitFor(({ text }) => text === "Seu pedido saiu para entrega.");
}, 60_000);

test.each(EXAMPLE_LANGUAGES)("the file of the example in %s arrives", async (language) => {
  const joana = road.customer(), file = `${folder}/nota.pdf`;
  await Deno.writeTextFile(file, "%PDF-1.4 nota");
  const script = exampleOf({ what: "media", language, endpoint: endpoint(), number: joana.number, file });
  expect(await run(language, withKey(script))).toContain("Mensagem enviada");
  const got = await joana.waitFor(({ media }) => media?.fileName === "nota.pdf");
  expect(got.text).toBe("Sua nota fiscal");
}, 60_000);
