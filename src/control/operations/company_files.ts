import * as z from "zod/mini";
import { checkBackupsKey } from "../../backups/key_print.ts";
import { keysOf, readKey } from "../../backups/recovery_key.ts";
import { knownTargets } from "../../backups/targets/targets.ts";
import { acceptLost, namedFiles } from "../../messages/lost_files.ts";
import { BadCommand } from "../../platform/config.ts";
import { log } from "../../platform/log.ts";
import { findFiles, type Sought } from "../../restoring/find_files.ts";
import { isUnderWay } from "../../restoring/restore_company.ts";
import { companyNamed } from "../named.ts";
import { note } from "../noting.ts";
import { type Asked, operation } from "../operation.ts";

/** Brings back files of messages that are gone or altered from wherever they are, names those that are nowhere, and has them accepted as lost. */
export const companyFiles = operation(
  "company files",
  z.object({ company: z.string(), isAccepted: z.boolean(), keyPath: z.string() }),
  async (asked) => {
    const { tenants, serving, say, input } = asked, { id, name } = companyNamed(asked, input.company);
    if (isUnderWay(id)) throw new BadCommand("This company is being restored just now");
    const company = tenants.company(id), sought = await findFiles(tenants, company, keyFor(asked));
    const { of, brought, lost, unasked } = sought;
    if (lost.length > 0 && knownTargets(tenants).length === 0) say("There is no place for backups to look into");
    const named = namedFiles(company.read, lost), accepted = input.isAccepted ? lost.length : 0;
    if (accepted > 0) {
      checkAsked(sought);
      await acceptLost(company, lost);
      const changes = [{ field: "count", before: null, after: String(accepted) }];
      note(tenants, { companyId: id, what: "files.accept", target: id, changes, who: "balcao company files" });
    }
    if (serving && brought.length + accepted > 0) {
      log.info("Files of messages were looked for", { company: id, brought: brought.length, accepted });
    }
    return { id, name, of, brought: namedFiles(company.read, brought), lost: named, accepted, unasked };
  },
);

/** What was not looked for everywhere may not be lost. */
function checkAsked({ unasked: [place] }: Sought): void {
  if (!place) return;
  throw new BadCommand(`${place.place} could not be asked, and may have them: ${place.why}. Nothing was accepted`);
}

/** Where there are backups, their key has to be there. */
function keyFor({ tenants, serving, input }: Asked<{ keyPath: string }>): Uint8Array | undefined {
  const keyPath = serving?.backups.keyPath ?? input.keyPath, hasPlaces = knownTargets(tenants).length > 0;
  const key = readKey(keyPath);
  if (key) {
    checkBackupsKey(tenants.provider.read, key, keyPath);
    return keysOf(key).data;
  }
  if (!hasPlaces) return undefined;
  throw new BadCommand(
    `There is no key in ${keyPath}, and without it no backup can be read: balcao backup key --words makes it from its words`,
  );
}
