import { afterEach, beforeEach, expect, test } from "vitest";
import { contactTable } from "../contacts/table.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { aWidget, type Widget } from "../testing/webchat.ts";
import { LARGEST_FILE_OF_VISITOR } from "../shared/limits.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let site: Widget;
beforeEach(async () => {
  balcao = await aBalcao();
  site = await aWidget(balcao);
});
afterEach(async () => await balcao.close());

test("a visitor who floods is told to wait, and nobody else is", async () => {
  const visitor = await site.begin(), other = await site.begin();
  const answers = [];
  for (let nth = 0; nth < 25; nth++) answers.push(await site.write(visitor, `${nth}`));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]!.body).toMatchObject({ error: "ERR_TOO_MANY_REQUESTS", detail: { seconds: expect.any(Number) } });
  expect(refused[0]!.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await site.read(visitor)).toHaveLength(20);
  expect((await site.write(other, "Eu só uma vez")).status).toBe(200);
  const ana = balcao.as("ana@aurora.test");
  expect((await ana("GET", "/tickets?status=pending&showAll=true")).status).toBe(200);
});

test("a visitor who reacts without end is told to wait, and may still write", async () => {
  const visitor = await site.begin();
  const { id } = (await site.write(visitor, "Oi")).body;
  const statuses = [];
  for (let nth = 0; nth < 25; nth++) {
    const reaction = { id, emoji: nth % 2 ? "" : "👍" };
    statuses.push((await site.ask("POST", "/reactions", reaction, visitor)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await site.write(visitor, "Ainda aqui")).status).toBe(200);
});

function send(visitor: string, bytes: number) {
  const form = new FormData();
  form.append("localId", crypto.randomUUID());
  form.append("medias", new File([new Uint8Array(bytes)], "pedido.bin"));
  return site.ask("POST", "/messages", form, visitor);
}

test("a visitor's file may be as large as is usual, and leaves nothing behind where it is larger", async () => {
  const visitor = await site.begin();
  const refused = await send(visitor, LARGEST_FILE_OF_VISITOR + 1);
  expect(refused).toMatchObject({ status: 413, body: { error: "ERR_FILE_TOO_LARGE" } });
  expect(await site.read(visitor)).toEqual([]);
  const kept = [...Deno.readDirSync(`${balcao.aurora.folder}/media`)].filter(({ isFile }) => isFile);
  expect(kept).toEqual([]);
  expect((await send(visitor, LARGEST_FILE_OF_VISITOR - 1)).status).toBe(200);
});

test("an address from which one visitor after the other sends files is stopped", async () => {
  const statuses = [];
  for (let nth = 0; nth < 7; nth++) {
    const visitor = await site.begin();
    for (let file = 0; file < 9; file++) statuses.push((await send(visitor, 10)).status);
  }
  expect(statuses.indexOf(429)).toBe(60);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
});

test("an address that begins one chat after the other is stopped, and leaves no contact behind", async () => {
  const contacts = () => balcao.aurora.read.select().from(contactTable).all().length;
  const before = contacts(), statuses = [];
  for (let nth = 0; nth < 22; nth++) statuses.push((await site.ask("POST", "/visitors", {})).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(contacts()).toBe(before);
});

test("an address that tries secrets is stopped, also with a right one", async () => {
  const visitor = await site.begin(), [id] = visitor.split(".");
  for (let nth = 0; nth < 30; nth++) {
    expect((await site.ask("GET", "/messages", undefined, `${id}.guess${nth}`)).status).toBe(401);
  }
  expect((await site.ask("GET", "/messages", undefined, visitor)).status).toBe(429);
});
