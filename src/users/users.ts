import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, ne } from "drizzle-orm";
import { makeProviders } from "../companies/companies.ts";
import { checkLimit } from "../companies/limits.ts";
import type { MailLanguage } from "../contract/mail.ts";
import { refuse } from "../contract/errors.ts";
import type { User, USER_SORTS, UserRef } from "../contract/users.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { brokenUnique } from "../platform/db.ts";
import { folded } from "../platform/full_text.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionOf } from "../platform/revisions.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import type { Tenants } from "../platform/tenants.ts";
import { compareBy, type Order } from "../shared/order.ts";
import { listQueues, queuesOfUser } from "../queues/queues.ts";
import { userQueueTable } from "../queues/table.ts";
import { checkNewPassword } from "./password_rules.ts";
import { hashPassword, NO_PASSWORD } from "./passwords.ts";
import { loginOf, ofUser } from "./logins.ts";
import { loginTable, userTable } from "./table.ts";

export function listUsers(db: Read): UserRef[] {
  return db.select({ id: userTable.id, name: userTable.name }).from(userTable).orderBy(asc(userTable.name)).all();
}

/** The same in the order in which they came: the first is who the company began with. */
export function usersByAge(db: Read): UserRef[] {
  return db.select({ id: userTable.id, name: userTable.name }).from(userTable).orderBy(asc(userTable.id)).all();
}

export const USER_PAGE = 20;

interface UserSearch {
  searchParam: string;
  pageNumber: number;
  /** Whoever does not see e-mail addresses and profiles must not find out about them either. */
  byEmail: boolean;
  sort?: typeof USER_SORTS[number];
  order?: Order;
}

/** A page of users by name, of those whose name or e-mail has the searched letters, with the queues they serve. */
export function searchUsers(db: Read, { searchParam, pageNumber, byEmail, sort, order }: UserSearch) {
  const wanted = folded(searchParam);
  const { id, name, email, profile } = userTable;
  const found = db.select({ id, name, email, profile }).from(userTable).orderBy(asc(name)).all()
    .filter(({ name, email }) => folded(name).includes(wanted) || (byEmail && email.includes(wanted)));
  if (sort && (byEmail || sort === "name")) found.sort(compareBy((user) => user[sort], order));
  const from = (pageNumber - 1) * USER_PAGE;
  const page = found.slice(from, from + USER_PAGE);
  return {
    users: page.map(({ id, name }) => ({ id, name, queues: queuesOfUser(db, id) })),
    hasMore: found.length > from + USER_PAGE,
  };
}

export function userById(db: Read, id: number) {
  return byId.one(db, { id });
}
const byId = prepared((db) => db.select().from(userTable).where(eq(userTable.id, prepared.arg("id"))).prepare());

/** The language in which something is written to a person: the product's first one until theirs is known. */
export function languageOf(user: { language: MailLanguage | null } | undefined): MailLanguage {
  return user?.language ?? "pt";
}

export function setLanguage(db: Write, id: number, language: MailLanguage): void {
  db.update(userTable).set({ language }).where(eq(userTable.id, id)).run();
}

/** A user with the queues they serve; ERR_NO_USER_FOUND when there is none. */
export function userDetails(db: Read, id: number): Omit<User, "online"> {
  const { name, email, profile } = userById(db, id) ?? refuse("ERR_NO_USER_FOUND");
  const revision = revisionOf(db, { kind: "user", id });
  return { id, name, email, profile, queues: queuesOfUser(db, id), revision };
}

export interface NewUser {
  name: string;
  email: string;
  password: string;
  profile: "admin" | "user";
  isSuper?: boolean;
  queueIds?: number[];
}

/** A new user with a login; the e-mail address must be new to the whole provider. */
export async function addUser(
  tenants: Tenants,
  company: Company,
  user: NewUser,
  now: Date,
): Promise<UserRef> {
  const { name, profile, queueIds = [], isSuper = false } = user;
  const email = user.email.trim().toLowerCase();
  checkMayAskAround(company);
  await checkNewPassword(tenants, company, { name, email, password: user.password });
  const passwordHash = await hashPassword(user.password);
  return company.write((db) => {
    checkLimit(tenants, company, "users", db);
    const added = db.insert(userTable).values({ name, email, profile, createdAt: now.getTime() }).returning().get();
    setQueuesOf(db, added.id, queueIds);
    // Inside the company's transaction: an address that is taken takes the user back as well.
    try {
      tenants.provider.write((provider) => {
        provider.insert(loginTable).values({ email, companyId: company.id, userId: added.id, passwordHash, isSuper })
          .run();
        if (isSuper) makeProviders(provider, company.id);
      });
    } catch (error) {
      if (brokenUnique(error)) refuseTaken(tenants, company, email);
      throw error;
    }
    return { id: added.id, name };
  });
}

/**
 * Adds the first user of a company that nobody sees yet: first to its file, then the login, with what `also` writes into
 * provider.db in the moment in which the person can log in; without a password that is by a link. What is left of it when that fails goes with the company.
 */
