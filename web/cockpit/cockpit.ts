import { atom, getDefaultStore, useAtomValue } from "jotai";
import { milliseconds } from "date-fns/milliseconds";
import { useEffect } from "react";
import { type Cockpit, cockpit, type CockpitCompany } from "../../src/contract/cockpit.ts";
import type { Events } from "../../src/contract/events.ts";
import { call } from "../call.ts";
import { folded } from "../list/folded.ts";
import { onEvent, onResync, onReturn, subscribed } from "../live.ts";
import { reloadMe } from "../session.ts";
import { daysUntil } from "../ui/dates.ts";
import { showError } from "../ui/showError.ts";

/** After a change of plans, due dates or money all is read anew, this often (ms) and not more. */
const REREAD = 1000;
/** What changes with the clock alone: a new day, a company that is overdue (ms). */
const REREAD_ANYWAY = milliseconds({ minutes: 10 });

interface Shown {
  cockpit?: Cockpit;
  error?: unknown;
  isBusy: boolean;
}

const shownAtom = atom<Shown>({ isBusy: true });
const store = getDefaultStore();
let asked = 0;

async function read(): Promise<void> {
  const mine = ++asked;
  store.set(shownAtom, (now) => ({ ...now, isBusy: true }));
  try {
    await subscribed();
    const answer = await call(cockpit.show);
    if (mine === asked) store.set(shownAtom, { cockpit: answer, isBusy: false });
  } catch (error) {
    // What was there a minute ago is better than nothing.
    if (mine === asked) store.set(shownAtom, (now) => ({ ...now, error, isBusy: false }));
  }
}

/** Asks again after a failure. */
export function rereadCockpit(): void {
  void read();
}

function watch(): () => void {
  void read();
  let next: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    next ??= setTimeout(() => {
      next = undefined;
      void read();
    }, REREAD);
  };
  const clock = setInterval(read, REREAD_ANYWAY);
  const ends = [
    onEvent("companyFigures", (change) => {
      follow(change);
      // An answer that is on its way may be older than this.
      if (store.get(shownAtom).isBusy) again();
    }),
    onEvent("companyRecord", again),
    onEvent("plan", again),
    onEvent("providerInvoice", again),
    onEvent("paymentQuestion", again),
    onEvent("providerSetting", ({ record }) => record.key === "firstPage" && void reloadMe().catch(showError)),
    onResync(read),
    onReturn(() => store.get(shownAtom).error !== undefined && void read()),
  ];
  return () => {
    asked++;
    clearTimeout(next);
    clearInterval(clock);
    for (const end of ends) end();
    store.set(shownAtom, { isBusy: true });
  };
}

function follow({ companyId, isUnreadable, figures }: Events["companyFigures"]): void {
  store.set(shownAtom, ({ cockpit, ...rest }) => ({
    ...rest,
    cockpit: cockpit && {
      ...cockpit,
      companies: cockpit.companies.map((one) => one.id === companyId ? { ...one, isUnreadable, figures } : one),
    },
  }));
}

/** All companies and the money, live while the page is open. */
export function useCockpit(): Shown {
  useEffect(watch, []);
  return useAtomValue(shownAtom);
}

/** The same for what stands beside them. */
export function useShownCockpit(): Shown {
  return useAtomValue(shownAtom);
}

/** Which companies are looked at. */
export const FILTERS = ["all", "overdue", "down", "waiting", "soon"] as const;
export type Filter = typeof FILTERS[number];

/** A company is near its due date from this many days before on. */
const NEAR = 5;

const IS: Record<Filter, (company: CockpitCompany) => boolean> = {
  all: () => true,
  overdue: ({ isOverdue }) => isOverdue,
  down: ({ figures, isUnreadable }) => isUnreadable || figures.linesUp < figures.linesTotal,
  waiting: ({ figures }) => figures.waiting > 0,
  soon: ({ dueDate, timeZone, isOverdue, isProviders }) =>
    dueDate !== null && !isOverdue && !isProviders && daysUntil(dueDate, timeZone) <= NEAR,
};

/** The companies of a filter whose name or plan has the searched letters. */
export function found(companies: readonly CockpitCompany[], filter: Filter, search: string): CockpitCompany[] {
  const wanted = folded(search.trim());
  return companies.filter((one) => IS[filter](one) && folded(`${one.name}\n${one.plan?.name ?? ""}`).includes(wanted));
}

export interface Sums {
  companies: number;
  onTrial: number;
  blocked: number;
  overdue: number;
  /** Connections that should be connected, and are not. */
  down: number;
  lines: number;
  waiting: number;
  messagesToday: number;
}

export function sumsOf(companies: readonly CockpitCompany[]): Sums {
  const sum = (of: (company: CockpitCompany) => number) => companies.reduce((total, one) => total + of(one), 0);
  return {
    companies: companies.length,
    onTrial: companies.filter(({ isOnTrial, isOverdue }) => isOnTrial && !isOverdue).length,
    blocked: companies.filter(({ status }) => !status).length,
    overdue: companies.filter(IS.overdue).length,
    down: sum(({ figures }) => figures.linesTotal - figures.linesUp),
    lines: sum(({ figures }) => figures.linesTotal),
    waiting: sum(({ figures }) => figures.waiting),
    messagesToday: sum(({ figures }) => figures.messagesToday),
  };
}
