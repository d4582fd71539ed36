import type { Command } from "commander";
import { BadUsage } from "../platform/config.ts";

/** What may be limited, as it is typed. */
export interface LimitFlags {
  users?: string;
  connections?: string;
  queues?: string;
  storage?: string;
}

export function withLimits(command: Command): Command {
  return command
    .option("--users <number>", "how many users; none = as many as one likes")
    .option("--connections <number>", "how many connections")
    .option("--queues <number>", "how many queues")
    .option("--storage <amount>", "of files, such as 500MB or 10GB");
}

/** As the rules take them: numbers, bytes of storage, null for none; what was not typed is left out. */
export function limitsOf({ users, connections, queues, storage }: LimitFlags) {
  return {
    users: countOf("--users", users),
    connections: countOf("--connections", connections),
    queues: countOf("--queues", queues),
    storage: storage === undefined || storage === "none" ? storage && null : bytesOf(storage),
  };
}

function countOf(flag: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  if (!/^\d{1,6}$/.test(text)) throw new BadUsage(`${flag} takes a number, or none`);
  return Number(text);
}

const UNITS = { kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3, tb: 1000 ** 4 };

/** Bytes of an amount such as 500MB, in the units of those who sell disks. */
function bytesOf(text: string): number {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(kb|mb|gb|tb)$/i.exec(text) ?? [];
  if (!amount || !unit) throw new BadUsage("--storage takes an amount such as 500MB or 10GB, or none");
  return Math.round(Number(amount) * UNITS[unit.toLowerCase() as keyof typeof UNITS]);
}

export interface Room {
  what: string;
  count: number;
  limit: number | null;
}

export function roomLine({ what, count, limit }: Room): string {
  return `${what}\t${count}\t${limit ?? "none"}`;
}

interface Excess extends Room {
  company: { id: number; name: string };
}

export function excessLine({ company, what, count, limit }: Excess): string {
  return `${company.name} has more ${what} than the plan allows, and keeps them: ${count} of ${limit}`;
}
