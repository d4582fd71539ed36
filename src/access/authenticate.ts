import { companyRow, isOverdue } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import { and, eq } from "drizzle-orm";
import { hot } from "../platform/company.ts";
import type { Session } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { userQueueTable } from "../queues/table.ts";
import { loginTable, userTable } from "../users/table.ts";
import { isLiving } from "./sessions.ts";
import { readAccessToken } from "./tokens.ts";

/** The session behind an access token, read anew each time, so that a change of rights counts at once. */
export async function authenticate(tenants: Tenants, token: string | undefined): Promise<Session> {
  if (!token) refuse("ERR_SESSION_EXPIRED");
  const { sid, uid, cid } = await readAccessToken(tenants.keys, token);
  if (!isLiving(tenants, sid)) refuse("ERR_SESSION_EXPIRED");
  const row = companyRow(tenants, cid);
  if (!row?.isActive) refuse("ERR_SESSION_EXPIRED");
  const company = tenants.company(cid);
  const user = userOf(company.read, { uid })[0] ?? refuse("ERR_SESSION_EXPIRED");
  const person = {
    id: user.id,
    name: user.name,
    profile: user.profile,
    super: superOf(tenants.provider.read, { cid, uid })[0]?.isSuper ?? false,
    queueIds: queuesOf(company.read, { uid }).map(({ queueId }) => queueId),
  };
  return { id: sid, company, person, isOverdue: isOverdue(row, new Date()) };
}

const userOf = hot((db) => db.select().from(userTable).where(eq(userTable.id, hot.arg("uid"))).prepare());
const queuesOf = hot((db) =>
  db.select({ queueId: userQueueTable.queueId }).from(userQueueTable).where(eq(userQueueTable.userId, hot.arg("uid")))
    .prepare()
);
const superOf = hot((db) =>
  db.select({ isSuper: loginTable.isSuper }).from(loginTable)
    .where(and(eq(loginTable.companyId, hot.arg("cid")), eq(loginTable.userId, hot.arg("uid")))).prepare()
);
