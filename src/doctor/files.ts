import type { Patient } from "./patient.ts";

/** The numbers of all companies' folders. */
export function companyFolders(folder: string): number[] {
  return entries(folder).filter((entry) => entry.isDirectory && /^[1-9]\d*$/.test(entry.name))
    .map(({ name }) => Number(name)).sort((a, b) => a - b);
}

export function entries(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}

/** A file or folder as it is, a link not followed; nothing where there is none. */
export function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}

export interface DataFile {
  /** 0 = the provider's. */
  companyId: number;
  path: string;
}

/** The databases of a data folder, whether they are there or not. Removed companies keep theirs for a while. */
export function databases({ folder }: Pick<Patient, "folder">): DataFile[] {
  return [
    { companyId: 0, path: `${folder}/provider.db` },
    ...companyFolders(folder).map((companyId) => ({ companyId, path: `${folder}/${companyId}/company.db` })),
  ];
}

/** A folder with neither a key nor a file of anybody. */
export function isUnset(folder: string): boolean {
  return companyFolders(folder).length === 0 &&
    ["server.key", "provider.db"].every((name) => !statOf(`${folder}/${name}`));
}

/** Whose it is, as a finding names it. */
export function about({ companyId }: Pick<DataFile, "companyId">): { company?: number } {
  return companyId === 0 ? {} : { company: companyId };
}

/** A number of bytes for a person: 1.5 GB. */
export function bytesText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const nth = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${Number((bytes / 1000 ** nth).toFixed(1))} ${units[nth]}`;
}

/** A span for a person: 3 days, 5 hours, 12 minutes, less than a minute. */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 2) return minutes === 0 ? "less than a minute" : "1 minute";
  const [count, unit] = minutes >= 2880
    ? [Math.floor(minutes / 1440), "days"]
    : minutes >= 120
    ? [Math.floor(minutes / 60), "hours"]
    : [minutes, "minutes"];
  return `${count} ${unit}`;
}
