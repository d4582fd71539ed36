import { newestPlan, targetsToRestoreFrom } from "../backups/newest_plan.ts";
import { keysOf, readKey } from "../backups/recovery_key.ts";
import { openFolder } from "../platform/data_folder.ts";
import { finishPutting } from "../restoring/put_in_place.ts";
import { restoreCompany } from "../restoring/restore_company.ts";

/** Brings Aurora back to a moment (ms), and says before that it begins: to be killed on the way. */
const [data = "", key = "", at = ""] = Deno.args;
const folder = openFolder(data, "restore");
await finishPutting(folder.tenants);
console.log("begins");
const way = await newestPlan(targetsToRestoreFrom(folder.tenants, undefined), 2, Number(at));
await restoreCompany({ tenants: folder.tenants }, keysOf(readKey(key)!).data, way);
folder.close();
console.log("done");
