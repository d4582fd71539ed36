import * as z from "zod/mini";
import { companyTable } from "../../companies/table.ts";
import { copyFile } from "../../exports/copy_file.ts";
import { BadCommand } from "../../platform/config.ts";
import { REHEARSAL } from "../../upgrades/kept.ts";
import { refuseFull } from "../../upgrades/room.ts";
import { PROVIDER } from "../../upgrades/schemas.ts";
import { operation } from "../operation.ts";

/** The files that an upgrade would be about, the provider's first, with the names of their companies. */
export const upgradeFiles = operation("upgrade files", z.object({}), ({ tenants, say }) => {
  const names = new Map(
    tenants.provider.read.select({ id: companyTable.id, name: companyTable.name }).from(companyTable).all()
      .map(({ id, name }) => [id, name]),
  );
  const ids = tenants.ids().filter((id) => !tenants.quarantine.has(id));
  for (const [id, why] of tenants.quarantine) say(`${names.get(id) ?? id} is closed as it is, and not tried: ${why}`);
  refuseFull(tenants.folder, [PROVIDER, ...ids]);
  return [{ id: PROVIDER, name: "" }, ...ids.map((id) => ({ id, name: names.get(id) ?? "" }))];
});

/** Copies a file as it is now; whoever asked removes the copy. */
export const upgradeCopy = operation("upgrade copy", z.object({ id: z.int() }), async ({ tenants, input, signal }) => {
  const { id } = input, folder = `${Deno.realPathSync(tenants.folder)}/${REHEARSAL}`, path = `${folder}/${id}.db`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await copyFile(() => id === PROVIDER ? tenants.providersFile() : tenants.fileOf(id), path, signal);
  } catch (error) {
    const why = tenants.quarantine.get(id);
    throw why === undefined ? error : new BadCommand(why);
  }
  return { path };
});
