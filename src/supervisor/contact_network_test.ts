import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../contacts/contacts.ts";
import { phoneBookTable } from "../contacts/table.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, type Road } from "../testing/road.ts";

const WAY = { at: "linked" } as const;

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road?.stop());

test("a number that the network does not know makes no contact; one that it knows is kept as the network has it", async () => {
  const ana = road.as("ana"), rui = road.customer({ name: "Rui" });
  const unknown = await ana("POST", "/contacts", { name: "Ninguém", number: "5511912345678" });
  expect(unknown).toMatchObject({
    status: 422,
    body: { error: "ERR_WAPP_INVALID_CONTACT", fields: { number: "invalid" } },
  });
  const { body } = await ana("POST", "/contacts", { name: "Rui", number: rui.number });
  expect(body).toMatchObject({ name: "Rui", number: rui.number });
  expect(addressOf(road.aurora.read, body.id, WAY).jid).toBe(rui.jid);
  const other = await ana("PUT", `/contacts/${body.id}`, { name: "Rui", number: "5511912345678" });
  expect(other.body.error).toBe("ERR_WAPP_INVALID_CONTACT");
  // What is not about the number needs no network.
  expect((await ana("PUT", `/contacts/${body.id}`, { name: "Rui Paz", number: rui.number })).body.name).toBe("Rui Paz");
});

test("whom the linked phone knows become contacts when they are imported, and keep the name they have here", async () => {
  const bruno = road.as("bruno"), tia = road.customer({ name: "n1" }), tio = road.customer({ name: "n2" });
  const book = () => road.aurora.read.select().from(phoneBookTable).all().map(({ name }) => name);
  await bruno("POST", "/contacts", { name: "Tio Beto", number: tio.number });
  await road.owner.saveContact(tia.number, "Tia Neide");
  await road.owner.saveContact(tio.number, "Roberto");
  await until(() => book().length === 2);
  const names = async () =>
    (await bruno("GET", "/contacts/list")).body.map(({ name }: { name: string }) => name).filter((name: string) =>
      /^T|Rob/.test(name)
    );
  expect(await names()).toEqual(["Tio Beto"]);
  expect((await bruno("POST", "/contacts/import")).body).toEqual({ added: 1, known: 1 });
  expect(await names()).toEqual(["Tia Neide", "Tio Beto"]);
  expect((await bruno("POST", "/contacts/import")).body).toEqual({ added: 0, known: 2 });
  expect((await road.as("nina")("POST", "/contacts/import")).body).toEqual({ added: 0, known: 0 });
  await road.owner.saveContact(tia.number, "Neide");
  await until(() => book().includes("Neide"));
});
