import { PlanForm } from "../contract/plans.ts";
import { BadUsage } from "../platform/config.ts";
import { addPlan, allPlans } from "../plans/plans.ts";
import { moneyText } from "../shared/money.ts";
import { type Flags, options } from "./options.ts";
import { withTenants } from "./tenants.ts";

const USAGE =
  "balcao plan list | balcao plan add NAME [--value 99.90] [--users 5] [--connections 2] [--queues 5] [--storage 10GB]";

export function planVerb(args: string[]): Promise<void> {
  const { rest: [what, name, ...words], flags, data } = options(args);
  return withTenants(data, false, (tenants) => {
    if (what === "list" && name === undefined) {
      for (const { id, name, value, companies } of allPlans(tenants.provider.read)) {
        console.log(`${id}\t${name}\t${moneyText(value)}\t${companies} companies`);
      }
    } else if (what === "add" && name && words.length === 0) {
      const values = valuesOf(name, flags);
      const plan = tenants.provider.write((db) => addPlan(db, values, Date.now()));
      console.log(`${plan.id}\t${plan.name}`);
    } else throw new BadUsage(USAGE);
  });
}

function valuesOf(name: string, { users, connections, queues, storage, value = "0" }: Flags) {
  const read = PlanForm.safeParse({ name, value, users, connections, queues, storage: storage && bytesOf(storage) });
  return read.success ? read.data : refuseUsage();
}

function refuseUsage(): never {
  throw new BadUsage(USAGE);
}

const UNITS = { kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3, tb: 1000 ** 4 };

/** Bytes of an amount such as 500MB, in the units of those who sell disks. */
function bytesOf(text: string): number {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(kb|mb|gb|tb)$/i.exec(text) ?? [];
  return amount && unit ? Math.round(Number(amount) * UNITS[unit.toLowerCase() as keyof typeof UNITS]) : refuseUsage();
}
