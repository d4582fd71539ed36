import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListImport, ListImportRow } from "../contract/contact_lists.ts";
import { noPauses } from "../testing/campaigns.ts";
import { aBalcao, until } from "../testing/fixtures.ts";
import { aBomb, aSheet } from "../testing/sheets.ts";
import { endInterrupted, stopImports } from "./imports.ts";
import { lookAt } from "./look.ts";
import { listImportTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let listId: number;
beforeAll(async () => {
  balcao = await aBalcao();
  for (const company of [balcao.aurora, balcao.norte]) company.write((db) => noPauses(db));
});
afterAll(async () => await balcao.close());
beforeEach(async () => {
  listId = (await ana("POST", "/contact-lists", { name: `Lista ${Math.random()}`.slice(0, 30) })).body.id;
});

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const nina = (method: string, path: string, body?: unknown) => balcao.as("nina@norte.test")(method, path, body);

const HEAD = ["nome", "numero", "email", "cidade"];
const phone = (nth: number) => String(5511900000000 + nth);
const people = (count: number) =>
  Array.from({ length: count }, (_, nth) => [`Cliente ${nth}`, phone(nth), `c${nth}@x.test`, "Recife"]);

/** Text as Excel for Windows writes it. */
const TEXT = Uint8Array.from("nome;numero\r\nJoão Ação;11987650001\r\n", (char) => char.charCodeAt(0));

function formOf(bytes: Uint8Array<ArrayBuffer>, name = "clientes.xlsx", type = "application/octet-stream"): FormData {
  const form = new FormData();
  form.append("file", new File([bytes], name, { type }));
  return form;
}

const upload = async (bytes: Uint8Array<ArrayBuffer>, name?: string) =>
  await ana("POST", `/contact-lists/${listId}/upload`, formOf(bytes, name));

async function ended(id: number): Promise<ListImport> {
  return await until(async () => {
    const all: ListImport[] = (await ana("GET", `/contact-lists/${listId}/imports`)).body;
    return all.find((each) => each.id === id && each.endedAt);
  });
}

async function imported(bytes: Uint8Array<ArrayBuffer>, name?: string): Promise<ListImport> {
  const { body, status } = await upload(bytes, name);
  expect({ status, body }).toMatchObject({ status: 200 });
  return await ended(body.id);
}

const rowsOf = async (id: number, query = ""): Promise<ListImportRow[]> =>
  (await ana("GET", `/contact-list-imports/${id}/rows?${query}`)).body.rows;
const items = async () => (await ana("GET", `/contact-list-items?contactListId=${listId}`)).body;

describe("a sheet", () => {
  test("is answered at once, stored in the background, reported line by line, and deleted", async () => {
    const seen = balcao.listenAs(balcao.aurora, "Ana");
    const { body: begun } = await upload(aSheet([
      HEAD,
      ["Ana", "11 98765-0001", "ana@x.test", "Recife"],
      ["Bia", "5.51199E+12", "", "Natal"],
      ["Caio", "5511987650001", "", ""],
      ["", "5511987650002", "", ""],
    ]));
    expect(begun).toMatchObject({ state: "reading", contactListId: listId, fileName: "clientes.xlsx", endedAt: null });
    const done = await ended(begun.id);
    expect(done).toMatchObject({
      state: "done",
      failure: null,
      rowsRead: 4,
      created: 1,
      updated: 0,
      same: 0,
      refused: 3,
    });
    expect(done.found).toEqual({ name: "nome", number: "numero", email: "email", further: ["cidade"] });
    expect(await rowsOf(begun.id)).toEqual([
      { line: 3, outcome: "refused", name: "Bia", number: "5.51199E+12", reason: "rounded", detail: null },
      { line: 4, outcome: "refused", name: "Caio", number: "5511987650001", reason: "repeated", detail: "2" },
      { line: 5, outcome: "refused", name: "", number: "5511987650002", reason: "no_name", detail: null },
    ]);
    expect((await items()).contacts).toMatchObject([{
      ...{ name: "Ana", number: "5511987650001", email: "ana@x.test", columns: { cidade: "Recife" } },
    }]);
    const events = seen.filter(({ name }) => ["contactListImport", "ContactListItem", "ContactList"].includes(name));
    expect(events.at(0)).toMatchObject({ name: "contactListImport", payload: { record: { state: "reading" } } });
    expect(events.slice(-3)).toMatchObject([
      { name: "contactListImport", payload: { record: { state: "done" } } },
      { name: "ContactListItem", payload: { action: "reload", contactListId: listId } },
      { name: "ContactList", payload: { action: "update", record: { id: listId, contactsCount: 1 } } },
    ]);
    await expect.poll(() => [...Deno.readDirSync(`${balcao.aurora.folder}/imports`)]).toEqual([]);
  });

  test("that comes twice changes nothing more; one that says otherwise changes who is there", async () => {
    await imported(aSheet([HEAD, ...people(3)]));
    expect((await ana("GET", `/contact-lists/${listId}`)).body.contactsCount).toBe(3);
    expect(await imported(aSheet([HEAD, ...people(3)]))).toMatchObject({ created: 0, same: 3 });
    const changed = people(3).map(([name, ...rest], nth) => [nth === 1 ? "Outro nome" : name, ...rest]);
    const { id, ...third } = await imported(aSheet([HEAD, ...changed]));
    expect(third).toMatchObject({ created: 0, updated: 1, same: 2, refused: 0 });
    expect(await rowsOf(id, "outcome=updated")).toMatchObject([{ line: 3, outcome: "updated", name: "Outro nome" }]);
  });

  test.each(["clientes.csv", "clientes.xls"])(
    "called %s of text in Windows' letters is read to the letter",
    async (name) => {
      expect(await imported(TEXT, name)).toMatchObject({ state: "done", created: 1 });
      expect((await items()).contacts).toMatchObject([{ name: "João Ação", number: "5511987650001" }]);
    },
  );

  test.each(["clientes.xlsx", "Clientes.XLSM", "clientes.ods"])(
    "called %s is refused before it is an import when it is text",
    async (name) => {
      expect((await upload(TEXT, name)).body.error).toBe("ERR_SHEET_UNREADABLE");
      expect((await ana("GET", `/contact-lists/${listId}/imports`)).body).toEqual([]);
    },
  );

  test("with macros gives its people and nothing else", async () => {
    const bytes = aSheet([HEAD, ...people(2)], { kind: "xlsm" });
    expect(await imported(bytes, "clientes.xlsm")).toMatchObject({ state: "done", created: 2 });
  });

  test.each([
    ["no sheet", new TextEncoder().encode("MZ\0\0\0"), "ERR_SHEET_UNREADABLE", "clientes.csv"],
    ["empty", aSheet([]), "ERR_SHEET_EMPTY", "clientes.xlsx"],
    ["without a byte", new Uint8Array(), "ERR_SHEET_EMPTY", "clientes.xlsx"],
    ["a zip bomb", aBomb(300 * 1024 * 1024), "ERR_SHEET_TOO_LARGE", "clientes.xlsx"],
  ])("that is %s fails, and says why", async (_, bytes, failure, name) => {
    const done = await imported(bytes as Uint8Array<ArrayBuffer>, name);
    expect(done).toMatchObject({ state: "failed", failure, rowsRead: 0 });
  });

  test("whose directory lies about its size harms nobody", async () => {
    expect(await imported(aBomb(900 * 1024 * 1024, 1000))).toMatchObject({ state: "failed", created: 0 });
    expect((await upload(aSheet([HEAD, ...people(1)]))).status).toBe(200);
  });

  test("that is too large, missing or a picture is refused before it is an import", async () => {
    const large = await ana("POST", `/contact-lists/${listId}/upload`, formOf(new Uint8Array(21 * 1024 * 1024)));
    expect(large).toMatchObject({ status: 413, body: { error: "ERR_FILE_TOO_LARGE" } });
    const form = new FormData();
    form.append("x", "y");
    expect((await ana("POST", `/contact-lists/${listId}/upload`, form)).body.fields).toEqual({ file: "required" });
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);
    expect((await upload(png)).body.error).toBe("ERR_FILE_TYPE");
    expect((await ana("GET", `/contact-lists/${listId}/imports`)).body).toEqual([]);
  });

  test("waits for none: a second one for the same list is refused while the first is under way", async () => {
    const first = await upload(aSheet([HEAD, ...people(2000)]));
    expect((await upload(aSheet([HEAD]))).body.error).toBe("ERR_IMPORT_RUNNING");
    expect((await ana("POST", `/contact-list-imports/${first.body.id}/undo`)).body.error).toBe("ERR_IMPORT_RUNNING");
    expect(await ended(first.body.id)).toMatchObject({ state: "done", created: 2000 });
  });

  test("goes on into nothing when its list is deleted meanwhile", async () => {
    await upload(aSheet([HEAD, ...people(5000)]));
    await ana("DELETE", `/contact-lists/${listId}`);
    await stopImports();
    expect((await ana("GET", `/contact-lists/${listId}`)).status).toBe(404);
    expect(balcao.aurora.read.select().from(listImportTable).all().filter((each) => each.listId === listId)).toEqual(
      [],
    );
  });
});