export async function addFirstUser(
  tenants: Tenants,
  company: Company,
  { name, email, password, language, isSuper = false }: Pick<NewUser, "name" | "email" | "isSuper"> & {
    password?: string;
    language?: MailLanguage;
  },
  { now, also }: { now: Date; also: (provider: Write) => void },
): Promise<UserRef> {
  if (password !== undefined) await checkNewPassword(tenants, company, { name, email, password });
  const passwordHash = password === undefined ? NO_PASSWORD : await hashPassword(password);
  const { id } = company.write((db) =>
    db.insert(userTable).values({ name, email, profile: "admin", language, createdAt: now.getTime() }).returning().get()
  );
  try {
    tenants.provider.write((provider) => {
      provider.insert(loginTable).values({ email, companyId: company.id, userId: id, passwordHash, isSuper }).run();
      also(provider);
    });
  } catch (error) {
    if (brokenUnique(error)) refuseTaken(tenants, company, email);
    throw error;
  }
  return { id, name };
}

export interface UserChange {
  name: string;
  email: string;
  /** Empty: as it is. */
  password?: string;
  profile?: "admin" | "user";
  queueIds?: number[];
  /** The revision that its maker saw. */
  was?: number;
}

/** Changes a user and their login. */
export async function changeUser(
  tenants: Tenants,
  company: Company,
  id: number,
  change: UserChange,
  by: Maker,
): Promise<void> {
  const { name, email, password, profile, queueIds, was } = change;
  if (userById(company.read, id)?.email !== email) checkMayAskAround(company);
  if (password) await checkNewPassword(tenants, company, { name, email, password });
  const passwordHash = password ? await hashPassword(password) : undefined;
  company.write((db) => {
    const had = userById(db, id) ?? refuse("ERR_NO_USER_FOUND");
    const changed = { kind: "user", id } as const;
    refuseIfChanged(db, changed, was, () => ({ ...userDetails(db, id), online: company.hub.isPresent(id) }));
    if (profile === "user" && had.profile === "admin") checkOtherAdmin(db, id);
    db.update(userTable).set({ name, email, profile: profile ?? had.profile }).where(eq(userTable.id, id)).run();
    if (queueIds) setQueuesOf(db, id, queueIds);
    noteMaker(db, changed, by);
    try {
      tenants.provider.write((provider) => {
        const login = { email, companyId: company.id, userId: id };
        const { changes } = provider.update(loginTable).set({ email, passwordHash }).where(ofUser(login)).run();
        // Somebody else logged in with their address when the company came here: with another they can.
        if (changes === 0 && (had.email !== email || passwordHash)) {
          provider.insert(loginTable).values({ ...login, passwordHash: passwordHash ?? NO_PASSWORD }).run();
        }
      });
    } catch (error) {
      if (brokenUnique(error)) refuseTaken(tenants, company, email);
      throw error;
    }
  });
}

/**
 * Gives a user a login who has none, as in a company that was made of another's backup. It has no password yet.
 * ERR_DUPLICATED_EMAIL where somebody else logs in with the address.
 */
export function giveLogin(tenants: Tenants, company: Company, userId: number): void {
  const who = { companyId: company.id, userId };
  if (loginOf(tenants, who)) return;
  checkMayAskAround(company);
  const { email } = userById(company.read, userId) ?? refuse("ERR_NO_USER_FOUND");
  const row = { ...who, email, passwordHash: NO_PASSWORD };
  const { changes } = tenants.provider.write((db) => db.insert(loginTable).values(row).onConflictDoNothing().run());
  if (changes === 0) refuseTaken(tenants, company, email);
}

/** How often in an hour a company may learn that an address is another's: whoever tries out addresses learns few. */
const askedAround = new RateLimit(20, milliseconds({ hours: 1 }));

function checkMayAskAround({ folder }: Company): void {
  const wait = askedAround.wait(folder, Date.now());
  if (wait > 0) refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: Math.ceil(wait / 1000) } });
}

/** Said in the same words wherever it is taken; where that is another company, it is counted. */
function refuseTaken({ provider }: Tenants, company: Company, email: string): never {
  const [owner] = provider.read.select().from(loginTable).where(eq(loginTable.email, email)).all();
  if (owner?.companyId !== company.id) askedAround.count(company.folder, Date.now());
  refuse("ERR_DUPLICATED_EMAIL", { fields: { email: "taken" } });
}

/** Without an administrator nobody could let anybody in again. */
export function checkOtherAdmin(db: Read, id: number): void {
  const [other] = db.select({ id: userTable.id }).from(userTable)
    .where(and(eq(userTable.profile, "admin"), ne(userTable.id, id))).limit(1).all();
  if (!other) refuse("ERR_LAST_ADMIN");
}

function setQueuesOf(db: Write, userId: number, queueIds: number[]): void {
  const known = new Set(listQueues(db).map(({ id }) => id));
  db.delete(userQueueTable).where(eq(userQueueTable.userId, userId)).run();
  for (const queueId of new Set(queueIds)) {
    if (!known.has(queueId)) refuse("ERR_NO_QUEUE_FOUND");
    db.insert(userQueueTable).values({ userId, queueId }).run();
  }
}
