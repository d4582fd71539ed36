import { expect, test } from "vitest";
import { aDataFolder } from "../testing/fixtures.ts";
import { onDisk } from "../testing/small_disk.ts";

test("a key that a full disk does not take leaves no file, and is made once there is room", async () => {
  const data = await aDataFolder(), disk = await Deno.makeTempDir();
  const key = `BALCAO_BACKUP_KEY=${disk}/key balcao backup key --data ${data}`;
  const { out, said } = await onDisk(
    disk,
    1,
    `dd if=/dev/zero of=${disk}/full bs=4k count=10000 2>/dev/null; ${key} >/dev/null; ls ${disk}; rm ${disk}/full; ${key} | wc -l; stat -c %s ${disk}/key`,
  );
  expect([out.split("\n"), said]).toEqual([["full", "6", "32"], expect.stringContaining("disk is full")]);
  for (const folder of [data, disk]) await Deno.remove(folder, { recursive: true });
});