describe("the columns of a sheet", () => {
  const rows = [["Empresa", "Contato", "Celular", "Senha"], ["Loja Sol", "Ana Lima", "11987650001", "segredo"]];
  const look = (bytes: Uint8Array<ArrayBuffer>, name?: string) =>
    ana("POST", `/contact-lists/${listId}/upload/columns`, formOf(bytes, name));
  const uploadWith = (columns: unknown) => {
    const form = formOf(aSheet(rows));
    form.append("columns", JSON.stringify(columns));
    return ana("POST", `/contact-lists/${listId}/upload`, form);
  };

  test("are shown before it is imported, nothing of it is kept, and it is read as a person has said", async () => {
    const { body } = await look(aSheet(rows));
    expect(body).toMatchObject({ hasHead: true, rows: 1, guessed: { name: 1, number: 2, email: null } });
    expect(body.columns[3]).toEqual({ title: "Senha", letter: "D", samples: ["segredo"] });
    expect((await ana("GET", `/contact-lists/${listId}/imports`)).body).toEqual([]);
    const { body: begun } = await uploadWith({ name: 0, number: 2, email: null, leftOut: [3] });
    const done = await ended(begun.id);
    expect(done).toMatchObject({ state: "done", created: 1 });
    expect(done.found).toEqual({ name: "Empresa", number: "Celular", email: null, further: ["Contato"] });
    const { contacts } = await items();
    expect(contacts).toMatchObject([{ name: "Loja Sol", columns: { Contato: "Ana Lima" } }]);
    expect(JSON.stringify(contacts)).not.toContain("segredo");
  });

  test("cannot be two things at once, nor lie beyond the sheet", async () => {
    for (
      const wrong of [
        { name: 1, number: 1, email: null, leftOut: [] },
        { name: 1, number: 2, email: 2, leftOut: [] },
        { name: 1, number: 60, email: null, leftOut: [] },
        { name: 1, number: null, email: null, leftOut: [] },
      ]
    ) {
      expect((await uploadWith(wrong)).body.error, JSON.stringify(wrong)).toBe("ERR_INVALID_INPUT");
    }
  });

  test("of what is no sheet are not shown, and it says why", async () => {
    expect((await look(aSheet([]))).body.error).toBe("ERR_SHEET_EMPTY");
    expect((await look(new TextEncoder().encode("MZ\0\0"), "clientes.csv")).body.error).toBe("ERR_SHEET_UNREADABLE");
    expect((await look(TEXT, "clientes.xlsx")).body.error).toBe("ERR_SHEET_UNREADABLE");
    expect((await look(TEXT, "clientes.xls")).body.rows).toBe(1);
    expect((await look(aBomb(300 * 1024 * 1024))).body.error).toBe("ERR_SHEET_TOO_LARGE");
    expect((await nina("POST", `/contact-lists/${listId}/upload/columns`, formOf(aSheet(rows)))).status).toBe(404);
    const { body } = await balcao.as("bruno@aurora.test")("POST", `/contact-lists/${listId}/upload/columns`);
    expect(body.error).toBe("ERR_NO_PERMISSION");
  });

  test("of several sheets are looked at one after the other, and not at all once the process stops", async () => {
    const all = await Promise.all([look(aSheet(rows)), look(aSheet([])), look(aSheet(rows))]);
    expect(all.map(({ body }) => body.rows ?? body.error)).toEqual([1, "ERR_SHEET_EMPTY", 1]);
    const late = lookAt(balcao.aurora, "/nowhere");
    await stopImports();
    await expect(late).rejects.toMatchObject({ code: "ERR_IMPORT_INTERRUPTED" });
  });
});

