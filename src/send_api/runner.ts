import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, lte, min, type Placeholder, sql } from "drizzle-orm";
import { noteChecks } from "../campaigns/check_numbers.ts";
import { leaveToAsk } from "../campaigns/check_pace.ts";
import { checkOf } from "../campaigns/numbers.ts";
import type { ChannelSession } from "../channels/channel.ts";
import { connectionById } from "../connections/connections.ts";
import { CHECK_LIFE } from "../contact_lists/items.ts";
import { Refusal } from "../contract/errors.ts";
import type { Company, Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { within } from "../shared/within.ts";
import { defaultConnection } from "../tickets/connection_for.ts";
import { contactBehind, isAddress } from "./check.ts";
import { fetchFileOf } from "./fetch_file.ts";
import { type ApiRequestRow, apiRequestTable } from "./table.ts";
import { asksNobody, emitRequests, endRequest, LIFE, take, type Taking } from "./take.ts";

/** Whom it asks about numbers: the session of a connection, while it runs. */
export interface Network {
  find(company: Company, connectionId: number): Pick<ChannelSession, "lookUpMany" | "state"> | undefined;
}

/** So many are taken up in one transaction: others of the process have their turn in between. */
const AT_ONCE = 20;
/** So many numbers are asked for at once, and how long (ms) until the next ones: many at once get a number banned. */
const MOST_CHECKED = 20, CHECKED_EVERY = milliseconds({ seconds: 1 });
/** Files that are fetched at once for one company. */
const MOST_FETCHED = 3;
/** When (ms) something that could not be found out is tried again. */
const AGAIN = milliseconds({ seconds: 10 });

/** How long (ms) the network may take to say which numbers it knows. */
const PATIENCE = milliseconds({ seconds: 15 });

interface Known {
  nextAt: number;
  isRunning: boolean;
  /** Requests whose file is being fetched. */
  fetching: Set<number>;
  checkedAt: number;
}

/** Turns what the API accepted into messages: a company's in the order in which they came, as soon as their receiver and file are known. */
export class ApiRunner {
  readonly #known = new WeakMap<Company, Known>();

  constructor(
    readonly network: Network,
    readonly keys: Taking["keys"],
    readonly admit: (company: Company, bytes: number) => void,
  ) {}

  /** Does what is due. To be called by the clock; what is accepted calls by itself. */
  tick(company: Company, now: number): void {
    const known = this.#knownOf(company);
    // Whatever is accepted says so; a clock that was set back makes nobody wait for what it was before.
    if (known.nextAt === Infinity || (known.nextAt > now && known.nextAt - now < LIFE)) return;
    void this.run(company);
  }

  #knownOf(company: Company): Known {
    let known = this.#known.get(company);
    if (!known) {
      const made: Known = known = { nextAt: 0, isRunning: false, fetching: new Set(), checkedAt: 0 };
      this.#known.set(company, known);
      company.signals.on("api", () => {
        made.nextAt = 0;
        void this.run(company);
      });
    }
    return known;
  }

  /** Until nothing can be done any more. */
  async run(company: Company): Promise<void> {
    const known = this.#knownOf(company);
    if (known.isRunning) return;
    known.isRunning = true;
    try {
      do {
        known.nextAt = Infinity;
        while (await this.#round(company, known));
      } while (known.nextAt <= Date.now());
      known.nextAt = Math.min(known.nextAt, nextDue.one(company.latest)?.at ?? Infinity);
    } catch (error) {
      known.nextAt = Date.now() + AGAIN;
      log.error("What the API accepted could not be sent", { company: company.id, error });
    } finally {
      known.isRunning = false;
    }
  }

  /** Whether there may be more to do at once. */
  async #round(company: Company, known: Known): Promise<boolean> {
    // Whoever accepted it is answered first.
    await new Promise((resolve) => setTimeout(resolve));
    const now = Date.now();
    this.#fetchFiles(company, known, now);
    const rows = dueRequests(company.latest, { now, most: AT_ONCE });
    if (rows.length === 0) return false;
    const { ready, toCheck } = sort(company.latest, rows, now);
    if (ready.length > 0) this.#takeAll(company, ready, now);
    const isAsked = toCheck.length > 0 && await this.#check(company, known, toCheck, now);
    return ready.length > 0 || isAsked;
  }

  #takeAll(company: Company, rows: ApiRequestRow[], now: number): void {
    const connections = company.write((db, emit) => {
      const used = new Set<number>();
      for (const row of rows) {
        try {
          used.add(company.write(() => take(db, emit, row, { company, keys: this.keys, now })));
        } catch (error) {
          if (isDiskFull(error)) throw error;
          // One that cannot be sent fails alone.
          if (!(error instanceof Refusal)) {
            log.error("A message of the API could not be made", { request: row.id, error });
          }
          endRequest(company, db, row, error instanceof Refusal ? error.code : "ERR_CREATING_MESSAGE");
        }
      }
      emitRequests(emit);
      return [...used];
    });
    for (const connectionId of connections) company.signals.emit("outbox", { connectionId });
  }

  /** Asks the network about numbers that nobody knows. Whether it answered. */
  async #check(company: Company, known: Known, rows: ApiRequestRow[], now: number): Promise<boolean> {
    const byConnection = Map.groupBy(
      rows.slice(0, MOST_CHECKED),
      (row) => row.connectionId ?? standardOf(company.latest),
    );
    let isAnswered = false;
    for (const [connectionId, asked] of byConnection) {
      const session = connectionId === undefined ? undefined : this.network.find(company, connectionId);
      try {
        if (session?.state.status !== "CONNECTED") throw new Error("The connection is down");
        // Wrong numbers get an account banned, whoever asks about them: campaigns' pace and day count here as well.
        const connection = connectionById(company.latest, connectionId!);
        const most = connection ? leaveToAsk(company.latest, connection, Date.now()).count : 0;
        if (most === 0) throw new Error("The network is asked about no more numbers now");
        const numbers = [...new Set(asked.map(({ number }) => number))].slice(0, most);
        const wait = known.checkedAt + CHECKED_EVERY - Date.now();
        if (wait > 0 && wait <= CHECKED_EVERY) await new Promise((resolve) => setTimeout(resolve, wait));
        known.checkedAt = Date.now();
        const found = await within(PATIENCE, session.lookUpMany(numbers));
        company.write((db) => noteChecks(db, numbers, found, Date.now()));
        isAnswered = true;
      } catch {
        this.#later(company, known, asked, now);
      }
    }
    return isAnswered;
  }

  #later(company: Company, known: Known, rows: ApiRequestRow[], now: number): void {
    const dueAt = Date.now() + AGAIN;
    company.write((db, emit) => {
      for (const row of rows) {
        const since = row.sendAt ?? row.at;
        if (now - since > LIFE) endRequest(company, db, row, "ERR_WAPP_CHECK_CONTACT");
        else {
          db.update(apiRequestTable).set({ dueAt, attempts: row.attempts + 1 }).where(eq(apiRequestTable.id, row.id))
            .run();
        }
      }
      emitRequests(emit);
    });
    known.nextAt = Math.min(known.nextAt, dueAt);
  }

  #fetchFiles(company: Company, known: Known, now: number): void {
    if (known.fetching.size >= MOST_FETCHED) return;
    const rows = filesDue(company.latest, { now, most: MOST_FETCHED * 2 }).filter(({ id }) => !known.fetching.has(id));
    for (const row of rows) {
      if (known.fetching.size >= MOST_FETCHED) return;
      known.fetching.add(row.id);
      void fetchFileOf(company, row, this.admit)
        .then(() => company.signals.emit("api", {}), (error) => {
          log.error("A file for the API could not be stored", { company: company.id, error });
          // A fault of ours, a full disk for instance: it is not fetched again and again.
          return new Promise((resolve) => setTimeout(resolve, AGAIN));
        })
        .finally(() => void known.fetching.delete(row.id));
    }
  }
}

