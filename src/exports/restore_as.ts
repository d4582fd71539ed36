import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { restoreFile } from "../backups/restore.ts";
import type { Way } from "../backups/newest_plan.ts";
import { checkName } from "../companies/companies.ts";
import { originOf } from "../companies/origins.ts";
import { migrationFolder } from "../platform/migrate.ts";
import type { Tenants } from "../platform/tenants.ts";
import { toDisk } from "../platform/wal.ts";
import { NO_PASSWORD } from "../users/passwords.ts";
import { loginTable, userTable } from "../users/table.ts";
import { gatherMedia } from "../restoring/make_ready.ts";
import { adopt, type Adopted } from "./adopt.ts";
import { workApart } from "./apart.ts";
import { forgetImports, importFolder } from "./import_folders.ts";
import { companyPartOf } from "./parts.ts";

export interface RestoringAs extends Way {
  tenants: Tenants;
  /** What the backup's objects are encrypted with. */
  key: Uint8Array;
  /** What the new company is called. */
  name: string;
  signal: AbortSignal;
  now: number;
}

export interface RestoredAs extends Adopted {
  /** Milliseconds: what was committed by then is in it. */
  newest: number;
  messages: number;
  /** Names of files that messages have, and neither the company, the backup nor a state set aside. */
  missing: string[];
  gap: string | undefined;
}

/**
 * Makes a company of its own of an earlier moment of another, which goes on beside it: to look something up, or to take it
 * over by hand. Its lines are not linked, its tokens and webhooks are off, and nobody has a password there: a super user enters
 * it as its administrator. ERR_DUPLICATED_NAME.
 */
export async function restoreAs({ tenants, key, name, signal, now, plan, known }: RestoringAs): Promise<RestoredAs> {
  checkName(tenants.provider.read, name);
  await forgetImports(tenants);
  const { companyId, newest, gap } = plan, { target } = known;
  const { folder, letGo } = await importFolder(tenants);
  try {
    const path = `${folder}/company.db`;
    await restoreFile(target, key, plan, path);
    const { rows } = await workApart(path, { does: "receive", migrations: migrationFolder("company") }, signal);
    const missing = await gatherMedia({ dataFolder: tenants.folder, target, key, plan }, {
      file: path,
      media: `${folder}/media`,
    });
    await toDisk(path);
    const row = { ...companyPartOf(tenants, companyId).company, name };
    const nobody = { logins: [], secrets: undefined, origin: originOf(tenants, companyId) };
    const adopted = await adopt(tenants, { folder, row, ...nobody, why: "restore", moment: newest, now });
    letAdministratorIn(tenants, { id: adopted.id, of: companyId });
    return { ...adopted, newest, messages: rows.messages ?? 0, missing, gap };
  } finally {
    await letGo();
  }
}

/** Under an address of their own there, which leads to the same mailbox (RFC 5233): the other company has the address itself. */
function letAdministratorIn(tenants: Tenants, { id, of }: { id: number; of: number }): void {
  const company = tenants.company(id), { provider } = tenants;
  const known = provider.read.select({ id: loginTable.userId }).from(loginTable).where(eq(loginTable.companyId, of))
    .all();
  const admins = company.read.select().from(userTable).where(eq(userTable.profile, "admin")).orderBy(userTable.id)
    .all();
  const admin = admins.find((user) => known.some((one) => one.id === user.id)) ?? admins[0];
  if (!admin) return;
  const email = admin.email.replace("@", `+${randomBytes(3).toString("hex")}@`);
  company.write((db) => void db.update(userTable).set({ email }).where(eq(userTable.id, admin.id)).run());
  provider.write((db) =>
    void db.insert(loginTable).values({ email, companyId: id, userId: admin.id, passwordHash: NO_PASSWORD })
      .onConflictDoNothing().run()
  );
}
