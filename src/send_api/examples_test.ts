import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXAMPLE_LANGUAGES, type ExampleLanguage, exampleOf } from "../contract/api_examples.ts";
import { startHold } from "../outside_bots/holds.ts";
import { BOT_BEGINS } from "../shared/bot/state.ts";
import { aRoad, aTalk, type Road } from "../testing/road.ts";
import { ticketTable } from "../tickets/table.ts";

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
});
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

const ana = (method: string, path: string, body?: unknown) => road.as("ana")(method, path, body);
const endpoint = () => `${road.server.address}/api/messages/send`;
/** Each language on its own: the examples share their keys, as they stand on one page. */
const withKey = (script: string) => script.replace(/pedido-4821|nota-1077/, crypto.randomUUID());

test.each(EXAMPLE_LANGUAGES)("the text of the example in %s arrives", async (language) => {
  const joana = road.customer();
  const script = exampleOf({ what: "text", language, endpoint: endpoint(), number: joana.number });
  expect(await run(language, withKey(script))).toContain("Mensagem enviada");
  await joana.waitFor(({ text }) => text === "Seu pedido saiu para entrega.");
});

test.each(EXAMPLE_LANGUAGES)("the file of the example in %s arrives", async (language) => {
  const joana = road.customer(), file = `${folder}/nota.pdf`;
  await Deno.writeTextFile(file, "%PDF-1.4 nota");
  const script = exampleOf({ what: "media", language, endpoint: endpoint(), number: joana.number, file });
  expect(await run(language, withKey(script))).toContain("Mensagem enviada");
  const got = await joana.waitFor(({ media }) => media?.fileName === "nota.pdf");
  expect(got.text).toBe("Sua nota fiscal");
});

test.each(EXAMPLE_LANGUAGES)("the ticket of the example in %s is given back by its bot", async (language) => {
  const { aurora } = road,
    typebot = await ana("POST", "/webhooks", { name: "Bot", url: "https://bot.example/", events: [] });
  const talk = await aTalk(road), { id } = talk.ticket;
  aurora.write((db) => {
    const bot = { ...BOT_BEGINS, asks: "outside" as const };
    const free = { status: "pending", userId: null, chatbot: true, bot } as const;
    const ticket = db.update(ticketTable).set(free).where(eq(ticketTable.id, id)).returning().get();
    const given = { do: "giveToBot", webhookId: typebot.body.id, name: "Bot", minutes: 10, message: "" } as const;
    startHold(aurora, db, { ticket, given, returns: 0, now: Date.now() });
  });
  const there = `${road.server.address}/api/tickets/${id}/bot/return`;
  expect(await run(language, exampleOf({ what: "return", language, endpoint: there }))).toContain("pending");
  expect((await ana("GET", `/tickets/${id}`)).body).toMatchObject({ status: "pending", chatbot: false });
  const [note] = (await ana("GET", `/ticket-notes/list?contactId=${talk.ticket.contactId}`)).body;
  expect(note).toMatchObject({ note: "Quer trocar o pedido 4821.", user: null });
});
