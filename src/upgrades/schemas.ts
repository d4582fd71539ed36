import { schemaOf } from "../platform/file_header.ts";
import { migrationsOf, newestOf } from "../platform/migrate.ts";

export type Kind = "company" | "provider";

/** The provider's own file, among the companies' numbers. */
export const PROVIDER = 0;

/** The newest schema that this program knows of each kind of file. */
export function knownSchemas(): Record<Kind, number> {
  return { company: newestOf(migrationsOf("company")), provider: newestOf(migrationsOf("provider")) };
}

export function kindOf(id: number): Kind {
  return id === PROVIDER ? "provider" : "company";
}

/** Where a company's file lies in a data folder; the provider's under the number 0. */
export function fileOf(folder: string, id: number): string {
  return id === PROVIDER ? `${folder}/provider.db` : `${folder}/${id}/company.db`;
}

/** The numbers of all companies' folders in a data folder. */
export function companyIds(folder: string): number[] {
  return [...Deno.readDirSync(folder)].filter(({ isDirectory, name }) => isDirectory && /^[1-9]\d*$/.test(name))
    .map(({ name }) => Number(name)).sort((a, b) => a - b);
}

/** Whose files are of an older schema than this program's, the provider's first. What has no schema yet is made new. */
export function filesToUpgrade(folder: string): number[] {
  const known = knownSchemas();
  return [PROVIDER, ...companyIds(folder)].filter((id) => {
    const schema = schemaOf(fileOf(folder, id)) ?? 0;
    return schema > 0 && schema < known[kindOf(id)];
  });
}
