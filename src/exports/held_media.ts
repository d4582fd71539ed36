import type { Tenants } from "../platform/tenants.ts";
import { linkAll } from "../restoring/make_ready.ts";
import { forgetImports, importFolder } from "./import_folders.ts";

interface HeldMedia {
  /** In the order of their names. */
  paths: string[];
  /** To be called once, however the export ends. */
  letGo(): Promise<void>;
}

/**
 * A company's media as they are, which nobody takes away until the export is written: how many there are stands before them.
 * To be taken after the file is copied: whatever that names is there, unless somebody has deleted it since.
 */
export async function holdMedia(tenants: Tenants, companyId: number): Promise<HeldMedia> {
  await forgetImports(tenants);
  const { folder, letGo } = await importFolder(tenants);
  try {
    const names = await linkAll(`${tenants.folder}/${companyId}/media`, `${folder}/media`);
    return { paths: [...names].sort().map((name) => `${folder}/media/${name}`), letGo };
  } catch (error) {
    await letGo();
    throw error;
  }
}
