import { afterAll, beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { rememberContact } from "../contacts/remember.ts";
import { aList, noPauses } from "../testing/campaigns.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { campaignRow } from "./campaigns.ts";
import { fill } from "./fill.ts";
import { recipientTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => noPauses(db));
});
afterAll(async () => await balcao.close());
const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const add = (form: object) => ana("POST", "/campaigns", { name: "Natal", message1: "Oi {nome}", ...form });

test("recipients are found without accents, by all words or by their digits, and exported as they are found", async () => {
  const { aurora } = balcao;
  const people = [
    { name: "João da Conceição", number: "5511966660001" },
    { name: "JOAO Pereira", number: "5511966660002" },
    { name: "Ana Müller", number: "5511966661234" },
  ];
  const { body: { id } } = await add({ contactListId: aurora.write((db) => aList(db, people)) });
  await ana("POST", `/campaigns/${id}/start`);
  aurora.write((db) => {
    fill(db, campaignRow(db, id), Date.now());
    db.update(recipientTable).set({ variant: 2, state: "sent" }).where(eq(recipientTable.number, people[1]!.number))
      .run();
  });
  type Named = { name: string };
  const found = async (query: string, way = "recipients") =>
    (await ana("GET", `/campaigns/${id}/${way}?${query}`)).body.records.map(({ name }: Named) => name).toSorted();
  for (const way of ["recipients", "export"]) {
    expect(await found("searchParam=joao", way)).toEqual(["JOAO Pereira", "João da Conceição"]);
    expect(await found("searchParam=conceicao joão", way)).toEqual(["João da Conceição"]);
    expect(await found("searchParam=muller", way)).toEqual(["Ana Müller"]);
    expect(await found(`searchParam=${encodeURIComponent("(11) 96666-1234")}`, way)).toEqual(["Ana Müller"]);
    expect(await found("searchParam=joao&filter=sent", way)).toEqual(["JOAO Pereira"]);
    expect(await found("variant=2", way)).toEqual(["JOAO Pereira"]);
    expect(await found("variant=3", way)).toEqual([]);
    expect(await found("searchParam=%25", way)).toEqual([]);
  }
  await ana("POST", `/campaigns/${id}/cancel`);
  // Those of an audience, who are on no list, likewise.
  const queueId = 3;
  aurora.write((db) => {
    const { contact } = rememberContact(db, { jid: "", phone: "5511966669999" }, "Estêvão Araújo", Date.now());
    aTicket(db, { contactId: contact.id, status: "closed", closedAt: 1, queueId });
  });
  const { body: other } = await add({ audience: { queueIds: [queueId] } });
  await ana("POST", `/campaigns/${other.id}/start`);
  aurora.write((db) => fill(db, campaignRow(db, other.id), Date.now()));
  const { body } = await ana("GET", `/campaigns/${other.id}/recipients?searchParam=estevao araujo`);
  expect(body.records).toMatchObject([{ name: "Estêvão Araújo" }]);
  await ana("POST", `/campaigns/${other.id}/cancel`);
});
