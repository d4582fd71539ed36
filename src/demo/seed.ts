import { hoursToMinutes } from "date-fns/hoursToMinutes";
import { milliseconds } from "date-fns/milliseconds";
import { eq } from "drizzle-orm";
import { addCompany, listCompanies } from "../companies/companies.ts";
import { type CompanyRow, companyTable } from "../companies/table.ts";
import { addConnection, setQueues } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { rememberContact } from "../contacts/remember.ts";
import { dayAfter, dayIn } from "../shared/clock.ts";
import { dayOf } from "../shared/recurrence.ts";
import { ACK } from "../shared/delivery.ts";
import { recordMessage } from "../messages/record.ts";
import { newWid } from "../outbox/enqueue.ts";
import type { Company, Write } from "../platform/company.ts";
import { BadCommand } from "../platform/config.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setSetting } from "../settings/settings.ts";
import { addPlan } from "../plans/plans.ts";
import { addQueue } from "../queues/queues.ts";
import { closeTicket } from "../tickets/cycles.ts";
import { recordMove } from "../tickets/record_move.ts";
import { ticketTable } from "../tickets/table.ts";
import { addWebchat, changeWebchat } from "../webchat/webchats.ts";
import { addUser, type NewUser } from "../users/users.ts";
import { seedBot } from "./bot.ts";
import { seedChats } from "./chats.ts";
import { CUSTOMERS, type Dialogue, DIALOGUES } from "./dialogues.ts";
import { seedPast } from "./past.ts";
import { seedThings } from "./things.ts";

export const DEMO_PASSWORD = "balcao-demo";
export const AURORA_NUMBER = "551134567800";

/** The companies of the demonstration, the screenshots and the tests. */
export interface Companies {
  aurora: Company;
  norte: Company;
  /** The provider's own company, of the super user. */
  provider: Company;
}

/** Makes the demonstration's companies, or finds them again. A data folder with a real company is refused. */
export async function demoCompanies(tenants: Tenants, now: Date): Promise<Companies> {
  const companies = listCompanies(tenants);
  const real = companies.find(({ isDemo }) => !isDemo);
  if (real) {
    throw new BadCommand(
      `${tenants.folder} holds a real company (${real.name}): the demo needs a data folder of its own (--data); ` +
        "without --demo all of this one is served",
    );
  }
  if (companies.length > 0) {
    const named = (name: string) => tenants.company(companies.find((company) => company.name === name)!.id);
    return { aurora: named("Padaria Aurora"), norte: named("Oficina Norte"), provider: named("Balcão") };
  }
  return await seedCompanies(tenants, now);
}

/** Two companies with their people and queues, and the provider's. With `conversations`, a few dozen of them. */
export async function seedCompanies(tenants: Tenants, now: Date, { conversations = true } = {}): Promise<Companies> {
  const provider = addCompany(tenants, { name: "Balcão", isDemo: true }, now);
  const aurora = addCompany(tenants, { name: "Padaria Aurora", isDemo: true }, now);
  const norte = addCompany(tenants, { name: "Oficina Norte", isDemo: true }, now);
  const queues = aurora.write((db) =>
    [["Encomendas", "#0e7490"], ["Entregas", "#c2570c"], ["Atacado", "#6d4fc4"]].map(([name, color]) =>
      addQueue(db, { name: name!, color: color! }).id
    )
  );
  const workshop = norte.write((db) => addQueue(db, { name: "Oficina", color: "#15803d" }).id);
  await seedPeople(tenants, { aurora, norte, provider }, { queues, workshop }, now);
  const connectionId = aurora.write((db) => demoConnection(db, "Loja Centro", now.getTime()));
  aurora.write((db) => setQueues(db, connectionId, [queues[0]!]));
  if (conversations) {
    seedPlans(tenants, { aurora, norte, provider }, now);
    aurora.write((db) => {
      converse(db, connectionId, queues, now.getTime());
      seedPast(db, connectionId, queues, now.getTime());
      seedThings(db, now.getTime());
      seedBot(db, connectionId, queues);
    });
    seedChats(aurora, now.getTime());
    seedWebchat(tenants, aurora, { handoverId: connectionId, queues }, now.getTime());
  }
  return { aurora, norte, provider };
}

/** The chat on the page of the bakery's shop (shop.ts). */
function seedWebchat(
  tenants: Tenants,
  aurora: Company,
  { handoverId, queues }: { handoverId: number; queues: number[] },
  now: number,
): void {
  aurora.write((db) => {
    const { id } = addConnection(db, {
      name: "Site",
      channel: "webchat",
      greetingMessage: "{{greeting}}! Aqui é da Padaria Aurora. Com quem quer falar?",
      queueIds: queues.slice(0, 2),
    }, now);
    addWebchat(tenants, aurora, db, id);
    changeWebchat(db, id, { greeting: "Boas-vindas! Como podemos ajudar?", askName: "off", handoverId });
  });
}

/** What the provider offers, and what its companies have. */
function seedPlans(tenants: Tenants, { aurora, norte, provider }: Companies, now: Date): void {
  const inDays = (days: number) => dayAfter(dayIn("America/Sao_Paulo", now), days);
  tenants.provider.write((db) => {
    const plan = (name: string, value: number, users: number, connections: number) =>
      addPlan(db, { name, value, users, connections, queues: users * 2, storage: null, offered: true }, now.getTime());
    const [essential, professional] = [plan("Essencial", 89, 3, 1), plan("Profissional", 179, 8, 8)];
    plan("Rede", 349, 30, 10);
    const set = ({ id }: Company, is: Partial<CompanyRow>) =>
      void db.update(companyTable).set(is).where(eq(companyTable.id, id)).run();
    const day = inDays(12);
    set(aurora, { email: "contato@aurora.test", phone: "(11) 3456-7800", planId: professional.id, dueDate: day });
    set(aurora, { dueDay: dayOf(day), campaignsEnabled: true });
    set(norte, { email: "adm@norte.test", planId: essential.id, recurrence: "TRIMESTRAL", dueDate: inDays(45) });
    set(norte, { dueDay: dayOf(inDays(45)) });
    set(provider, { email: "suporte@balcao.test", phone: "(11) 4002-8922" });
  });
  aurora.write((db) => setSetting(db, "campaignsEnabled", "true"));
}

