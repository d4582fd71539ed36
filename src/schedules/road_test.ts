import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionById } from "../connections/connections.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, type Road } from "../testing/road.ts";

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());

const soon = (ms = 1500) => new Date(Date.now() + ms).toISOString();

async function someoneKnown() {
  const joana = road.customer();
  joana.write(road.owner.number, "Olá");
  const list = () => road.as("ana")("GET", "/tickets?status=pending&showAll=true");
  const isHers = ({ contact }: { contact: { number: string } }) => contact.number === joana.number;
  const ticket = await until(async () => (await list()).body.tickets.find(isHers));
  return { joana, contactId: ticket.contactId };
}

async function schedule(contactId: number, body: string, sendAt: string) {
  return (await road.as("bruno")("POST", "/schedules", { contactId, body, sendAt })).body;
}

const look = async (id: number) => (await road.as("bruno")("GET", `/schedules/${id}`)).body;

test("a scheduled message leaves at its time and is then sent", async () => {
  const { joana, contactId } = await someoneKnown();
  const { id } = await schedule(contactId, "Sua encomenda está pronta", soon());
  const arrived = await joana.waitFor(({ text }) => text === "Sua encomenda está pronta");
  expect(arrived.duplicates).toBe(0);
  await until(async () => (await look(id)).status === "ENVIADA");
  expect(Math.abs(new Date((await look(id)).sentAt).getTime() - Date.now())).toBeLessThan(10_000);
});

test("while the connection is down it waits, and says so; then it leaves, once", async () => {
  const { joana, contactId } = await someoneKnown();
  const { id: connectionId } = connectionById(road.aurora.read, road.connectionId)!;
  road.simulator.network.failLogins(road.owner.number, { reason: 503, count: 2 });
  road.simulator.network.close(road.owner.number, "drop");
  await until(() => connectionById(road.aurora.read, connectionId)!.status !== "CONNECTED");
  const { id } = await schedule(contactId, "Passe aqui amanhã", soon(500));
  await until(async () => (await look(id)).isTaken);
  expect(await look(id)).toMatchObject({ status: "PENDENTE", sentAt: null });
  await joana.waitFor(({ text }) => text === "Passe aqui amanhã");
  await until(async () => (await look(id)).status === "ENVIADA");
  expect(joana.received.filter(({ text }) => text === "Passe aqui amanhã")).toHaveLength(1);
});
