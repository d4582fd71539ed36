import * as z from "zod/mini";
import { allZones, zoneToday } from "../../src/shared/time_zones.ts";
import { keep } from "../kept.ts";

const text = z.catch(z.string(), "");

/** What has been typed so far; a password is kept nowhere but on the page. */
const Typed = z.object({
  provider: text,
  personName: text,
  email: text,
  /** Whose the first company is. */
  whose: z.catch(z.enum(["own", "customers"]), "own"),
  companyName: text,
  adminName: text,
  adminEmail: text,
  timeZone: text,
});
export type Typed = z.infer<typeof Typed> & { password: string };

const KEY = "setUp";
/** Where somebody is whose browser names no place, but UTC alone. */
const USUAL_ZONE = "America/Sao_Paulo";

/** What was typed before this page was closed, and where the browser is. */
export function typedBefore(): Typed {
  const { timeZone, ...typed } = Typed.parse(parsed(localStorage.getItem(KEY)));
  return { ...typed, timeZone: timeZone || browserZone(), password: "" };
}

export function keepTyped({ password: _, ...typed }: Typed): void {
  keep(KEY, JSON.stringify(typed));
}

export function forgetTyped(): void {
  keep(KEY, null);
}

function parsed(text: string | null): object {
  try {
    return { ...JSON.parse(text ?? "{}") };
  } catch {
    return {};
  }
}

/** Where the browser is, until a company says otherwise. */
export function browserZone(): string {
  const zone = zoneToday(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return allZones().includes(zone) ? zone : USUAL_ZONE;
}
