import { Buffer } from "node:buffer";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { passkeyTable } from "../access/table.ts";
import { tokenHashTable } from "../api_tokens/table.ts";
import { graphAccountTable, graphLineTable } from "../channels/graph/table.ts";
import { companyRow } from "../companies/companies.ts";
import { insertCompany } from "../companies/new_row.ts";
import { arrivalTable, companyMoveTable, companyTable } from "../companies/table.ts";
import { connectionTokenTable } from "../connections/table.ts";
import { BadCommand } from "../platform/config.ts";
import type { Company, Write } from "../platform/company.ts";
import { isThere } from "../platform/is_there.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tenants } from "../platform/tenants.ts";
import { planTable } from "../plans/table.ts";
import { keepPrivacy } from "../privacy/travelling.ts";
import { loginTable, secondFactorTable, userTable } from "../users/table.ts";
import { webchatKeyTable, webchatTable } from "../webchat/table.ts";
import { reconcileLines } from "../meta/lines.ts";
import { exceptFromHeld } from "../supervisor/held_lines.ts";
import { namesIn } from "./arrivals.ts";
import { type Prepared, preparedIn } from "./arriving.ts";
import type { MovingPart } from "./company_part.ts";
import { freshWebchatKeys } from "../exports/admit.ts";
import { keepFormerKeys, knowFormerKeys } from "./former_keys.ts";
import { arrivingPlace, PREPARED, removeFolder } from "./places.ts";
import type { SaidAs } from "./said.ts";

export type Arrived = Omit<SaidAs<"arrived">, "say">;

/**
 * Makes a prepared company one of this server's, which the other has said that it never serves again. A process that dies on
 * the way has it done by the next one that is asked: each step is seen in what lies there.
 */
export async function arrive(tenants: Tenants, moveId: string, now: number): Promise<Arrived> {
  const prepared = preparedIn(tenants, moveId), known = arrivalOf(tenants, moveId);
  if (known !== undefined && companyRow(tenants, known)?.removedAt === null) {
    await removeFolder(arrivingPlace(tenants.folder, moveId));
    return { id: known, taken: [], hasPlan: true, newWebchatKeys: 0 };
  }
  if (!prepared) throw new BadCommand("This server has not got all of that company: bring it back where it came from");
  const id = known ?? reserve(tenants, moveId, prepared, now), place = arrivingPlace(tenants.folder, moveId);
  if (!isThere(`${tenants.folder}/${id}`)) {
    Deno.mkdirSync(`${place}/company`, { recursive: true, mode: 0o700 });
    for (const name of ["media", "company.db"]) {
      if (isThere(`${place}/${name}`)) Deno.renameSync(`${place}/${name}`, `${place}/company/${name}`);
    }
    tenants.adopt(id, `${place}/company`);
  }
  const company = tenants.company(id);
  letGoOfTheMoved(tenants, company, prepared.moving, tenants.keys);
  const newWebchatKeys = freshWebchatKeys(tenants, company);
  await company.settled();
  exceptFromHeld(tenants.folder, id);
  const admitted = admit(tenants, company, prepared, now);
  knowFormerKeys(tenants);
  await removeFolder(place);
  return { id, newWebchatKeys, ...admitted };
}

function arrivalOf({ provider }: Tenants, moveId: string): number | undefined {
  return provider.read.select().from(arrivalTable).where(eq(arrivalTable.moveId, moveId)).all()[0]?.companyId;
}

/** A row that nobody sees yet. */
function reserve({ provider, folder }: Tenants, moveId: string, { name, moving }: Prepared, now: number): number {
  return provider.write((db) => {
    const row = { ...moving.part.company, ...moving.standing, name, removedAt: now };
    const id = insertCompany(folder, db, row);
    db.insert(arrivalTable).values({ moveId, companyId: id, at: now }).run();
    return id;
  });
}

/** The moment in which it is there for everybody, by one transaction of provider.db. */
function admit(
  tenants: Tenants,
  company: Company,
  { moving }: Prepared,
  now: number,
): Pick<Arrived, "taken" | "hasPlan"> {
  const users = new Set(company.read.select({ id: userTable.id }).from(userTable).all().map(({ id }) => id));
  const chats = company.read.select().from(webchatTable).all();
  return tenants.provider.write((db) => {
    const taken = admitPeople(tenants, db, company, { ...moving, users });
    admitTokens(tenants, db, company, moving);
    for (const { connectionId, key } of chats) {
      db.insert(webchatKeyTable).values({ key, companyId: company.id, connectionId }).run();
    }
    reconcileLines(db, company);
    keepFormerKeys(db, tenants.keys, moving.formerKeys.map((key) => Buffer.from(key, "base64")));
    if (moving.privacy) keepPrivacy(tenants, db, { ...moving.privacy, companyId: company.id, now });
    const plan = planLike(db, moving.part.plan);
    db.update(companyTable).set({ removedAt: null, planId: plan }).where(eq(companyTable.id, company.id)).run();
    return { taken, hasPlan: plan !== null || moving.part.plan === null };
  });
}