describe("large sheets", () => {
  test("50,000 rows are stored, and taken back again", async () => {
    const bytes = aSheet([HEAD, ...people(50_000)]);
    const { body } = await upload(bytes);
    const done = await ended(body.id);
    expect(done).toMatchObject({ state: "done", created: 50_000, refused: 0 });
    const { body: undone } = await ana("POST", `/contact-list-imports/${body.id}/undo`);
    expect(undone.state).toBe("undone");
    expect((await items()).count).toBe(0);
  });

  test("200,000 rows are refused, and none of them is stored", async () => {
    const csv = ["nome;numero", ...Array.from({ length: 200_000 }, (_, nth) => `Cliente ${nth};${phone(nth)}`)];
    const failed = await imported(new TextEncoder().encode(csv.join("\r\n")), "clientes.csv");
    expect(failed).toMatchObject({ state: "failed", failure: "ERR_SHEET_TOO_LARGE", created: 0 });
    expect((await items()).count).toBe(0);
  });
});

describe("taking an import back", () => {
  test("removes whom it made and restores whom it changed, but for what was changed since", async () => {
    await imported(aSheet([HEAD, ...people(2)]));
    const second = await imported(aSheet([
      HEAD,
      ["Mudou zero", phone(0), "novo@x.test", "Natal"],
      ["Mudou um", phone(1), "", ""],
      ["Novo dois", phone(2), "", ""],
      ["Novo três", phone(3), "", ""],
    ]));
    expect(second).toMatchObject({ created: 2, updated: 2 });
    const { contacts } = await items();
    const of = (nth: number) => contacts.find(({ number }: { number: string }) => number === phone(nth));
    for (const nth of [1, 3]) {
      const { id, number } = of(nth);
      const change = { contactListId: listId, name: `À mão ${nth}`, number };
      expect((await ana("PUT", `/contact-list-items/${id}`, change)).status).toBe(200);
    }
    const { body } = await ana("POST", `/contact-list-imports/${second.id}/undo`);
    expect(body).toMatchObject({ state: "undone" });
    expect((await items()).contacts.map(({ name }: { name: string }) => name)).toEqual([
      "À mão 1",
      "À mão 3",
      "Cliente 0",
    ]);
    expect((await items()).contacts.at(-1)).toMatchObject({ email: "c0@x.test", columns: { cidade: "Recife" } });
    expect((await ana("POST", `/contact-list-imports/${second.id}/undo`)).body).toMatchObject({ state: "undone" });
  });
});

