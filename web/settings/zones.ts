import { allZones, olderNameOf, zoneToday } from "../../src/shared/time_zones.ts";
import { folded } from "../list/folded.ts";

export interface Zone {
  id: number;
  /** IANA name. */
  name: string;
  city: string;
  /** The IANA name that it had before. */
  older: string | undefined;
  /** "Horário Padrão de Brasília, GMT-3", in the reader's language. */
  clock: string;
}

/** The database writes its cities in plain letters; Brazil's get their own. */
const CITIES: Record<string, string> = {
  Araguaina: "Araguaína",
  Belem: "Belém",
  Cuiaba: "Cuiabá",
  Eirunepe: "Eirunepé",
  Maceio: "Maceió",
  Noronha: "Fernando de Noronha",
  Santarem: "Santarém",
  Sao_Paulo: "São Paulo",
};

/** All time zones in words, the city's name first. */
export function zonesIn(locale: string, now: Date): Zone[] {
  return allZones().map((name, id) => zoneIn(locale, name, id, now));
}

function zoneIn(locale: string, name: string, id: number, now: Date): Zone {
  const city = name.split("/").at(-1)!;
  const say = (timeZoneName: "longGeneric" | "shortOffset") =>
    new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName }).formatToParts(now)
      .find(({ type }) => type === "timeZoneName")!.value;
  const [clock, offset] = [say("longGeneric"), say("shortOffset")];
  return {
    id,
    name,
    older: olderNameOf(name),
    city: CITIES[city] ?? city.replaceAll("_", " "),
    clock: clock === offset ? offset : `${clock}, ${offset}`,
  };
}

/** Those in which every typed word is found: of the city, the clock, the continent, or an older name. */
export function zonesFound(zones: readonly Zone[], typed: string): Zone[] {
  const words = folded(typed).split(/[\s/_]+/).filter(Boolean);
  const today = todaysName(typed);
  return zones.filter(({ name, older = "", city, clock }) => {
    const text = folded(`${name} ${older} ${city} ${clock}`).replaceAll("_", " ");
    return name === today || words.every((word) => text.includes(word));
  });
}

/** Of a name written out, such as Brazil/East. */
function todaysName(typed: string): string | undefined {
  try {
    return typed.includes("/") ? zoneToday(typed.trim().replaceAll(" ", "_")) : undefined;
  } catch {
    return undefined;
  }
}
