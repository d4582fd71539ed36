import * as z from "zod/mini";
import type { Backups } from "../../backups/backups.ts";
import { PROVIDER } from "../../backups/keys.ts";
import { listCompanies } from "../../companies/companies.ts";
import { BadCommand } from "../../platform/config.ts";
import { companyNamed } from "../named.ts";
import { operation } from "../operation.ts";
import { backupsAtWork } from "./backup_targets.ts";

interface Proven {
  place: string;
  /** 0 = the provider's file. */
  id: number;
  name: string;
  /** Up to when (ms) it was restored, for a look, without a fault. */
  provenAt: number;
}

/** Restores the newest backups at every place, checks them and throws them away: what is else done by night. */
export const backupProve = operation(
  "backup prove",
  z.object({ company: z.optional(z.string()) }),
  async (asked) => {
    const { tenants, say, input: { company } } = asked, current = backupsAtWork(asked, "proven");
    const id = company === undefined ? undefined : companyNamed(asked, company).id;
    const why = id === undefined ? undefined : tenants.quarantine.get(id);
    if (why !== undefined) throw new BadCommand(`The company is not served, and its backup is not looked at: ${why}`);
    const since = Date.now();
    await current.nightly.proveNow(id, (done, all) => {
      if (done % 10 === 0 || done === all) say(`Proved ${done} of ${all}`);
    });
    const names = new Map(listCompanies(tenants).map((row) => [row.id, row.name]));
    const { proven, faults } = outcome(current, { names, id, since });
    if (faults.length > 0) throw new BadCommand(faults.join("\n"));
    return { proven };
  },
);

/** What is proven since then, and why the rest is not. */
function outcome(
  { ledger, targets }: Pick<Backups, "ledger" | "targets">,
  { names, id, since }: { names: ReadonlyMap<number, string>; id: number | undefined; since: number },
): { proven: Proven[]; faults: string[] } {
  const proofs = ledger.proofs, proven: Proven[] = [], faults: string[] = [];
  const ids = id === undefined ? [PROVIDER, ...names.keys()] : [id];
  for (const { known: { id: targetId, place }, uploader } of targets) {
    for (const companyId of ids) {
      const proof = proofs.find((one) => one.targetId === targetId && one.companyId === companyId);
      const name = companyId === PROVIDER ? "the provider's file" : names.get(companyId) ?? `company ${companyId}`;
      const isTried = proof !== undefined && proof.at >= since;
      const fault = isTried ? proof.fault : uploader.fault ?? "it could not be tried: the log says why";
      if (fault !== null) faults.push(`${place}: ${name}: ${fault}`);
      else proven.push({ place, id: companyId, name, provenAt: proof!.newest ?? proof!.at });
    }
  }
  return { proven, faults };
}
