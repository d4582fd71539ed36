/** Where the states of a company lie that are not its own now, in the data folder. */

/** Where a state is made ready that is to take the place of a company's, until it does. */
export function readyPlace(dataFolder: string, companyId: number): string {
  return `${dataFolder}/restores/${companyId}`;
}

const ASIDE = "aside";

/** A state that another has taken the place of, kept for undoing that. */
export interface Aside {
  path: string;
  companyId: number;
  /** Until when (ms) it was the company. */
  at: number;
}

function asidePlace(dataFolder: string, companyId: number, at: number): string {
  return `${dataFolder}/${ASIDE}/${companyId}.${at}`;
}

/** Where a company is put aside now (ms): as the newest of those that are kept, also when the clock was set back. */
export function newAsidePlace(dataFolder: string, companyId: number, now: number): string {
  const newest = asides(dataFolder).find((each) => each.companyId === companyId);
  return asidePlace(dataFolder, companyId, Math.max(now, (newest?.at ?? 0) + 1));
}

/** All that is kept aside, the newest first. */
export function asides(dataFolder: string): Aside[] {
  try {
    return [...Deno.readDirSync(`${dataFolder}/${ASIDE}`)].flatMap(({ name }) => {
      const [, companyId, at] = /^(\d+)\.(\d{13})$/.exec(name) ?? [];
      return at ? [{ path: `${dataFolder}/${ASIDE}/${name}`, companyId: Number(companyId), at: Number(at) }] : [];
    }).sort((one, other) => other.at - one.at);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Nothing was there to be set aside; what was before an earlier restoration is not what this one has replaced. */
export function isEmpty(path: string): boolean {
  return [...Deno.readDirSync(path)].length === 0;
}
