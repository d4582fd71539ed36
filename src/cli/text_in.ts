import { BadCommand, NotThere } from "../platform/config.ts";
import { whyOf } from "../platform/system_words.ts";

/** What stands in a file that was named on the command line. */
export async function textIn(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new NotThere(`There is no file ${path}`);
    throw new BadCommand(`${path} cannot be read: ${whyOf(error)}`);
  }
}
