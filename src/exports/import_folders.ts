import type { Tenants } from "../platform/tenants.ts";

/** How a folder is called in which an import is made ready: no company's, and named by nobody. */
const NAME = /^import-[0-9a-f-]{36}$/;
/** Those that this process is at work in. */
const living = new Set<string>();

/** A new folder for an import within the data folder, and how to let go of it, with whatever is still in it. */
export async function importFolder({ folder: data }: Tenants) {
  const name = `import-${crypto.randomUUID()}`, folder = `${data}/${name}`;
  living.add(name);
  await Deno.mkdir(`${folder}/media`, { recursive: true, mode: 0o700 });
  return {
    folder,
    async letGo(): Promise<void> {
      living.delete(name);
      await Deno.remove(folder, { recursive: true }).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    },
  };
}

/** Deletes what imports have left that were killed. One process alone has the data folder. */
export async function forgetImports({ folder: data }: Tenants): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(data)) {
    if (!isDirectory || !NAME.test(name) || living.has(name)) continue;
    await Deno.remove(`${data}/${name}`, { recursive: true });
  }
}
