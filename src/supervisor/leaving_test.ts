import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { connectionRows } from "../connections/connections.ts";
import { rememberContact } from "../contacts/remember.ts";
import { messageTable } from "../messages/table.ts";
import { sendMessage } from "../outbox/compose.ts";
import { outboxTable } from "../outbox/table.ts";
import { aTicket, until } from "../testing/fixtures.ts";
import { aRoad, aTalk, AURORA_PHONE, type Road } from "../testing/road.ts";

const ANA = { id: 1, profile: "admin" as const, super: false, queueIds: [] };

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());
afterEach(() => road.simulator.network.hold(AURORA_PHONE, false));

const status = () => connectionRows(road.aurora.read)[0]!.status;
const outbox = () => road.aurora.read.select().from(outboxTable).all();
const restart = () => road.server.supervisor.start(road.aurora, road.connectionId);

/** Writes to people who have never written, all in one moment. */
function writeTo(numbers: string[], body: string): number[] {
  const tickets = road.aurora.write((db) =>
    numbers.map((phone) => {
      const { contact } = rememberContact(db, { jid: `${phone}@s.whatsapp.net`, phone }, "", Date.now());
      return aTicket(db, { contactId: contact.id, status: "open", userId: 1 }).id;
    })
  );
  return tickets.map((id) => sendMessage(road.aurora, id, { body }, [], ANA)[0]!.id);
}

test(
  "a crowd of strangers is written to, whoever of them is gone, and though the line breaks while they are asked for",
  async () => {
    const crowd = Array.from({ length: 40 }, () => road.customer());
    const numbers = crowd.map(({ number }) => number);
    numbers.splice(20, 0, "5511900009999");
    const session = road.server.supervisor.sessionOf(road.aurora, road.connectionId), ask = session.prefetchDevices;
    const asking = vi.spyOn(session, "prefetchDevices").mockImplementationOnce((jids) => {
      const answered = ask.call(session, jids);
      road.simulator.network.close(AURORA_PHONE, "drop");
      return answered;
    });
    writeTo(numbers, "Promoção");
    await Promise.all(crowd.map((phone) => phone.waitFor(({ text }) => text === "Promoção")));
    await until(() => outbox().length === 0);
    expect(crowd.map(({ received }) => received.length)).toEqual(crowd.map(() => 1));
    expect(status()).toBe("CONNECTED");
    expect(asking.mock.calls[0]![0].length).toBeGreaterThan(1);
  },
);

test("a phone that cannot read a message gets it once more, also from a session that was started since", async () => {
  const { joana, say } = await aTalk(road);
  road.simulator.network.hold(AURORA_PHONE, true);
  const { id } = await say("estragada");
  await until(() => outbox().length === 0);
  await restart();
  await until(() => status() === "CONNECTED");
  road.simulator.network.corruptNext(joana.number, 1);
  road.simulator.network.hold(AURORA_PHONE, false);
  expect(await joana.waitFor(({ text }) => text === "estragada")).toMatchObject({ duplicates: 0 });
  await until(() => road.aurora.read.select().from(messageTable).where(eq(messageTable.id, id)).all()[0]!.ack >= 2);
});

test("messages that are under way while the connection is started anew arrive, each once and in order", async () => {
  const { joana, say } = await aTalk(road);
  const bodies = Array.from({ length: 30 }, (_, nth) => `linha ${nth}`);
  for (const [nth, body] of bodies.entries()) {
    await say(body);
    if (nth % 10 === 5) void restart();
  }
  await until(() => joana.received.length === bodies.length);
  expect(joana.received.map(({ text }) => text)).toEqual(bodies);
  await until(() => outbox().length === 0);
  joana.write(AURORA_PHONE, "Ouvi tudo");
  await until(() => road.aurora.read.select().from(messageTable).all().some(({ body }) => body === "Ouvi tudo"));
});

test("a message to the company's own number leaves", async () => {
  writeTo([AURORA_PHONE], "Nota para nós");
  await until(() => road.owner.sent.find(({ text }) => text === "Nota para nós"));
  await until(() => outbox().length === 0);
});

test("a group of strangers hears what is written to it, also who cannot read it at first", async () => {
  const { network } = road.simulator;
  const [bia, rui, leo] = [road.customer({ name: "Bia" }), road.customer({ name: "Rui" }), road.customer()];
  const { id: group } = network.addGroup({
    subject: "Festa",
    creator: bia.number,
    members: [rui.number, leo.number, AURORA_PHONE],
  });
  const ticketId = road.aurora.write((db) => {
    const { contact } = rememberContact(db, { jid: group, group: group.split("@")[0] }, "Festa", Date.now());
    return aTicket(db, { contactId: contact.id, status: "open", userId: 1 }).id;
  });
  network.corruptNext(rui.number, 1);
  for (const body of ["Começa às 19h", "Tragam agasalho"]) sendMessage(road.aurora, ticketId, { body }, [], ANA);
  for (const phone of [bia, rui, leo]) {
    for (const body of ["Começa às 19h", "Tragam agasalho"]) await phone.waitFor(({ text }) => text === body);
  }
  await until(() => outbox().length === 0);
});

test("two companies' lines write to one stranger at the same moment, and each is read in order", async () => {
  const garage = road.simulator.network.addPhone({ name: "Oficina Norte", number: "551144445555" });
  const { body: { id: connectionId } } = await road.as("nina")("POST", "/whatsapp", { name: "Oficina" });
  await garage.scan(await until(() => road.server.supervisor.liveOf(road.norte, connectionId).qrcode));
  await until(() => connectionRows(road.norte.read)[0]!.status === "CONNECTED");
  const bia = road.customer({ name: "Bia" }), bodies = Array.from({ length: 15 }, (_, nth) => `linha ${nth}`);
  for (const [company, connection] of [[road.aurora, road.connectionId], [road.norte, connectionId]] as const) {
    const ticketId = company.write((db) => {
      const { contact } = rememberContact(db, { jid: bia.jid, phone: bia.number }, "Bia", Date.now());
      return aTicket(db, { contactId: contact.id, connectionId: connection, queueId: null, status: "open", userId: 1 })
        .id;
    });
    for (const body of bodies) sendMessage(company, ticketId, { body }, [], ANA);
  }
  await until(() => bia.received.length === 2 * bodies.length);
  for (const number of [AURORA_PHONE, garage.number]) {
    expect(bia.received.filter(({ chat }) => chat === number).map(({ text }) => text)).toEqual(bodies);
  }
});
