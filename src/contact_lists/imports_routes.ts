import type { Context } from "hono";
import { LIST_SHEET, listImports } from "../contract/contact_lists.ts";
import { refuse } from "../contract/errors.ts";
import { routes } from "../platform/routes.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { headOf } from "../platform/with_file.ts";
import { isMisnamed, ZIP } from "../shared/sheet_text.ts";
import { beginImport, undoImport } from "./imports.ts";
import { importsOf, refuseSecondImport, rowsOfImport } from "./list_imports.ts";
import { contactListById } from "./lists.ts";
import { lookAt } from "./look.ts";

/** What a form has around its file (bytes). */
const ENVELOPE = 10_000;

export const listImportRoutes = routes((on) => {
  on(
    listImports.look,
    async ({ company, files }) => lookAt(company, (await sheetOf(files)).path!),
    ({ company, params, http }) => {
      contactListById(company.read, params.id);
      return admit(http);
    },
  );
  on(
    listImports.upload,
    async ({ company, params, body: { columns }, files, person }) =>
      beginImport(company, params.id, { file: await sheetOf(files), columns }, person.id),
    ({ company, params, http }) => {
      refuseSecondImport(company.read, params.id);
      return admit(http);
    },
  );
  on(listImports.imports, ({ company, params }) => importsOf(company.read, params.id));
  on(listImports.importRows, ({ company, params, query }) => rowsOfImport(company.read, params.id, query));
  on(listImports.undoImport, ({ company, params }) => undoImport(company, params.id));
});

/** Refuses what announces itself as too large. */
function admit({ req }: Context): number {
  if (Number(req.header("content-length") ?? 0) > LIST_SHEET.mostBytes + ENVELOPE) refuse("ERR_FILE_TOO_LARGE");
  return Infinity;
}

/** What a file must not be by its first bytes; all else the reader finds out. */
const NO_SHEET = /^(image|audio|video)\/|^application\/pdf$/;

async function sheetOf(files: ReceivedFile[]): Promise<ReceivedFile> {
  const [file] = files;
  if (!file?.path || files.length > 1) {
    refuse("ERR_INVALID_INPUT", { fields: { file: file ? "too_long" : "required" } });
  }
  if (file.size > LIST_SHEET.mostBytes) refuse("ERR_FILE_TOO_LARGE", { detail: { name: file.name } });
  if (NO_SHEET.test(file.mimetype)) refuse("ERR_FILE_TYPE", { detail: { name: file.name } });
  if (isMisnamed(file.name, await headOf(file.path, ZIP.length))) refuse("ERR_SHEET_UNREADABLE");
  return file;
}
