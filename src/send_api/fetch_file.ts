import { milliseconds } from "date-fns/milliseconds";
import { and, eq } from "drizzle-orm";
import { Refusal } from "../contract/errors.ts";
import type { Company } from "../platform/company.ts";
import { FetchFailure, fetchFile } from "../platform/fetch_file.ts";
import { keepMedia, newMediaPath } from "../platform/media.ts";
import { honestType, plainName } from "../platform/upload.ts";
import { LARGEST_FILE } from "../shared/limits.ts";
import { type ApiRequestRow, apiRequestTable } from "./table.ts";
import { emitRequests, endRequest } from "./take.ts";

/** How long (ms) a file may take. */
const FETCHED_WITHIN = milliseconds({ minutes: 1 });

/** Fetches the file of a request from its address; `admit` refuses what there is no room for. What cannot be fetched fails. */
export async function fetchFileOf(
  company: Company,
  row: ApiRequestRow,
  admit: (company: Company, bytes: number) => void,
): Promise<void> {
  const path = newMediaPath(company), draft = row.draft!;
  try {
    const { name, mimetype, size } = await fetchFile(draft.mediaUrl!, path, {
      most: LARGEST_FILE,
      within: FETCHED_WITHIN,
    });
    const named = { path, name: plainName(name), mimetype, size };
    const honest = await honestType(named);
    admit(company, size);
    await keepMedia([path]);
    const file = { file: path.split("/").at(-1)!, name: withEnding(named.name, honest), mimetype: honest, size };
    company.write((db, emit) => {
      const { mediaUrl: _, ...rest } = draft;
      const changed = db.update(apiRequestTable)
        .set({ draft: { ...rest, file }, fileName: file.name, needsFile: false })
        .where(and(eq(apiRequestTable.id, row.id), eq(apiRequestTable.state, "waiting"))).returning().all();
      if (changed.length === 0) company.afterwards(() => void Deno.remove(path).catch(() => {}));
      emitRequests(emit);
    });
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    if (!(error instanceof FetchFailure || error instanceof Refusal)) throw error;
    const failure = error instanceof Refusal ? error.code : "ERR_MEDIA_ADDRESS";
    company.write((db, emit) => {
      endRequest(company, db, row, failure);
      emitRequests(emit);
    });
  }
}

/** A name without an ending gets that of what it is, so that phones open it. */
function withEnding(name: string, mimetype: string): string {
  if (/\.\w{1,8}$/.test(name)) return name;
  const ending = /^[\w-]+\/(?:x-)?([\w-]{2,5})$/.exec(mimetype)?.[1];
  return ending ? `${name}.${ending === "jpeg" ? "jpg" : ending}` : name;
}