/** Everybody's password is `DEMO_PASSWORD`. */
async function seedPeople(
  tenants: Tenants,
  { aurora, norte, provider }: Companies,
  { queues, workshop }: { queues: number[]; workshop: number },
  now: Date,
): Promise<void> {
  const people: [Company, Omit<NewUser, "password">][] = [
    [provider, { name: "Suporte Balcão", email: "super@balcao.test", profile: "admin", isSuper: true }],
    [aurora, { name: "Ana Ribeiro", email: "ana@aurora.test", profile: "admin", queueIds: queues }],
    [aurora, { name: "Bruno Tavares", email: "bruno@aurora.test", profile: "user", queueIds: queues.slice(0, 2) }],
    [aurora, { name: "Carla Nogueira", email: "carla@aurora.test", profile: "user", queueIds: queues.slice(1) }],
    [norte, { name: "Nina Prates", email: "nina@norte.test", profile: "admin", queueIds: [workshop] }],
    [norte, { name: "Otto Brandt", email: "otto@norte.test", profile: "user", queueIds: [workshop] }],
  ];
  for (const [company, person] of people) {
    await addUser(tenants, company, { ...person, password: DEMO_PASSWORD }, now);
  }
}

function demoConnection(db: Write, name: string, now: number): number {
  return db.insert(connectionTable).values({
    name,
    isDefault: true,
    status: "DISCONNECTED",
    situation: "new",
    shouldRun: false,
    since: now,
    createdAt: now,
    updatedAt: now,
  }).returning().get().id;
}

const MINUTE = milliseconds({ minutes: 1 });

function converse(db: Write, connectionId: number, queueIds: number[], now: number): void {
  for (const [nth, name] of CUSTOMERS.entries()) {
    const dialogue = DIALOGUES[nth % DIALOGUES.length]!;
    // Some wait, some are being served, most are done; the later ones were longer ago.
    const isUnanswered = dialogue.lines.every(([who]) => who === "c");
    const status = nth >= 16 ? "closed" : isUnanswered ? "pending" : "open";
    const phone = `55119${String(70_000_000 + nth * 1_234_567).slice(0, 8)}`;
    const { contact } = rememberContact(db, { jid: `${phone}@s.whatsapp.net`, phone }, name, now);
    const start = now - (nth < 16 ? nth * 11 + 20 : hoursToMinutes(nth * 8)) * MINUTE;
    emit(db, dialogue, {
      contactId: contact.id,
      connectionId,
      chat: `${phone}@s.whatsapp.net`,
      status,
      start,
      nth,
      queueIds,
    });
  }
}

interface Telling {
  contactId: number;
  connectionId: number;
  chat: string;
  status: "pending" | "open" | "closed";
  start: number;
  nth: number;
  queueIds: number[];
}

function emit(
  db: Write,
  { queue, lines }: Dialogue,
  { contactId, connectionId, chat, status, start, nth, queueIds }: Telling,
): void {
  const queueId = queue ? queueIds[["Encomendas", "Entregas", "Atacado"].indexOf(queue)]! : null;
  // Users 1 to 3 are Ana, Bruno and Carla; each serves a queue of their own.
  const userId = status === "pending" ? null : queue === "Entregas" ? 2 : queue === "Atacado" ? 3 : 1;
  const ticket = db.insert(ticketTable).values({
    uuid: crypto.randomUUID(),
    status: "pending",
    queueId,
    connectionId,
    contactId,
    queuedAt: start,
    waitingSince: start,
    createdAt: start,
    updatedAt: start,
  }).returning().get();
  recordMove(db, ticket, "create", null, start);
  if (userId) recordMove(db, ticket, "accept", userId, start + MINUTE / 2);
  const isNew = status !== "closed" && nth % 3 === 0;
  for (const [at, [who, body]] of lines.entries()) {
    const isLast = at === lines.length - 1;
    const fromMe = who === "a";
    recordMessage(db, {
      ticketId: ticket.id,
      contactId,
      connectionId,
      chat,
      wid: newWid(),
      fromMe,
      userId: fromMe ? userId : null,
      body: fromMe ? `*${["Ana", "Bruno", "Carla"][(userId ?? 1) - 1]}:*\n${body}` : body,
      kind: "text",
      ack: fromMe ? isLast ? ACK.delivered : ACK.read : ACK.waiting,
      read: fromMe || status === "closed" || !(isLast && (isNew || status === "pending")),
      createdAt: start + at * 1.5 * MINUTE,
    });
  }
  const end = start + lines.length * 1.5 * MINUTE;
  const had = db.update(ticketTable).set({
    status: status === "closed" ? "open" : status,
    userId,
    startedAt: userId ? start + MINUTE / 2 : null,
    waitingSince: status === "pending" ? start : null,
  }).where(eq(ticketTable.id, ticket.id)).returning().get();
  if (status !== "closed") return;
  closeTicket(db, had, { userId, now: end });
  recordMove(db, ticket, "resolve", userId, end);
}
