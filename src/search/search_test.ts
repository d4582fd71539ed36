import { afterAll, beforeAll, expect, test } from "vitest";
import type { Found } from "../contract/search.ts";
import { recordMessage } from "../messages/record.ts";
import type { NewMessageRow } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import { ticketTagTable } from "../tags/table.ts";
import { addTag } from "../tags/tags.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { FOUND_PAGE } from "./search.ts";

const ENCOMENDAS = 1, ATACADO = 3, CARLA = 3;
const NOON = Date.parse("2026-03-10T15:00:00Z"), DAY = 86_400_000;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ours: { id: number; contactId: number }, theirs: typeof ours, tagId: number;
let nth = 0;

beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => {
    ours = aTicket(db, { name: "Inácio Conceição", queueId: ENCOMENDAS, status: "open" });
    theirs = aTicket(db, { name: "Otávia Ramos", queueId: ATACADO, status: "closed", closedAt: 1 });
    tagId = addTag(db, { name: "Festa", color: "#123456" }, 1).id;
    db.insert(ticketTagTable).values({ ticketId: theirs.id, tagId }).run();
  });
  say(ours, "Quero um pão de ló");
  say(ours, "Pão de ló sai amanhã", { fromMe: true, userId: 2, createdAt: NOON + DAY });
  say(theirs, "Dez pães de ló para a festa", { createdAt: NOON + 2 * DAY });
  say(theirs, "Pão taken back", { isDeleted: true });
  say(theirs, "", { kind: "document", createdAt: NOON + DAY }, "Orçamento pão de ló.pdf");
  balcao.aurora.write((db) => {
    const note = (note: string, of: typeof ours | null, userId: number) =>
      db.insert(noteTable).values({
        note,
        contactId: ours.contactId,
        ticketId: of?.id ?? null,
        userId,
        createdAt: NOON,
      }).run();
    note("Alérgico a avelã", ours, 2);
    note("Avelã só no atacado", theirs, CARLA);
    note("Da avelã de um ticket excluído", null, 2);
  });
});
afterAll(async () => await balcao.close());

function say(ticket: typeof ours, body: string, is: Partial<NewMessageRow> = {}, file?: string) {
  balcao.aurora.write((db) =>
    void recordMessage(db, {
      ticketId: ticket.id,
      contactId: ticket.contactId,
      connectionId: 1,
      chat: "x@s.whatsapp.net",
      wid: `S${++nth}`,
      fromMe: false,
      body,
      kind: "text",
      isHistory: true,
      createdAt: NOON,
      ...is,
      media: file
        ? { state: "ready", file: "x", name: file, mimetype: "application/pdf", size: 1, dueAt: null }
        : undefined,
    })
  );
}