function standardOf(db: Read): number | undefined {
  try {
    return defaultConnection(db);
  } catch {
    return undefined;
  }
}

/** What has its turn, and is due: of each receiver one at most, but for what was given a time. */
export function selectDue(
  db: Read,
  { now, most, needsFile }: { now: number | Placeholder; most: number | Placeholder; needsFile: 0 | 1 },
) {
  return db.select().from(apiRequestTable).where(and(
    eq(apiRequestTable.state, sql`'waiting'`),
    sql`${apiRequestTable.needsFile} = ${sql.raw(String(needsFile))}`,
    lte(apiRequestTable.dueAt, now as number),
    // What was given a time waits for who was before it.
    sql`(${apiRequestTable.sendAt} is null or not exists (select 1 from api_requests earlier
      where earlier.state = 'waiting' and earlier.number = ${apiRequestTable}.number
      and earlier.id < ${apiRequestTable}.id and coalesce(earlier.send_at, 0) <= ${now}))`,
  )).orderBy(asc(apiRequestTable.dueAt), asc(apiRequestTable.id)).limit(most as number);
}
const WANTED = {
  now: prepared.arg("now") as unknown as Placeholder,
  most: prepared.arg("most") as unknown as Placeholder,
};
const dueRequests = prepared((db) => selectDue(db, { ...WANTED, needsFile: 0 }).prepare());
const filesDue = prepared((db) => selectDue(db, { ...WANTED, needsFile: 1 }).prepare());

const nextDue = prepared((db) =>
  db.select({ at: min(apiRequestTable.dueAt) }).from(apiRequestTable).where(eq(apiRequestTable.state, sql`'waiting'`))
    .prepare()
);

/** Without any connection it waits for one. */
function isFree(db: Read, { connectionId }: ApiRequestRow): boolean {
  return (connectionId !== null || standardOf(db) !== undefined) && asksNobody(db, connectionId);
}

/** What can leave, and what must be found out first. */
function sort(db: Read, rows: ApiRequestRow[], now: number) {
  const isKnown = (row: ApiRequestRow) =>
    // What is too old fails whoever it is for.
    now - (row.sendAt ?? row.at) > LIFE || isAddress(row.number) || contactBehind(db, row.number) !== undefined ||
    checkOf(db, row.number, now - CHECK_LIFE) !== undefined || isFree(db, row) ||
    (row.connectionId !== null && !connectionById(db, row.connectionId));
  const toCheck = rows.filter((row) => !isKnown(row)), unknown = new Set(toCheck.map(({ number }) => number));
  return { toCheck, ready: rows.filter(({ number }) => !unknown.has(number)) };
}
