import { lt } from "drizzle-orm";
import { Backups } from "../backups/backups.ts";
import { newestPlan, targetsToRestoreFrom } from "../backups/newest_plan.ts";
import { keysOf, newRecoveryKey } from "../backups/recovery_key.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { messageTable } from "../messages/table.ts";
import { openFolder } from "../platform/data_folder.ts";
import { restoreCompany } from "../restoring/restore_company.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { atMost, type Figure } from "./report.ts";
import { seedMany } from "./seed_many.ts";

/** How long a company of hundreds of thousands of messages takes to be back at a minute of before. */
export async function benchRestore(): Promise<Figure[]> {
  const data = await aDataFolder(), copies = await Deno.makeTempDir();
  const { tenants, close } = openFolder(data, "bench"), key = newRecoveryKey();
  await addTarget(tenants, { kind: "folder", path: copies });
  const backups = new Backups(tenants, key);
  const company = tenants.company(2);
  seedMany(company, 20_000);
  await backups.bringAll();
  const moment = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 1100));
  company.write((db) => void db.delete(messageTable).where(lt(messageTable.ticketId, 1_005_000)).run());
  await backups.bringAll();
  const way = await newestPlan(targetsToRestoreFrom(tenants, undefined), 2, moment), began = performance.now();
  const { messages } = await restoreCompany({ tenants }, keysOf(key).data, way);
  const seconds = (performance.now() - began) / 1000;
  close();
  await backups.close();
  for (const folder of [data, copies]) await Deno.remove(folder, { recursive: true });
  return [atMost(`A company of ${messages} messages is back at a minute, checked`, seconds, 30, " s")];
}
