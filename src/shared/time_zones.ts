/**
 * What JavaScript engines still call by the names of CLDR's first edition, as the IANA time zone database calls it today
 * (https://data.iana.org/time-zones/tzdb/backward).
 */
const TODAYS_NAMES: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The time zone under its name of today, in whatever case and by whatever older name it was written; a RangeError for none. */
export function zoneToday(timeZone: string): string {
  const listed = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  return TODAYS_NAMES[listed] ?? listed;
}

/** What a time zone was called before, where engines still call it so. */
export function olderNameOf(zone: string): string | undefined {
  return Object.entries(TODAYS_NAMES).find(([, today]) => today === zone)?.[0];
}

/** Every time zone by its name of today, in the alphabet's order. */
export function allZones(): string[] {
  return [...new Set(Intl.supportedValuesOf("timeZone").map((zone) => TODAYS_NAMES[zone] ?? zone))].sort();
}