async function find(who: string, query: Record<string, string>) {
  const { status, body } = await balcao.as(who)("GET", `/search?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body as { found: Found[]; next: number | null };
}
const ANA = "ana@aurora.test", BRUNO = "bruno@aurora.test";
const texts = ({ found }: { found: Found[] }) =>
  // deno-lint-ignore no-control-regex -- marks what matched
  found.map(({ snippet }) => snippet.replace(/[\u0002\u0003]/g, ""));

test.each([
  ["all words, without accents, newest first", { searchParam: "PAO lo" }, [
    "Pão de ló sai amanhã",
    "Quero um pão de ló",
  ]],
  ["the beginning of a word", { searchParam: "pae" }, ["Dez pães de ló para a festa"]],
  ["the contact's words", { searchParam: "pao", from: "contact" }, ["Quero um pão de ló"]],
  ["the company's", { searchParam: "pao", from: "company" }, ["Pão de ló sai amanhã"]],
  ["one user's", { searchParam: "pao", from: "2" }, ["Pão de ló sai amanhã"]],
  ["another user's", { searchParam: "pao", from: "3" }, []],
  ["a queue's", { searchParam: "lo", queueIds: String(ATACADO) }, ["Dez pães de ló para a festa"]],
  ["from a day on", { searchParam: "lo", since: "2026-03-11" }, [
    "Dez pães de ló para a festa",
    "Pão de ló sai amanhã",
  ]],
  ["up to a day", { searchParam: "lo", until: "2026-03-10" }, ["Quero um pão de ló"]],
  ["one day", { searchParam: "lo", since: "2026-03-11", until: "2026-03-11" }, ["Pão de ló sai amanhã"]],
  ["no words", { searchParam: "?!" }, []],
  ["file names", { searchParam: "orcamento", in: "files" }, ["Orçamento pão de ló.pdf"]],
  ["contacts", { searchParam: "conceicao ina", in: "contacts" }, ["Inácio Conceição"]],
  ["notes", { searchParam: "avela", in: "notes" }, [
    "Da avelã de um ticket excluído",
    "Avelã só no atacado",
    "Alérgico a avelã",
  ]],
  ["one user's notes", { searchParam: "avela", in: "notes", from: "3" }, ["Avelã só no atacado"]],
])("an admin finds %s", async (_, query, expected) => {
  expect(texts(await find(ANA, query as Record<string, string>))).toEqual(expected);
});

test("tags narrow messages, files, notes and contacts", async () => {
  const tags = String(tagId);
  expect(texts(await find(ANA, { searchParam: "lo", tags }))).toEqual(["Dez pães de ló para a festa"]);
  expect(texts(await find(ANA, { searchParam: "avela", in: "notes", tags }))).toEqual(["Avelã só no atacado"]);
  expect(texts(await find(ANA, { searchParam: "pao", in: "files", tags }))).toHaveLength(1);
  expect(texts(await find(ANA, { searchParam: "ot", in: "contacts", tags }))).toEqual(["Otávia Ramos"]);
  expect(texts(await find(ANA, { searchParam: "ina", in: "contacts", tags }))).toEqual([]);
});

test("who serves other queues finds nothing of theirs, and a contact without its ticket", async () => {
  expect(texts(await find(BRUNO, { searchParam: "lo" }))).toEqual(["Pão de ló sai amanhã", "Quero um pão de ló"]);
  expect(texts(await find(BRUNO, { searchParam: "orcamento", in: "files" }))).toEqual([]);
  expect(texts(await find(BRUNO, { searchParam: "avela", in: "notes" }))).toEqual([
    "Da avelã de um ticket excluído",
    "Alérgico a avelã",
  ]);
  expect((await find(BRUNO, { searchParam: "otavia", in: "contacts" })).found).toMatchObject([{ ticket: null }]);
  expect(texts(await find("nina@norte.test", { searchParam: "lo" }))).toEqual([]);
});

test("what is found says where it is, who wrote it, and what matched", async () => {
  const { found: [hit] } = await find(ANA, { searchParam: "ama" });
  expect(hit).toMatchObject({
    snippet: "Pão de ló sai \u0002amanhã\u0003",
    fromMe: true,
    author: "Bruno Tavares",
    ticket: { id: ours.id },
    contact: { name: "Inácio Conceição" },
    messageId: hit!.id,
    at: new Date(NOON + DAY).toISOString(),
  });
});

test("a page goes on where the one before ended", async () => {
  for (let count = 0; count < FOUND_PAGE * 2 + 3; count++) say(ours, `brigadeiro ${count}`);
  const seen: string[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const page: Awaited<ReturnType<typeof find>> = await find(ANA, {
      searchParam: "brigadeiro",
      ...(after ? { after: String(after) } : {}),
    });
    seen.push(...texts(page));
    after = page.next;
  }
  expect(seen).toHaveLength(FOUND_PAGE * 2 + 3);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen[0]).toBe(`brigadeiro ${FOUND_PAGE * 2 + 2}`);
  for (let count = 0; count < FOUND_PAGE + 1; count++) {
    balcao.aurora.write((db) => void aContact(db, { name: `Zé ${count}` }));
  }
  const first = await find(ANA, { searchParam: "ze", in: "contacts" });
  const second = await find(ANA, { searchParam: "ze", in: "contacts", after: String(first.next) });
  expect([first.found.length, second.found.length, second.next]).toEqual([FOUND_PAGE, 1, null]);
});

test.each([
  [{ searchParam: "a", in: "secrets" }, { in: "invalid" }],
  [{ searchParam: "a", since: "2026-02-30" }, { since: "invalid" }],
  [{ searchParam: "a", from: "nobody" }, { from: "invalid" }],
])("%j is refused", async (query, fields) => {
  const { status, body } = await balcao.as(ANA)(
    "GET",
    `/search?${new URLSearchParams(query as Record<string, string>)}`,
  );
  expect([status, body]).toMatchObject([400, { error: "ERR_INVALID_INPUT", fields }]);
});
