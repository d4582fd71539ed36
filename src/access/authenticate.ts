import { and, eq, sql } from "drizzle-orm";
import { isOverdue } from "../companies/companies.ts";
import { refuseMoved } from "../companies/moved.ts";
import { companyTable } from "../companies/table.ts";
import { refuse } from "../contract/errors.ts";
import { ruleOf, type SettingKey } from "../contract/settings.ts";
import { prepared } from "../platform/prepared.ts";
import type { Session } from "../platform/session.ts";
import type { Tenants } from "../platform/tenants.ts";
import { untilWritten } from "../platform/until_written.ts";
import { userQueueTable } from "../queues/table.ts";
import { loginTable, secondFactorTable, userTable } from "../users/table.ts";
import { sessionTable } from "./table.ts";
import { type Claims, readAccessToken } from "./tokens.ts";

/** The session behind an access token, read anew after each writing, so that a change of rights counts at once. */
export async function authenticate(tenants: Tenants, token: string | undefined): Promise<Session> {
  if (!token) refuse("ERR_SESSION_EXPIRED");
  return sessionOf(tenants, await readAccessToken(tenants.keys, token));
}

/** A session that goes on, with its person as they are now; ERR_SESSION_EXPIRED when it has ended. */
export function sessionOf(tenants: Tenants, { sid, uid, cid }: Claims): Session {
  const { provider } = tenants, readProvider = provider.read;
  const session = knownSession(provider, `${sid} ${uid} ${cid}`, () => living.one(readProvider, { sid, uid, cid })) ??
    refuse("ERR_SESSION_EXPIRED");
  if (session.removedAt !== null) refuseMoved(tenants, cid);
  // By the writer's connection, whose pages are at hand right after a writing.
  const company = tenants.company(cid), readCompany = company.latest;
  const user = knownUser(company, `${uid}`, () => userOf.one(readCompany, { uid })) ?? refuse("ERR_SESSION_EXPIRED");
  const { id, name, profile } = user;
  const person = { id, name, profile, super: session.isSuper, queueIds: JSON.parse(user.queueIds) as number[] };
  const demandsFactor = (user.secondFactor ?? ruleOf("secondFactor").start) === "required";
  const owesFactor = demandsFactor && session.factorOf === null && session.actedBy === null;
  const actedBy = session.actedBy ?? undefined;
  const hasCampaigns = (user.campaigns ?? ruleOf("campaignsEnabled").start) === "true";
  const may = { isOverdue: isOverdue(session, new Date()), demandsFactor, owesFactor, hasCampaigns };
  return { id: sid, company, person, ...may, actedBy };
}

const knownSession = untilWritten<ReturnType<typeof living>[number] | undefined>();
const knownUser = untilWritten<ReturnType<typeof userOf>[number] | undefined>();

/** The session that is not ended, of a company that is active. */
const living = prepared((db) =>
  db.select({
    isSuper: loginTable.isSuper,
    actedBy: sessionTable.actedBy,
    removedAt: companyTable.removedAt,
    dueDate: companyTable.dueDate,
    timeZone: companyTable.timeZone,
    isProviders: companyTable.isProviders,
    factorOf: secondFactorTable.userId,
  }).from(sessionTable)
    .innerJoin(companyTable, and(eq(companyTable.id, sessionTable.companyId), eq(companyTable.isActive, true)))
    .innerJoin(
      loginTable,
      and(eq(loginTable.companyId, sessionTable.companyId), eq(loginTable.userId, sessionTable.userId)),
    )
    .leftJoin(
      secondFactorTable,
      and(eq(secondFactorTable.companyId, sessionTable.companyId), eq(secondFactorTable.userId, sessionTable.userId)),
    )
    .where(
      and(
        eq(sessionTable.id, prepared.arg("sid")),
        eq(sessionTable.userId, prepared.arg("uid")),
        eq(sessionTable.companyId, prepared.arg("cid")),
      ),
    )
    .prepare()
);

/** A setting of the company, along with its person; null where nobody has set it. */
const valueOf = (key: SettingKey) =>
  sql<string | null>`(select value from settings where key = ${sql.raw(`'${key}'`)})`;

const userOf = prepared((db) =>
  db.select({
    id: userTable.id,
    name: userTable.name,
    profile: userTable.profile,
    queueIds: sql<string>`(select json_group_array(${userQueueTable.queueId}) from ${userQueueTable}
      where ${userQueueTable.userId} = ${userTable.id})`,
    secondFactor: valueOf("secondFactor"),
    campaigns: valueOf("campaignsEnabled"),
  }).from(userTable).where(eq(userTable.id, prepared.arg("uid"))).prepare()
);
