import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ClientFrame, Viewer } from "../contract/events.ts";
import type { Company } from "../platform/company.ts";
import type { Session } from "../platform/session.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import { Presence } from "./presence.ts";

const ENCOMENDAS = 1, ENTREGAS = 2;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let presence: Presence;
beforeEach(async () => {
  balcao = await aBalcao();
  presence = new Presence(balcao.supervisor);
});
afterEach(async () => {
  vi.useRealTimers();
  await balcao.close();
});

/** An open screen of somebody. */
function screenOf(company: Company, name: string) {
  const { id, name: whole, profile } = company.read.select().from(userTable).all().find((user) =>
    user.name.startsWith(name)
  )!;
  const queueIds = queuesOfUser(company.read, id).map((queue) => queue.id);
  const session: Session = {
    id: crypto.randomUUID(),
    company,
    person: { id, name: whole, profile, super: false, queueIds },
    isOverdue: false,
    demandsFactor: false,
    owesFactor: false,
    hasCampaigns: false,
  };
  const screen = {};
  return {
    say: (frame: ClientFrame) => presence.said(session, frame, screen),
    close: () => presence.left(screen),
  };
}

/** What somebody hears of who is there, as "name" or "name types". */
function ears(name: string, company = balcao.aurora) {
  const emitted = balcao.listenAs(company, name);
  return () =>
    emitted.filter((one) => one.name === "presence").map(({ payload }) =>
      (payload as { people: Viewer[] }).people.map((one) => `${one.name.split(" ")[0]}${one.typing ? " types" : ""}`)
        .join(", ")
    );
}

const ticket = (queueId = ENTREGAS) =>
  balcao.aurora.write((db) => aTicket(db, { queueId, status: "open", userId: 2 }).id);

test("colleagues hear who looks at a ticket, who types there and who has left", () => {
  const ticketId = ticket();
  const carla = ears("Carla");
  const [ana, bruno] = [screenOf(balcao.aurora, "Ana"), screenOf(balcao.aurora, "Bruno")];
  ana.say({ say: "joinChatBox", ticketId });
  bruno.say({ say: "joinChatBox", ticketId });
  bruno.say({ say: "typing", ticketId, typing: true });
  bruno.say({ say: "typing", ticketId, typing: true });
  bruno.say({ say: "typing", ticketId, typing: false });
  ana.say({ say: "leaveChatBox", ticketId });
  bruno.close();
  expect(carla()).toEqual(["Ana", "Ana, Bruno", "Ana, Bruno types", "Ana, Bruno", "Bruno", ""]);
});

test("who opens another ticket has left the first, and a second screen counts its person once", () => {
  const [first, second] = [ticket(), ticket()];
  const carla = ears("Carla");
  const [desk, phone] = [screenOf(balcao.aurora, "Ana"), screenOf(balcao.aurora, "Ana")];
  desk.say({ say: "joinChatBox", ticketId: first });
  phone.say({ say: "joinChatBox", ticketId: first });
  desk.say({ say: "joinChatBox", ticketId: second });
  phone.close();
  expect(carla()).toEqual(["Ana", "Ana", "Ana", "Ana", ""]);
});

test("the company is online for a customer while their attendant looks, and for nobody else's look", () => {
  vi.useFakeTimers();
  const attended: (string | null)[] = [];
  const supervisor = { find: () => ({ attend: (jid: string | null) => attended.push(jid && "joana") }) };
  presence = new Presence(supervisor as never);
  const ticketId = ticket();
  const [ana, bruno] = [screenOf(balcao.aurora, "Ana"), screenOf(balcao.aurora, "Bruno")];
  const serve = (userId: number | null, status: "open" | "pending") =>
    balcao.aurora.write((db) => void db.update(ticketTable).set({ userId, status }).run());
  serve(null, "pending");
  bruno.say({ say: "joinChatBox", ticketId });
  ana.say({ say: "joinChatBox", ticketId });
  expect(attended).toEqual([]);
  serve(2, "open");
  for (const screen of [ana, bruno]) screen.say({ say: "joinChatBox", ticketId });
  expect(attended).toEqual(["joana"]);
  bruno.say({ say: "leaveChatBox", ticketId });
  vi.advanceTimersByTime(30_000);
  expect(attended).toEqual(["joana", null]);
});

test("typing that is not said again ends by itself", () => {
  vi.useFakeTimers();
  const ticketId = ticket();
  const carla = ears("Carla");
  const bruno = screenOf(balcao.aurora, "Bruno");
  bruno.say({ say: "joinChatBox", ticketId });
  bruno.say({ say: "typing", ticketId, typing: true });
  vi.advanceTimersByTime(9_000);
  bruno.say({ say: "typing", ticketId, typing: true });
  vi.advanceTimersByTime(9_000);
  expect(carla()).toEqual(["Bruno", "Bruno types"]);
  vi.advanceTimersByTime(1_000);
  expect(carla()).toEqual(["Bruno", "Bruno types", "Bruno"]);
});

test("nobody learns of a ticket that they may not see, in this company or another", () => {
  const ticketId = ticket(ENCOMENDAS);
  const [carla, nina, ana] = [ears("Carla"), ears("Nina", balcao.norte), ears("Ana")];
  const strangers = [screenOf(balcao.aurora, "Carla"), screenOf(balcao.norte, "Nina")];
  for (const stranger of strangers) {
    stranger.say({ say: "joinChatBox", ticketId });
    stranger.say({ say: "typing", ticketId, typing: true });
  }
  expect(ana()).toEqual([]);
  screenOf(balcao.aurora, "Bruno").say({ say: "joinChatBox", ticketId });
  expect([ana(), carla(), nina()]).toEqual([["Bruno"], [], []]);
});

test.each([["a ticket that is not there", 999_999], ["no number", "1" as never], ["nothing", undefined as never]])(
  "%s is passed over",
  (_, ticketId) => {
    const ana = ears("Ana");
    const bruno = screenOf(balcao.aurora, "Bruno");
    bruno.say({ say: "joinChatBox", ticketId });
    bruno.say({ say: "typing", ticketId, typing: true });
    bruno.close();
    expect(ana()).toEqual([]);
  },
);

test("a ticket that was resolved meanwhile takes no typing", () => {
  const ticketId = ticket();
  const ana = ears("Ana");
  const bruno = screenOf(balcao.aurora, "Bruno");
  bruno.say({ say: "joinChatBox", ticketId });
  balcao.aurora.write((db) => void db.update(ticketTable).set({ status: "closed" }).run());
  bruno.say({ say: "typing", ticketId, typing: true });
  expect(ana()).toEqual(["Bruno"]);
});
