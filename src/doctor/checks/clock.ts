import { milliseconds } from "date-fns/milliseconds";
import type { Check } from "../check.ts";
import { databases, spanText, statOf } from "../files.ts";
import { bad, type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** ms that clocks may differ. */
const APART = milliseconds({ minutes: 2 }), FAR = milliseconds({ minutes: 10 });
/** ms within which a clock that was set since the start is not worth a word. */
const SET = milliseconds({ seconds: 30 });
/** ms that another machine may take. */
const PATIENCE = 5000;

const SET_IT = "Have the clock set by NTP (timedatectl set-ntp true), then start balcao serve anew";

/** The times of files are of the past, and the clock went on evenly since the process started. */
export const clock: Check = {
  name: "clock",
  fine: "The clock is plausible",
  look(patient) {
    return [...futureFiles(patient), ...jumps(patient)];
  },
};

function futureFiles({ folder, now }: Patient): Found[] {
  const paths = databases({ folder }).flatMap(({ path }) => [path, `${path}-wal`]);
  const newest = Math.max(0, ...paths.map((path) => statOf(path)?.mtime?.getTime() ?? 0));
  if (newest <= now + APART) return [];
  const says = `The clock is wrong, or was: data were written ${spanText(newest - now)} later than it is now`;
  return [bad({ what: "clock_behind", facts: { ms: newest - now }, says, todo: SET_IT })];
}

function jumps({ running, now }: Patient): Found[] {
  if (!running) return [];
  const set = now - (performance.timeOrigin + performance.now());
  if (Math.abs(set) <= SET) return [];
  const way = set > 0 ? "forward" : "back";
  const says = `The clock was set ${way} by ${Math.round(Math.abs(set) / 1000)} seconds since the server started`;
  return [warning({ what: "clock_set", facts: { ms: set }, says, todo: SET_IT })];
}

/** Compares the clock with another machine's; it is asked only where a person has said so. */
export const clockOnline: Check = {
  name: "clock_online",
  fine: "The clock agrees with another machine's, or none was asked",
  async look({ online, now }) {
    if (!online) return [];
    const began = performance.now(), theirs = await askDate(online);
    if (typeof theirs === "string") {
      const todo = "See that this machine reaches the internet: name resolution, firewall, proxy";
      const says = `${online} cannot be asked for the time: ${theirs}`;
      return [warning({ what: "online_unreachable", facts: { place: online, why: theirs }, says, todo })];
    }
    const apart = Math.abs(theirs - (now + performance.now() - began));
    if (apart <= APART) return [];
    const says = `The clock is ${spanText(apart)} away from the one of ${online}`;
    return [
      (apart > FAR ? bad : warning)({ what: "clock_off", facts: { place: online, ms: apart }, says, todo: SET_IT }),
    ];
  },
};

/** ms, or why it is not known. */
async function askDate(address: string): Promise<number | string> {
  try {
    const answer = await fetch(address, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    await answer.body?.cancel();
    const date = Date.parse(answer.headers.get("date") ?? "");
    return Number.isNaN(date) ? "it does not say one" : date;
  } catch (error) {
    return (error as Error).message;
  }
}
