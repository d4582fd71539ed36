import type { Command } from "commander";
import { BadUsage } from "../platform/config.ts";
import { act, onFolder } from "./act.ts";
import { companyFileCommands } from "./company_file.ts";
import { companyFilesCommand } from "./company_files.ts";
import { companyMoveCommands } from "./company_move.ts";
import { excessLine, type LimitFlags, limitsOf, type Room, roomLine, withLimits } from "./limits.ts";
import { hint } from "./out.ts";

export function companyCommands(program: Command): void {
  const company = program.command("company").description("companies, each with a file of its own");
  addAndList(company);
  suspendAndResume(company);
  limitAndPlan(company);
  removeAndRestore(company);
  companyFileCommands(company);
  companyFilesCommand(company);
  companyMoveCommands(company);
}

function addAndList(company: Command): void {
  onFolder(
    company.command("add").argument("<NAME>").description("a new company, served at once where a server runs"),
    'balcao company add "Padaria Aurora"',
  ).action((name, _, command) =>
    act(command, "company add", { input: { name }, lines: (added) => [`${added.id}\t${added.name}`], mayCreate: true })
  );
  onFolder(
    company.command("list").description("all companies: number and name, and whether one is suspended or overdue")
      .option("--removed", "those that were removed and can be brought back, and until when"),
    "balcao company list --json",
    "balcao company list --removed",
  ).action(({ removed }, command) =>
    removed
      ? act(command, "company list removed", { input: {}, lines: (all) => all.map(removedRow) })
      : act(command, "company list", { input: {}, lines: (all) => all.map(rowOf) })
  );
  onFolder(
    company.command("show").argument("<COMPANY>").description("one company, by its number or name"),
    'balcao company show "Padaria Aurora"',
  ).action((which, _, command) =>
    act(command, "company show", {
      input: { company: which },
      lines: ({ figures, copies, ...record }) => [
        ...Object.entries({ ...record, ...figures }).map(([name, value]) => `${name}\t${value ?? ""}`),
        ...copies.map(({ id, name, at }: Copied) => `copy\t${id}\t${name}\t${at}`),
      ],
    })
  );
}

type Copied = { id: number; name: string; at: string };

interface Row {
  id: number;
  name: string;
  isSuspended: boolean;
  isOverdue: boolean;
  damage: string | null;
  isNotUpgraded: boolean;
}

/** A company as a line of the list. */
export function rowOf({ id, name, isSuspended, isOverdue, damage, isNotUpgraded }: Row): string {
  const standing = isSuspended ? "suspended" : isOverdue ? "overdue" : undefined;
  const file = isNotUpgraded ? "not upgraded" : damage ? "damaged" : undefined;
  return [id, name, ...(file ? [file] : []), ...(standing ? [standing] : [])].join("\t");
}

function removedRow({ id, name, keptUntil }: { id: number; name: string; keptUntil: string }): string {
  return [id, name, keptUntil].join("\t");
}

function suspendAndResume(company: Command): void {
  onFolder(
    company.command("suspend").argument("<COMPANY>")
      .description("lets its people out and closes its connections; nothing is deleted"),
    "balcao company suspend 7",
  ).action((which, _, command) => act(command, "company suspend", { input: { company: which }, lines: named }));
  onFolder(
    company.command("resume").argument("<COMPANY>").description("opens a suspended company again"),
    "balcao company resume 7",
  ).action((which, _, command) => act(command, "company resume", { input: { company: which }, lines: named }));
}

function named({ id, name }: { id: number; name: string }): string[] {
  return [`${id}\t${name}`];
}

function limitAndPlan(company: Command): void {
  onFolder(
    withLimits(
      company.command("limit").argument("<COMPANY>")
        .description(
          "what it has and may have; with limits, gives it those: a plan of its own at the price of its present one",
        ),
    ),
    "balcao company limit 7",
    "balcao company limit 7 --users 12 --storage none",
  ).action((which, flags: LimitFlags, command) =>
    act(command, "company limit", {
      input: { company: which, limits: limitsOf(flags) },
      lines: ({ id, name, limits }) => {
        for (const room of limits as Room[]) {
          if (room.limit !== null && room.count > room.limit) hint(excessLine({ company: { id, name }, ...room }));
        }
        return limits.map(roomLine);
      },
    })
  );
  onFolder(
    company.command("plan").argument("<COMPANY>").argument("<PLAN>")
      .description("what it may have and pays; with the plan none, it may have as much as it likes"),
    'balcao company plan "Padaria Aurora" Essencial',
  ).action((which, plan, _, command) =>
    act(command, "company plan", {
      input: { company: which, plan: plan === "none" ? null : plan },
      lines: ({ excesses }) => {
        for (const excess of excesses) hint(excessLine(excess));
        return [];
      },
    })
  );
}

function removeAndRestore(company: Command): void {
  onFolder(
    company.command("remove").argument("<COMPANY>").description("its files stay for thirty days"),
    'balcao company remove "Oficina Norte"',
  ).action((which, _, command) => act(command, "company remove", { input: { company: which }, lines: named }));
  onFolder(
    company.command("restore").argument("<ID>").description("brings a removed company back, by its number")
      .option("--name <NAME>", "under another name, where somebody has its own by now"),
    "balcao company restore 7",
    'balcao company restore 7 --name "Oficina Norte (antiga)"',
  ).action((id, { name }, command) => {
    if (!/^\d{1,15}$/.test(id)) throw new BadUsage(`A removed company goes by its number: ${id} is none`);
    return act(command, "company restore", { input: { id: Number(id), name }, lines: named });
  });
}
