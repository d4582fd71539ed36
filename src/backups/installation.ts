import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { ignoreMissing } from "../platform/is_there.ts";
import { writeWhole } from "../platform/write_whole.ts";

/** Which installation keeps a data folder: one made by `recover` is another than the one whose state it has. */
const Installation = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  /** Whose state it began with, up to which moment (ms); no id = one from before they had any. */
  from: z.optional(z.object({ id: z.optional(z.string()), until: z.int() })),
});
export type Installation = z.infer<typeof Installation>;

const placeIn = (data: string) => `${data}/installation.json`;

/** The one of a data folder; nothing as long as nothing of it was backed up. */
export function readInstallation(data: string): Installation | undefined {
  try {
    return Installation.parse(JSON.parse(Deno.readTextFileSync(placeIn(data))));
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

export function newInstallation(data: string, from?: Installation["from"]): Installation {
  const made: Installation = { id: randomBytes(4).toString("hex"), ...(from && { from }) };
  writeWhole(placeIn(data), new TextEncoder().encode(JSON.stringify(made)));
  return made;
}
