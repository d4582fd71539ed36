import { afterAll, vi } from "vitest";
import { allowInner } from "../platform/inner_network.ts";

// Files share a process, one after the other: none is to find the clock, the environment, the folder, or the inner hosts that
// were allowed, of the one before it.
const environment = Deno.env.toObject(), folder = Deno.cwd();

afterAll(() => {
  allowInner([]);
  allowInner([], "setting");
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(Deno.env.toObject())) if (!(name in environment)) Deno.env.delete(name);
  for (const [name, value] of Object.entries(environment)) if (Deno.env.get(name) !== value) Deno.env.set(name, value);
  Deno.chdir(folder);
});
