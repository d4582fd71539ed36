import type { Command } from "commander";
import { moneyText } from "../shared/money.ts";
import { BadUsage } from "../platform/config.ts";
import { act, onFolder } from "./act.ts";
import { excessLine, type LimitFlags, limitsOf, withLimits } from "./limits.ts";
import { hint } from "./out.ts";

interface PlanFlags extends LimitFlags {
  value?: string;
  offered?: string;
  name?: string;
}

export function planCommands(program: Command): void {
  const plan = program.command("plan").description("what companies may have, and what that costs them");
  onFolder(
    withLimits(priced(plan.command("add").argument("<NAME>").description("a new plan"))),
    "balcao plan add Essencial --value 99.90 --users 5 --connections 2 --storage 10GB",
  ).action((name, flags: PlanFlags, command) =>
    act(command, "plan add", { input: { value: "0", ...valuesOf(flags), name }, lines: (added) => [named(added)] })
  );
  onFolder(plan.command("list").description("all plans: number, name, price a month, and how many companies have it"))
    .action((_, command) =>
      act(command, "plan list", {
        input: {},
        lines: (all) =>
          all.map((one) =>
            `${named(one)}\t${moneyText(one.value)}\t${one.companies} ${one.companies === 1 ? "company" : "companies"}`
          ),
      })
    );
  onFolder(plan.command("show").argument("<PLAN>").description("one plan, by its number or name"))
    .action((which, _, command) =>
      act(command, "plan show", {
        input: { plan: which },
        lines: (found) => Object.entries(found).map(([name, value]) => `${name}\t${value ?? "none"}`),
      })
    );
  change(plan);
  onFolder(plan.command("remove").argument("<PLAN>").description("deletes a plan that no company has"))
    .action((which, _, command) => act(command, "plan remove", { input: { plan: which }, lines: () => [] }));
}

function change(plan: Command): void {
  onFolder(
    withLimits(priced(
      plan.command("change").argument("<PLAN>").description("changes what is named; companies keep what they have")
        .option("--name <name>", "what it is called from now on"),
    )),
    "balcao plan change Essencial --users 8",
  ).action((which, flags: PlanFlags, command) =>
    act(command, "plan change", {
      input: { plan: which, change: { ...valuesOf(flags), name: flags.name } },
      lines: (changed) => {
        for (const excess of changed.excesses) hint(excessLine(excess));
        return [named(changed)];
      },
    })
  );
}

function priced(command: Command): Command {
  return command
    .option("--value <reais>", "its price a month, such as 99.90")
    .option("--offered <yes|no>", "whether strangers may choose it when they sign up");
}

function valuesOf({ value, offered, ...limits }: PlanFlags) {
  if (offered !== undefined && offered !== "yes" && offered !== "no") throw new BadUsage("--offered takes yes or no");
  return {
    ...limitsOf(limits),
    ...(value === undefined ? {} : { value }),
    ...(offered === undefined ? {} : { offered: offered === "yes" }),
  };
}

function named({ id, name }: { id: number; name: string }): string {
  return `${id}\t${name}`;
}
