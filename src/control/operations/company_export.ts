import { dirname } from "node:path";
import * as z from "zod/mini";
import { readExport } from "../../exports/read_export.ts";
import { BadExport } from "../../exports/bad_export.ts";
import { writeExport } from "../../exports/write_export.ts";
import { typed } from "../../contract/fields.ts";
import { lostFiles } from "../../messages/lost_files.ts";
import { log } from "../../platform/log.ts";
import type { Tenants } from "../../platform/tenants.ts";
import { VERSION } from "../../root.ts";
import { noteExport } from "../../privacy/reports.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { companyNamed } from "../named.ts";
import { note } from "../noting.ts";
import { operation } from "../operation.ts";

/** A place as the command sees it: the server may see another under the same name, or none. */
const Place = z.object({
  path: z.string().check(z.startsWith("/")),
  /** Of the file, or of the folder that it is to lie in. */
  device: z.int(),
  inode: z.int(),
});
const Password = z.optional(z.string().check(z.minLength(12), z.maxLength(1000)));

export const companyExport = operation(
  "company export",
  z.object({ company: z.string(), to: Place, isAnonymised: z.boolean(), password: Password }),
  async (asked) => {
    const { tenants, serving, say, signal, input: { company, to, isAnonymised, password } } = asked;
    const { id, name } = companyNamed(asked, company), folder = dirname(to.path);
    await refuseOther(to, folder, "write into");
    const { header, size } = await readable(
      () =>
        writeExport({ tenants, companyId: id, product: VERSION, path: to.path, isAnonymised, password, say, signal }),
      `write into ${folder}`,
    );
    noteExport(tenants, { companyId: id, path: to.path, isAnonymised }, Date.now());
    if (!isAnonymised) await tellOfLost(tenants, id, say);
    // Who stands at the command line reads the answer.
    if (serving) log.info("A company was exported", { company: id, isAnonymised });
    return { id, name, path: to.path, size, isAnonymised, isEncrypted: password !== undefined, ...countsOf(header) };
  },
);

/** Files that somebody has deleted are in no export, and no import makes them anew, or those whole that were altered. */
async function tellOfLost(tenants: Tenants, companyId: number, say: (hint: string) => void): Promise<void> {
  const { read, folder } = tenants.company(companyId), { of, lost } = await lostFiles(read, `${folder}/media`);
  if (lost.length > 0) {
    say(
      `${lost.length} of the ${of} files that its messages have are missing or altered: see balcao company files ${companyId}`,
    );
  }
}

function countsOf({ rows, media, schema }: { rows: Record<string, number>; media: number; schema: number }) {
  return { rows, media, schema };
}

export const companyImport = operation(
  "company import",
  z.object({ from: Place, name: z.optional(typed(1, 50)), password: Password }),
  async ({ tenants, say, signal, input: { from, name, password } }) => {
    await refuseOther(from, from.path, "read");
    const imported = await readable(
      () => readExport({ tenants, path: from.path, name, password, say, signal, now: Date.now() }),
      `read ${from.path}`,
    );
    note(tenants, { companyId: imported.id, what: "companies.add", target: imported.id });
    if (!imported.isAnonymised) await tellOfLost(tenants, imported.id, say);
    publishRecord(tenants, imported.id, "create");
    return imported;
  },
);

/** A service has a /tmp of its own, and sees nobody's home. */
async function refuseOther({ device, inode }: z.infer<typeof Place>, path: string, what: string): Promise<void> {
  const seen = await Deno.stat(path).catch(() => undefined);
  if (seen?.dev === device && seen.ino === inode) return;
  throw new BadExport(`${whatServerCannot(`${what} ${path}`)}`);
}

async function readable<T>(work: () => Promise<T>, what: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isHidden = error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable ||
      /read-only file system/i.test(String((error as Error).message));
    throw isHidden ? new BadExport(whatServerCannot(what)) : error;
  }
}

function whatServerCannot(what: string): string {
  return `The server cannot ${what}: use its data folder, and files that are its own user's`;
}
