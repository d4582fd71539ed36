import { upgradeFolder } from "../upgrades/upgrade.ts";

/**
 * A process that upgrades a data folder: a program for the tests that kill it, or let it run into a wall. It says when it
 * begins, and in the end as JSON which companies could not be upgraded.
 */
if (import.meta.main) {
  const begin = () => Promise.resolve(console.log("begins"));
  console.log(JSON.stringify([...await upgradeFolder(Deno.args[0]!, { begin, now: Date.now() })]));
}
