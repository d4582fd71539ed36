import type * as z from "zod/mini";
import type { RunningBackups } from "../backups/running.ts";
import type { Config } from "../platform/config.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";

/** The server that serves the folder, for what must not miss a running connection. */
export interface Serving {
  supervisor: Supervisor;
  config: Config;
  backups: RunningBackups;
  /** Where it listens: http://127.0.0.1:3000 */
  address: string;
}

/** What an operation works with, the same whether a server runs it or the command itself. */
export interface Context {
  tenants: Tenants;
  /** Nothing while nobody serves the folder: then the command itself has it. */
  serving?: Serving;
}

export interface Asked<Input> extends Context {
  input: Input;
  /** The data folder as the person named it, for sentences. */
  data: string;
  /** Shows a line while the operation goes on, beside its answer. */
  say(text: string): void;
  /** Aborted when whoever asked has gone, or the server is about to stop; what is not heeded is finished. */
  signal: AbortSignal;
}

/** Something that the command line can have done, by a name such as `company add`. Its answer is plain data. */
export interface Operation<Name extends string, S extends z.ZodMiniType, Answer> {
  name: Name;
  input: S;
  run(asked: Asked<z.output<S>>): Answer | Promise<Answer>;
}

// deno-lint-ignore no-explicit-any
export type AnyOperation = Operation<string, z.ZodMiniType, any>;

export function operation<const Name extends string, S extends z.ZodMiniType, Answer>(
  name: Name,
  input: S,
  run: (asked: Asked<z.output<S>>) => Answer | Promise<Answer>,
): Operation<Name, S, Answer> {
  return { name, input, run };
}
