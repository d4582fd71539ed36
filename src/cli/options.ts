import { parseArgs } from "node:util";
import { BadCommand, BadUsage, dataFolder } from "../platform/config.ts";

export interface Flags {
  admin: boolean;
  super: boolean;
  reset: boolean;
  storage: string | undefined;
}

export function options(args: string[]): { rest: string[]; flags: Flags; data: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: "string" },
        storage: { type: "string" },
        admin: { type: "boolean", default: false },
        super: { type: "boolean", default: false },
        reset: { type: "boolean", default: false },
      },
    });
    const { data, storage, ...flags } = values;
    const folder = dataFolder(data, (name) => Deno.env.get(name));
    return { rest: positionals, flags: { ...flags, storage }, data: folder };
  } catch (error) {
    throw error instanceof BadCommand ? error : new BadUsage((error as Error).message);
  }
}
