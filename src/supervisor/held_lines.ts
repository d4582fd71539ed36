import { ignoreMissing, isThere } from "../platform/is_there.ts";
import { writeWhole } from "../platform/write_whole.ts";

/** In a data folder that was made from a backup: the installation it was made from may still have the lines. */
const placeIn = (data: string) => `${data}/lines.held`;

/** No line starts by itself from now on, whoever serves the folder. */
export function holdLines(data: string): void {
  writeWhole(placeIn(data), new Uint8Array());
}

export function areLinesHeld(data: string): boolean {
  return isThere(placeIn(data));
}

/** Whether they were held. */
export function releaseLines(data: string): boolean {
  try {
    Deno.removeSync(placeIn(data));
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}