test("an import that the process died in has failed, its sheet is gone, and it can be taken back and repeated", async () => {
  const { id } = await imported(aSheet([HEAD, ...people(3)]));
  // Until then it counts as begun by this process.
  await stopImports();
  balcao.aurora.write((db) => void db.update(listImportTable).set({ state: "running", endedAt: null }).run());
  Deno.writeTextFileSync(`${balcao.aurora.folder}/imports/${id}`, "left behind");
  endInterrupted([balcao.aurora, balcao.norte]);
  expect(await ended(id)).toMatchObject({ state: "failed", failure: "ERR_IMPORT_INTERRUPTED" });
  expect(() => Deno.statSync(`${balcao.aurora.folder}/imports`)).toThrow();
  expect((await ana("POST", `/contact-list-imports/${id}/undo`)).body.state).toBe("undone");
  expect(await imported(aSheet([HEAD, ...people(3)]))).toMatchObject({ state: "done", created: 3 });
});

test("stopping ends what is under way, and says so", async () => {
  const { body } = await upload(aSheet([HEAD, ...people(20_000)]));
  await stopImports();
  expect(await ended(body.id)).toMatchObject({ state: "failed", failure: "ERR_IMPORT_INTERRUPTED" });
});

test("another company's lists and imports are not there", async () => {
  const { id } = await imported(aSheet([HEAD, ...people(1)]));
  // Norte has lists of its own numbers; what is asked for lies beyond them.
  const far = listId + 1000;
  expect((await nina("POST", `/contact-lists/${listId}/upload`, formOf(aSheet([HEAD])))).status).toBe(404);
  expect((await nina("GET", `/contact-lists/${far}/imports`)).status).toBe(404);
  expect((await nina("GET", `/contact-list-imports/${id}/rows`)).body.error).toBe("ERR_NO_IMPORT_FOUND");
  expect((await nina("POST", `/contact-list-imports/${id}/undo`)).body.error).toBe("ERR_NO_IMPORT_FOUND");
});

test("attendants have no imports", async () => {
  const attendant = (method: string, path: string, body?: unknown) =>
    balcao.as("bruno@aurora.test")(method, path, body);
  expect((await attendant("GET", `/contact-lists/${listId}/imports`)).body.error).toBe("ERR_NO_PERMISSION");
});