/** What leads away those who come back, because their company was here before, leads nowhere any more. */
function letGoOfTheMoved(
  { provider }: Tenants,
  company: Company,
  { part, secrets, apiTokens }: MovingPart,
  keys: Keys,
) {
  const chats = company.read.select({ key: webchatTable.key }).from(webchatTable).all();
  const accounts = company.read.select({ id: graphAccountTable.accountId }).from(graphAccountTable).all();
  const hashes = secrets.tokens.map(({ token }) => keys.digest(token));
  provider.write((db) => {
    const gone = db.select({ id: companyMoveTable.companyId }).from(companyMoveTable)
      .where(isNotNull(companyMoveTable.confirmedAt));
    const letGo = <T extends SQLiteTable>(table: T, companyId: SQLiteColumn, column: SQLiteColumn, values: string[]) =>
      void db.delete(table).where(and(inArray(companyId, gone), inArray(column, values))).run();
    letGo(loginTable, loginTable.companyId, loginTable.email, part.logins.map(({ email }) => email));
    letGo(connectionTokenTable, connectionTokenTable.companyId, connectionTokenTable.tokenHash, hashes);
    letGo(tokenHashTable, tokenHashTable.companyId, tokenHashTable.tokenHash, apiTokens.map((each) => each.tokenHash));
    letGo(webchatKeyTable, webchatKeyTable.companyId, webchatKeyTable.key, chats.map(({ key }) => key));
    letGo(graphLineTable, graphLineTable.companyId, graphLineTable.accountId, accounts.map(({ id }) => id));
  });
}

function admitPeople(
  { keys }: Tenants,
  db: Write,
  { id: companyId }: Company,
  { part, secrets, passkeys, users }: MovingPart & { users: ReadonlySet<number> },
): string[] {
  const own = part.logins.filter(({ userId }) => users.has(userId));
  const taken = new Set(
    db.select({ email: loginTable.email }).from(loginTable)
      .where(inArray(loginTable.email, own.map(({ email }) => email))).all().map(({ email }) => email),
  );
  const free = own.filter(({ email }) => !taken.has(email)), isIn = new Set(free.map(({ userId }) => userId));
  for (const { userId, email, passwordHash } of free) {
    db.insert(loginTable).values({ companyId, userId, email, passwordHash }).run();
  }
  for (const { userId, secret, since, lastStep } of secrets.factors.filter(({ userId }) => isIn.has(userId))) {
    const sealedSecret = Buffer.from(keys.seal(Buffer.from(secret, "base64")));
    db.insert(secondFactorTable).values({ companyId, userId, sealedSecret, since, lastStep }).run();
  }
  for (const { publicKey, ...passkey } of passkeys.filter(({ userId }) => isIn.has(userId))) {
    const row = { ...passkey, companyId, publicKey: Buffer.from(publicKey, "base64") };
    db.insert(passkeyTable).values(row).onConflictDoNothing().run();
  }
  return [...taken];
}

function admitTokens(
  { keys }: Tenants,
  db: Write,
  { id: companyId }: Company,
  { secrets, apiTokens }: MovingPart,
): void {
  for (const { connectionId, token } of secrets.tokens) {
    const row = { companyId, connectionId, tokenHash: keys.digest(token) };
    db.insert(connectionTokenTable).values(row).onConflictDoNothing().run();
  }
  for (const each of apiTokens) db.insert(tokenHashTable).values({ ...each, companyId }).onConflictDoNothing().run();
}

function planLike(db: Write, plan: MovingPart["part"]["plan"]): number | null {
  if (!plan) return null;
  const same = db.select().from(planTable).where(eq(planTable.name, plan.name)).all().find((row) =>
    (["users", "connections", "queues", "storage"] as const).every((limit) => row[limit] === plan[limit])
  );
  return same?.id ?? null;
}

/** What a process that died has left: companies that were to be served here are, halves are thrown away. */
export async function finishArrivals(tenants: Tenants, now: number): Promise<void> {
  const { folder, provider } = tenants;
  const waiting = provider.read.select({ moveId: arrivalTable.moveId }).from(arrivalTable)
    .innerJoin(companyTable, and(eq(companyTable.id, arrivalTable.companyId), isNotNull(companyTable.removedAt))).all();
  for (const { moveId } of waiting) {
    // Its company may have been removed, or have moved on.
    if (preparedIn(tenants, moveId)) await arrive(tenants, moveId, now);
  }
  for (const moveId of namesIn(`${folder}/arriving`)) {
    if (!isThere(`${arrivingPlace(folder, moveId)}/${PREPARED}`)) await removeFolder(arrivingPlace(folder, moveId));
  }
  await removeFolder(`${folder}/leaving`);
}

/** Calls a move off that this server has not begun to serve; what came by it is gone. */
export async function forgetArrival(tenants: Tenants, moveId: string): Promise<void> {
  const id = arrivalOf(tenants, moveId);
  if (id !== undefined) throw new BadCommand(`That company is served here already, as number ${id}`);
  await removeFolder(arrivingPlace(tenants.folder, moveId));
}
