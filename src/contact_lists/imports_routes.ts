import { LIST_SHEET, listImports } from "../contract/contact_lists.ts";
import { refuse } from "../contract/errors.ts";
import { routes } from "../platform/routes.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { beginImport, importsOf, refuseSecondImport, rowsOfImport, undoImport } from "./imports.ts";

/** What a form has around its file (bytes). */
const ENVELOPE = 10_000;

export const listImportRoutes = routes((on) => {
  on(
    listImports.upload,
    ({ company, params, files, person }) => beginImport(company, params.id, sheetOf(files), person.id),
    ({ company, params, http }) => {
      refuseSecondImport(company.read, params.id);
      const announced = Number(http.req.header("content-length") ?? 0);
      if (announced > LIST_SHEET.mostBytes + ENVELOPE) refuse("ERR_FILE_TOO_LARGE");
      return Infinity;
    },
  );
  on(listImports.imports, ({ company, params }) => importsOf(company.read, params.id));
  on(listImports.importRows, ({ company, params, query }) => rowsOfImport(company.read, params.id, query));
  on(listImports.undoImport, ({ company, params }) => undoImport(company, params.id));
});

/** What a file must not be by its first bytes; all else the reader finds out. */
const NO_SHEET = /^(image|audio|video)\/|^application\/pdf$/;

function sheetOf(files: ReceivedFile[]): ReceivedFile {
  const [file] = files;
  if (!file?.path || files.length > 1) {
    refuse("ERR_INVALID_INPUT", { fields: { file: file ? "too_long" : "required" } });
  }
  if (file.size > LIST_SHEET.mostBytes) refuse("ERR_FILE_TOO_LARGE", { detail: { name: file.name } });
  if (NO_SHEET.test(file.mimetype)) refuse("ERR_FILE_TYPE", { detail: { name: file.name } });
  return file;
}
