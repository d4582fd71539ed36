import type { Read } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { BadFile } from "../platform/migrate.ts";
import type { Tenants } from "../platform/tenants.ts";
import { providerSetting, setGenerated } from "./provider_settings.ts";

/** What the key of the server is known by again. */
const printOf = (keys: Pick<Keys, "digest">) => keys.digest("the server's own key");

/** Whether it is the key that everything in this folder is sealed with, as far as that was noted. `db` is provider.db. */
export function isServersKey(db: Read, keys: Pick<Keys, "digest">): boolean {
  const known = providerSetting(db, "serverKeyPrint");
  return known === "" || known === printOf(keys);
}

/** To be called when a data folder is opened; throws a BadFile where another key lies in the place of its own. */
export function refuseForeignKey({ folder, provider, keys }: Pick<Tenants, "folder" | "provider" | "keys">): void {
  if (!isServersKey(provider.read, keys)) {
    throw new BadFile(
      `${folder}/server.key is not the key of this folder: bring its own back (balcao recover into another folder has it)`,
    );
  }
  if (providerSetting(provider.read, "serverKeyPrint") !== "") return;
  provider.write((db) => setGenerated(db, "serverKeyPrint", printOf(keys)));
}
