import { onTestFinished } from "vitest";
import { newRecoveryKey, writeKey } from "../backups/recovery_key.ts";
import { addTarget } from "../backups/targets/targets.ts";
import type { Serving } from "../control/operation.ts";
import { run } from "../control/run.ts";
import { aBalcao } from "./fixtures.ts";

/** The companies, all of whom a folder has a backup of, and the commands about Aurora as one gives them beside a running server. */
export async function aBackedUpDesk() {
  const home = await Deno.makeTempDir({ prefix: "balcao-backed-up-" }), keyPath = `${home}/key`;
  writeKey(keyPath, newRecoveryKey());
  const balcao = await aBalcao(() => {}, { backupKey: keyPath });
  const { tenants, backups, supervisor } = balcao, said: string[] = [];
  onTestFinished(async () => {
    await balcao.close();
    await Deno.remove(home, { recursive: true });
  });
  await Deno.mkdir(`${home}/place`);
  await addTarget(tenants, { kind: "folder", path: `${home}/place` });
  backups.current!.openTargets();
  tenants.checkAll();
  for (let nth = 0; nth < 2; nth++) await backups.current!.bringAll();
  const { signal } = new AbortController(), serving = { supervisor, backups } as unknown as Serving;
  const say = (text: string) => void said.push(text);
  return {
    ...balcao,
    home,
    /** What commands have said beside their answers. */
    said,
    have: (name: string, input: object = {}) =>
      run(name, { company: "2", keyPath, ...input }, { tenants, serving, data: "here", say, signal }),
  };
}
