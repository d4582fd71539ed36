import { and, asc, desc, eq, ne } from "drizzle-orm";
import { millisecondsInDay } from "date-fns/constants";
import { type ConnectionRow, connectionTable } from "../connections/table.ts";
import {
  askedWithin,
  asksAgainAt,
  countUnknown,
  emitCheck,
  numbersBehind,
  runningCheck,
  setCheck,
  unknownOn,
} from "../contact_lists/checks.ts";
import type { ListCheckRow } from "../contact_lists/table.ts";
import { CLOUD } from "../contract/channels.ts";
import type { CheckWaits } from "../contract/contact_lists.ts";
import type { Company, Read } from "../platform/company.ts";
import { setting } from "../settings/settings.ts";
import type { Checks } from "./check_numbers.ts";
import { checkEndsAt } from "./check_forecast.ts";
import { CHECK_PACE, type CheckPace, mostInDay } from "./check_pace.ts";

/** What the network has said of before is passed over by so many rows at once. */
const PASSED_AT_ONCE = 5000;
/** After so long (ms) there is another look: while the way to the network is lost, and while it is being asked something. */
const NO_WAY = 5000, BUSY = 1000, NOT_ALLOWED = 30_000;

/**
 * Asks the network about the numbers of whole lists: one list after the other, a few numbers at a time, so that it survives
 * every restart where it was. What it learns counts for campaigns, too.
 */
export class ListChecker {
  /** When each company has something to do again (ms). */
  readonly #nextAt = new WeakMap<Company, number>();

  constructor(readonly checks: Pick<Checks, "check">, readonly pace: CheckPace = CHECK_PACE) {}

  /** To be called each second for a company that is at work. */
  tick(company: Company, now: number): void {
    const nextAt = this.#nextAt.get(company);
    if (nextAt === undefined) company.signals.on("listChecks", () => void this.#nextAt.set(company, 0));
    // Whatever begins says so; a clock that was set back makes nobody wait for longer than the longest pause.
    else if (nextAt === Infinity || (nextAt > now && nextAt - now <= this.pace.pause.to)) return;
    // Set first: what is signalled while it looks counts.
    this.#nextAt.set(company, Infinity);
    const then = this.#look(company, now);
    if (this.#nextAt.get(company) === Infinity) this.#nextAt.set(company, then);
  }

  /** Asks the next question if it may, and says when to look again (ms). */
  #look(company: Company, now: number): number {
    const row = runningCheck(company.latest);
    if (!row) return Infinity;
    if (setting(company.latest, "campaignsEnabled") !== "true") return now + NOT_ALLOWED;
    const connection = senderOf(company.latest);
    if (!connection) return this.#wait(company, row, "disconnected", now + NO_WAY);
    if (connection.situation === "restricted") return this.#wait(company, row, "restricted", now + NO_WAY);
    const [{ count, firstAt }] = askedWithin(company.latest, now - millisecondsInDay).all() as [Asked];
    const left = mostInDay(company.latest, connection, this.pace, now) - count;
    const dayEndsAt = (firstAt ?? now) + millisecondsInDay;
    const next = this.#next(company.latest, row, Math.min(this.pace.portion, Math.max(left, 1)), now);
    if (next.numbers.length === 0) return this.#passOver(company, row, next, now);
    const endsAt = this.#endsAt(company.latest, row, { connection, left, dayEndsAt }, now);
    if (left <= 0) return this.#wait(company, row, "tomorrow", dayEndsAt, endsAt);
    const again = asksAgainAt(company.latest);
    // A clock that was set back makes nobody wait for longer than the longest pause.
    if (again > now && again - now <= this.pace.pause.to) return this.#wait(company, row, null, again);
    return this.#ask(company, row, { connection, next, endsAt }, now);
  }

  /** The next numbers to ask about, up to which of the list's they go, and of how many more it is known then. */
  #next(db: Read, { listId, upTo }: ListCheckRow, most: number, now: number): Next {
    const rows = numbersBehind(db, { listId, upTo, most: PASSED_AT_ONCE }, now).all();
    const numbers = rows.filter(({ isKnown }) => !isKnown).slice(0, most).map(({ number }) => number);
    const last = numbers.at(-1) ?? rows.at(-1)?.number ?? upTo;
    const passed = rows.filter(({ number }) => number <= last).length;
    return { numbers, passed, upTo: last, isEnd: rows.length < PASSED_AT_ONCE };
  }

