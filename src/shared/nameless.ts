/** How somebody is called of whom neither a name nor a number is known: by the channel in which they write. */
export const NAMELESS_AT = {
  wa_user: "WhatsApp",
  facebook: "Facebook",
  instagram: "Instagram",
  webchat: "Web chat",
} as const;

const NAMES = new Set<string>(Object.values(NAMELESS_AT));

/** Whether this is no name that anybody gave. */
export function isNameless(name: string): boolean {
  return NAMES.has(name);
}
