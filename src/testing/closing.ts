import { relative } from "node:path";
import type { Reporter, SerializedError, TestCase } from "vitest/node";

/** Characters of one failure; whoever reads the end of a log sees what failed, and all of it stands above. */
const LONGEST = 1200;

/** How long (ms) what the tests started may take to end once the run is over. */
const PATIENCE = 60_000;

let isWatching = false;

/** Ends a run in the line that CI reads, `N passed, N failed`, after one line for each that failed. */
export const closing: Reporter = {
  onInit({ config }) {
    isWatching = config.watch;
  },
  onTestRunEnd(modules, errors) {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    const failures = errors.map((error) => `an error outside of a test: ${short(error)}`);
    for (const module of modules) {
      const file = relative(Deno.cwd(), module.moduleId);
      for (const error of module.errors()) {
        count.failed++;
        failures.push(`${file}: ${short(error)}`);
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count[state]++;
        if (state === "failed") failures.push(`${file} > ${test.fullName}: ${why(test)}`);
      }
    }
    const skipped = count.skipped ? `, ${count.skipped} skipped` : "";
    // After what the other reporter says at the end.
    setTimeout(() => {
      for (const failure of failures) console.log(`failed: ${failure}`);
      console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
      if (!isWatching) Deno.unrefTimer(setTimeout(() => endByForce(count), PATIENCE));
    });
  },
};

/** A process that a test left behind holds its outputs open, and the run would wait for ever. */
function endByForce({ passed, failed }: { passed: number; failed: number }): void {
  for (const pid of descendants("self")) ifStillThere(() => Deno.kill(pid, "SIGKILL"));
  console.log("failed: what the tests started had not ended a minute after them");
  console.log(`${passed} passed, ${failed + 1} failed`);
  Deno.exit(1);
}

function descendants(of: string): number[] {
  const threads = ifStillThere(() => [...Deno.readDirSync(`/proc/${of}/task`)]) ?? [];
  const lists = threads.map(({ name }) =>
    ifStillThere(() => Deno.readTextFileSync(`/proc/${of}/task/${name}/children`)) ?? ""
  );
  return lists.flatMap((list) => list.match(/\d+/g) ?? []).flatMap((pid) => [...descendants(pid), Number(pid)]);
}

/** A process may end by itself while it is looked at. */
function ifStillThere<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function why(test: TestCase): string {
  return (test.result().errors ?? []).map(short).join(" | ");
}

function short({ message, stack = "" }: Pick<SerializedError, "message" | "stack">): string {
  const line = /[\w/]+_test\.tsx?:\d+/.exec(stack)?.[0];
  // deno-lint-ignore no-control-regex -- Chromium's and vitest's messages are coloured.
  const words = message.replaceAll(/\x1b\[[0-9;]*m/g, "").replaceAll(/\s+/g, " ");
  return `${words.slice(0, LONGEST)}${line ? ` (${line})` : ""}`;
}