  /** When the check will be over (ms), as things stand. */
  #endsAt(
    db: Read,
    { listId }: ListCheckRow,
    { connection, left: today, dayEndsAt }: { connection: ConnectionRow; left: number; dayEndsAt: number },
    now: number,
  ): number | null {
    const left = countUnknown(db, listId, now);
    const perDay = (at: number) => mostInDay(db, connection, this.pace, at);
    return checkEndsAt({ left, today: Math.max(0, today), dayEndsAt, now }, perDay, this.pace) ?? null;
  }

  /** The network has spoken of all of these lately. */
  #passOver(company: Company, { listId, checked }: ListCheckRow, { passed, upTo, isEnd }: Next, now: number): number {
    company.write((db, emit) => {
      // Who came to the list meanwhile may stand before where it has come to.
      const isOver = isEnd && unknownOn(db, listId, now).all().length === 0;
      if (isOver) setCheck(db, listId, { state: "done", waits: null, endedAt: now });
      else setCheck(db, listId, isEnd ? { upTo: "", checked: 0 } : { upTo, checked: checked + passed });
      emitCheck(db, emit, listId);
    });
    return now;
  }

  #ask(
    company: Company,
    { listId, begunAt }: ListCheckRow,
    { connection, next: { numbers, passed, upTo }, endsAt }: {
      connection: ConnectionRow;
      next: Next;
      endsAt: number | null;
    },
    now: number,
  ): number {
    const answered = () => {
      company.write((db, emit) => {
        const row = runningCheck(db);
        // It may have been stopped meanwhile, and begun again.
        if (row?.listId !== listId || row.begunAt !== begunAt) return;
        setCheck(db, listId, { upTo, checked: row.checked + passed });
        emitCheck(db, emit, listId);
      });
      company.signals.emit("listChecks", {});
    };
    if (!this.checks.check(company, connection.id, numbers, now, answered)) return now + BUSY;
    const { from, to } = this.pace.pause, again = now + from + Math.random() * (to - from);
    // Noted before the answer is there: a process that dies meanwhile is not in a hurry afterwards.
    company.write((db, emit) => {
      setCheck(db, listId, { nextAt: Math.round(again), waits: null, goesOnAt: null, endsAt });
      emitCheck(db, emit, listId);
    });
    return again;
  }

  /** Says why nothing is asked before a moment (ms), once. */
  #wait(
    company: Company,
    { listId, ...had }: ListCheckRow,
    waits: CheckWaits | null,
    until: number,
    endsAt: number | null = had.endsAt,
  ): number {
    if (had.waits !== waits) {
      company.write((db, emit) => {
        setCheck(db, listId, { waits, goesOnAt: waits === "tomorrow" ? until : null, endsAt });
        emitCheck(db, emit, listId);
      });
    }
    return until;
  }
}

interface Asked {
  count: number;
  firstAt: number | null;
}

interface Next {
  numbers: string[];
  passed: number;
  upTo: string;
  isEnd: boolean;
}

/** The connection that asks: the default one while it is there, else the oldest that is. */
function senderOf(db: Read): ConnectionRow | undefined {
  return db.select().from(connectionTable)
    .where(and(
      ...[eq(connectionTable.channel, "whatsapp"), eq(connectionTable.status, "CONNECTED")],
      // The Cloud API answers no such question.
      ne(connectionTable.provider, CLOUD),
    ))
    .orderBy(desc(connectionTable.isDefault), asc(connectionTable.id)).limit(1).all()[0];
}
