import { milliseconds } from "date-fns/milliseconds";
import type { Check } from "../check.ts";
import { bytesText, companyFolders } from "../files.ts";
import { bad, warning } from "../finding.ts";

/** Open files of a company's file: database, log and index, by a writer and a reader. */
const PER_COMPANY = 6;
/** Files of companies that are open at once (platform/tenants.ts), and what else a server has open. */
const MOST_OPEN = 200, BESIDES = 200;
/** The share of the files that it may open which a process has open. */
const MANY = 0.6, TOO_MANY = 0.85;
/** How long (ms) a server counts as starting. */
const STARTING = milliseconds({ minutes: 5 });
/** Seconds that 1 of 100 rounds of the event loop may be late. */
const LATE = 0.25, VERY_LATE = 1;
/** The share of the machine's memory that the process may have; its unit allows 85 % (docs/operations.md). */
const MUCH = 0.7;

export const openFiles: Check = {
  name: "open_files",
  fine: "The process may open as many files as its companies need",
  look({ folder, proc }) {
    const limit = limitIn(`${proc}/limits`), companies = companyFolders(folder).length;
    if (limit === undefined) return [];
    const needed = Math.min(companies, MOST_OPEN) * PER_COMPANY + companies + BESIDES;
    if (limit < needed) {
      const says = `The process may open ${limit} files; ${companies} companies can need ${needed}`;
      const todo =
        `Set LimitNOFILE=65536 in the unit (balcao install does), or ulimit -n ${needed} before balcao serve`;
      return [warning({ what: "open_files_low", facts: { limit, companies, needed }, says, todo })];
    }
    const open = openIn(`${proc}/fd`);
    if (open < limit * MANY) return [];
    const says = `The process has ${open} files open, of ${limit} that it may`;
    const todo =
      "Start balcao serve anew at a quiet hour; when it comes back, tell who makes Balcão, and raise LimitNOFILE";
    return [(open < limit * TOO_MANY ? warning : bad)({ what: "open_files_many", facts: { open, limit }, says, todo })];
  },
};

/** How many files and sockets it has open (proc(5)); 0 where the system does not say it. */
function openIn(path: string): number {
  try {
    return [...Deno.readDirSync(path)].length;
  } catch {
    return 0;
  }
}

/** The soft limit of open files (proc(5)); nothing where the system does not say it. */
function limitIn(path: string): number | undefined {
  try {
    const said = /^Max open files\s+(\d+)/m.exec(Deno.readTextFileSync(path))?.[1];
    return said === undefined ? undefined : Number(said);
  } catch {
    return undefined;
  }
}

export const eventLoop: Check = {
  name: "event_loop",
  fine: "The server answers without delay",
  asksServer: true,
  look({ running, now }) {
    // A start opens every file, and links every line: that is no sign of anything.
    const isStarting = running !== undefined && now - running.startedAt < STARTING;
    const delay = isStarting ? undefined : running?.loopDelay();
    if (delay === undefined || delay < LATE) return [];
    const says = `The server is held up: 1 of 100 rounds of its event loop comes ${
      delay.toFixed(2)
    } seconds late or later`;
    const todo =
      "See what else the machine does (top), then the metric balcao_job_last_duration_seconds; give it more processor";
    return [(delay >= VERY_LATE ? bad : warning)({ what: "event_loop_late", facts: { ms: delay * 1000 }, says, todo })];
  },
};

export const memory: Check = {
  name: "memory",
  fine: "The process has the memory that it needs",
  asksServer: true,
  look({ running, proc }) {
    if (!running) return [];
    const used = residentIn(`${proc}/status`) ?? Deno.memoryUsage().rss, { total } = Deno.systemMemoryInfo();
    if (total === 0 || used / total < MUCH) return [];
    const { tenants, sessions } = running, open = tenants.openCount;
    const says =
      `The process has ${bytesText(used)} of the machine's ${bytesText(total)} of memory, with the files of ` +
      `${open} companies open and ${sessions()} sessions at networks`;
    const todo = "Start balcao serve anew at a quiet hour; when it comes back, give the machine more memory";
    return [warning({ what: "memory_high", facts: { used, all: total }, says, todo })];
  },
};

/** Bytes (proc(5), VmRSS). */
export function residentIn(path: string): number | undefined {
  try {
    const said = /^VmRSS:\s+(\d+) kB/m.exec(Deno.readTextFileSync(path))?.[1];
    return said === undefined ? undefined : Number(said) * 1024;
  } catch {
    return undefined;
  }
}
