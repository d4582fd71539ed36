import { afterAll, beforeAll, expect, test } from "vitest";
import { SIGNATURE_EXAMPLES, SIGNATURE_LANGUAGES, type SignatureLanguage } from "../contract/signature_examples.ts";
import { deliver } from "./deliver.ts";
import { allowInner } from "../platform/inner_network.ts";

const SECRETS = ["whsec_c2VncmVkbyBub3ZvIGRhIGxvamE=", "whsec_c2VncmVkbyBkZSBvbnRlbQ=="];
/** As it came: its signature is of these very bytes. */
const PAYLOAD = '{"type":"message.received",  "data":{"message":{"body":"Pão de queijo — 2 un. ☕"}}}';

interface Came {
  headers: Record<string, string>;
  body: string;
}

/** How each example is asked about a request, as its language has them. */
const CALLS: Record<SignatureLanguage, { file: string; command: string[]; call: (came: Came) => string }> = {
  JavaScript: {
    file: "check.mjs",
    command: [Deno.execPath(), "run", "-A", "--no-config"],
    call: ({ headers, body }) => `console.log(isSigned(${JSON.stringify(headers)}, ${JSON.stringify(body)}));`,
  },
  Python: {
    file: "check.py",
    command: ["/usr/bin/python3"],
    call: ({ headers, body }) => `print(is_signed(${JSON.stringify(headers)}, ${JSON.stringify(body)}))`,
  },
  PHP: {
    file: "check.php",
    command: ["php"],
    call: ({ headers, body }) => {
      const server = Object.entries(headers).map((
        [name, value],
      ) => [`HTTP_${name.toUpperCase().replaceAll("-", "_")}`, value]);
      const quoted = (text: string) =>
        `base64_decode("${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}")`;
      const pairs = server.map(([name, value]) => `"${name}" => ${quoted(value!)}`).join(", ");
      return `echo is_signed([${pairs}], ${quoted(body)}) ? "true" : "false";`;
    },
  },
};

let folder: string;
beforeAll(async () => {
  allowInner(["127.0.0.1"]);
  folder = await Deno.makeTempDir();
});
afterAll(async () => {
  allowInner([]);
  await Deno.remove(folder, { recursive: true });
});

/** A delivery as a receiver got it, sent at a moment (ms), signed by two secrets as on the day of a change. */
async function delivered(now: number): Promise<Came> {
  const came = Promise.withResolvers<Came>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    came.resolve({ headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response();
  });
  const url = `http://127.0.0.1:${server.addr.port}/`;
  await deliver({ url, secrets: SECRETS, id: "msg_1", payload: PAYLOAD }, now);
  await server.shutdown();
  return await came.promise;
}

async function isSigned(language: SignatureLanguage, came: Came, secret = SECRETS[0]!): Promise<boolean> {
  const { file, command: [program, ...args], call } = CALLS[language], path = `${folder}/${file}`;
  await Deno.writeTextFile(path, `${SIGNATURE_EXAMPLES[language]}\n\n${call(came)}\n`);
  const command = new Deno.Command(program!, { args: [...args, path], env: { SECRET: secret }, cwd: folder });
  const { stdout, stderr, success } = await command.output();
  expect(success, new TextDecoder().decode(stderr)).toBe(true);
  return new TextDecoder().decode(stdout).trim().toLowerCase() === "true";
}

test.each(SIGNATURE_LANGUAGES)(
  "the example in %s knows what is ours, by the new secret and by that of yesterday",
  async (language) => {
    const came = await delivered(Date.now());
    expect(came.body).toBe(PAYLOAD);
    expect(await isSigned(language, came)).toBe(true);
    expect(await isSigned(language, came, SECRETS[1])).toBe(true);
  },
);

test.each(SIGNATURE_LANGUAGES)(
  "the example in %s refuses another body, another secret, and what is old",
  async (language) => {
    const came = await delivered(Date.now());
    expect(await isSigned(language, { ...came, body: came.body.replace("2 un", "9 un") })).toBe(false);
    expect(await isSigned(language, came, "whsec_b3V0cm8=")).toBe(false);
    expect(await isSigned(language, await delivered(Date.now() - 600_000))).toBe(false);
  },
);
