import type { Network } from "./network.ts";
import { readState, type RestOfState, type State, writeState } from "./state.ts";

const EVERY_MS = 2000;

/** The state in a folder, or nothing when the folder is new. */
export function loadState(folder: string): State | undefined {
  Deno.mkdirSync(folder, { recursive: true });
  try {
    return readState(Deno.readTextFileSync(`${folder}/state.json`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new Error(`The simulator's state in ${folder} cannot be read`, { cause: error });
  }
}

/** Writes the state down every two seconds if it changed, and when the returned function is called. */
export function keepState(folder: string, network: Network, rest: RestOfState): () => void {
  let saved = -1;
  const save = () => {
    if (saved === network.changes) return;
    saved = network.changes;
    // A reader, or a crash, must never see half a file.
    Deno.writeTextFileSync(`${folder}/state.json.new`, writeState(network, rest));
    Deno.renameSync(`${folder}/state.json.new`, `${folder}/state.json`);
  };
  save();
  const timer = setInterval(save, EVERY_MS);
  return () => {
    clearInterval(timer);
    save();
  };
}
