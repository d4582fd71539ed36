/** Where a company is copied for its way out, so that what changes meanwhile can be told. */
export function leavingPlace(dataFolder: string, companyId: number): string {
  return `${dataFolder}/leaving/${companyId}`;
}

/** Where companies arrive, by the ids of their moves: nobody serves what lies there. */
export function arrivingPlace(dataFolder: string, moveId: string): string {
  return `${dataFolder}/arriving/${moveId}`;
}

/** The file in an arriving company's folder that says that all of it is there. */
export const PREPARED = "prepared";

/** The one that says which company it is. */
export const COMES = "comes.json";

export async function removeFolder(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
