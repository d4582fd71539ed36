import { ignoreMissing } from "./is_there.ts";

/** In a company's folder, until somebody asks: also when the server was not running then, or died on the way. */
const MARK = "replaced";

/** Says of a folder that takes the place of a company's that Balcão itself has put it there. */
export function markReplaced(folder: string): void {
  Deno.writeTextFileSync(`${folder}/${MARK}`, "", { mode: 0o600 });
}

/** Whether it was marked; from now on it is not. */
export function forgetReplaced(folder: string): boolean {
  try {
    Deno.removeSync(`${folder}/${MARK}`);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}
