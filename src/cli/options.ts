import { parseArgs } from "node:util";
import { BadCommand, BadUsage, dataFolder } from "../platform/config.ts";

export interface Flags {
  admin: boolean;
  super: boolean;
  reset: boolean;
  users: string | undefined;
  connections: string | undefined;
  queues: string | undefined;
  storage: string | undefined;
  value: string | undefined;
}

export function options(args: string[]): { rest: string[]; flags: Flags; data: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: "string" },
        users: { type: "string" },
        connections: { type: "string" },
        queues: { type: "string" },
        storage: { type: "string" },
        value: { type: "string" },
        admin: { type: "boolean", default: false },
        super: { type: "boolean", default: false },
        reset: { type: "boolean", default: false },
      },
    });
    const { data, users, connections, queues, storage, value, ...flags } = values;
    const folder = dataFolder(data, (name) => Deno.env.get(name));
    return { rest: positionals, flags: { ...flags, users, connections, queues, storage, value }, data: folder };
  } catch (error) {
    throw error instanceof BadCommand ? error : new BadUsage((error as Error).message);
  }
}
