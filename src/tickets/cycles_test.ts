import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { contactById } from "../contacts/contacts.ts";
import type { Person } from "../contract/permissions.ts";
import { mergeByHand } from "../merges/merge_contacts.ts";
import { partContacts } from "../merges/part_contacts.ts";
import { removeTicket } from "../messages/remove_ticket.ts";
import { aBalcao, aContact } from "../testing/fixtures.ts";
import { moveTicket } from "./moves.ts";
import { ticketForArrival } from "./open_ticket.ts";
import { cycleTable } from "./table.ts";

const ANA: Person = { id: 1, profile: "admin", super: false, queueIds: [] };
const BRUNO: Person = { id: 2, profile: "user", super: false, queueIds: [1, 2] };
const ENCOMENDAS = 1;
const MINUTE = 60_000;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 * MINUTE }));
afterEach(() => void vi.useRealTimers());

/** A customer's ticket, and what happens to it `minutes` after its beginning. */
function aService() {
  const { aurora } = balcao, start = Date.now();
  const at = (minutes: number) => start + minutes * MINUTE;
  const contactId = aurora.write((db) => aContact(db).id);
  const arrive = (minutes: number) =>
    aurora.write((db) => ticketForArrival(db, contactById(db, contactId)!, 1, at(minutes)).ticket);
  const { id } = arrive(0);
  const move = (wanted: object, minutes: number, person = BRUNO) =>
    aurora.write((db, emit) => moveTicket(db, emit, id, wanted, person, at(minutes)));
  return {
    id,
    contactId,
    arrive,
    accept: (minutes: number, person = BRUNO) => move({ status: "open", userId: person.id }, minutes, person),
    close: (minutes: number, person = BRUNO) => move({ status: "closed", userId: person.id }, minutes, person),
    cycles: () =>
      aurora.read.select().from(cycleTable).where(eq(cycleTable.ticketId, id)).orderBy(asc(cycleTable.id)).all()
        .map(({ begunAt, queuedAt, startedAt, closedAt, ...rest }) => ({
          ...rest,
          times: [begunAt, queuedAt, startedAt, closedAt].map((time) => time && (time - start) / MINUTE),
        })),
  };
}

test("a closed ticket leaves its times, its contact and its place behind", () => {
  const { id, contactId, accept, close, cycles } = aService();
  expect(cycles()).toEqual([]);
  accept(5);
  close(30);
  expect(cycles()).toMatchObject([{
    ticketId: id,
    contactId,
    connectionId: 1,
    queueId: ENCOMENDAS,
    userId: BRUNO.id,
    times: [0, 0, 5, 30],
    rating: null,
    ratingUntil: null,
  }]);
});

test("an administrator who closes it leaves the service to the attendant who had it", () => {
  const { accept, close, cycles } = aService();
  accept(5);
  close(30, ANA);
  expect(cycles()).toMatchObject([{ userId: BRUNO.id }]);
});

test("reopened by hand, the same service goes on until it is closed again", () => {
  const { accept, close, cycles } = aService();
  accept(5);
  close(30);
  accept(40);
  expect(cycles()).toEqual([]);
  close(55);
  expect(cycles()).toMatchObject([{ times: [0, 0, 5, 55] }]);
});

test("a service that the customer has judged is over: reopened, the ticket begins another", () => {
  const { accept, close, cycles } = aService();
  accept(5);
  close(30);
  balcao.aurora.write((db) => void db.update(cycleTable).set({ rating: 3, ratedAt: Date.now() }).run());
  accept(40);
  close(50);
  expect(cycles()).toMatchObject([{ times: [0, 0, 5, 30], rating: 3 }, { times: [40, null, 40, 50], rating: null }]);
});

test("a customer who writes again begins another service, which waits anew", () => {
  const { accept, close, arrive, cycles } = aService();
  accept(5);
  close(30);
  arrive(50);
  expect(cycles()).toHaveLength(1);
  accept(60);
  close(75);
  expect(cycles().map(({ times }) => times)).toEqual([[0, 0, 5, 30], [50, 50, 60, 75]]);
});

test("the services go with their ticket to another contact, and back", () => {
  const { contactId, accept, close, cycles } = aService();
  accept(5);
  close(30);
  const older = balcao.aurora.read.select().from(cycleTable).all()[0]!.contactId;
  const merge = balcao.aurora.write((db, emit) => mergeByHand(db, emit, [older, contactId], ANA.id, Date.now()));
  expect(cycles()).toMatchObject([{ contactId: older }]);
  balcao.aurora.write((db, emit) => void partContacts(db, emit, merge, ANA, Date.now()));
  expect(cycles()).toMatchObject([{ contactId }]);
});

test("they are gone with a ticket that is deleted", async () => {
  const { id, accept, close, cycles } = aService();
  accept(5);
  close(30);
  vi.useRealTimers();
  await removeTicket(balcao.aurora, id);
  expect(cycles()).toEqual([]);
});
