import { expect, onTestFinished, test } from "vitest";
import { aDataFolder } from "../testing/fixtures.ts";
import { onDisk } from "../testing/small_disk.ts";

/** On a full disk, with the logs that a killed process has left and without their indexes. */
async function onFullDisk(line: string, indexes: string) {
  const data = await aDataFolder(), disk = await Deno.makeTempDir();
  onTestFinished(async () => {
    for (const folder of [data, disk]) await Deno.remove(folder, { recursive: true });
  });
  const killed = `balcao serve --demo --port 0 --data ${disk}/d >/dev/null 2>&1 &
    until [ -s ${disk}/d/3/company.db-wal ] && [ -S ${disk}/d/serve.sock ]; do sleep 0.1; done
    sleep 1; kill -9 $(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' ${disk}/d/serve.lock); wait`;
  return await onDisk(
    disk,
    64,
    `${killed}; rm ${disk}/d/${indexes}; cat /dev/zero > ${disk}/fill 2>/dev/null; cd ${disk}; ${line}`,
  );
}

test("a server that a full disk keeps from opening its files says so, and so does the doctor", async () => {
  const { out, said } = await onFullDisk("balcao serve --data d; echo $?; balcao doctor --data d", "provider.db-shm");
  expect(said).toContain("provider.db cannot be opened: its disk is full");
  expect(out).toMatch(/^1$/m);
  expect(out).toContain("could not be looked at: the disk is full");
  expect(said + out).not.toContain("disk I/O error");
});

test("a company whose file a full disk keeps closed is served as soon as there is room", async () => {
  const { out, said } = await onFullDisk(
    "balcao user list 2 --data d; echo $?; rm fill; balcao user list 2 --data d",
    "2/company.db-shm",
  );
  expect(said).toContain("2/company.db cannot be opened: its disk is full");
  expect(out).toMatch(/^1$/m);
  expect(out).toContain("ana@aurora.test");
});

test("while nothing can be written the state that is looked at from outside is not ok", async () => {
  const data = await aDataFolder(), disk = await Deno.makeTempDir();
  onTestFinished(async () => {
    for (const folder of [data, disk]) await Deno.remove(folder, { recursive: true });
  });
  const health = 'curl -s "$address/api/health"';
  const { out } = await onDisk(
    disk,
    64,
    `balcao serve --demo --port 0 --data ${disk}/d >/dev/null 2>&1 &
    until grep -q '"address"' ${disk}/d/serve.lock 2>/dev/null; do sleep 0.1; done
    address=$(sed 's/.*"address":"\\([^"]*\\)".*/\\1/' ${disk}/d/serve.lock)
    ${health}; cat /dev/zero > ${disk}/fill 2>/dev/null; ${health}; rm ${disk}/fill
    for nth in $(seq 60); do ${health} | grep '"ok"' && break; sleep 0.5; done
    kill $(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' ${disk}/d/serve.lock); wait`,
  );
  expect([...out.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status)).toEqual(["ok", "degraded", "ok"]);
});
