import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { aShell } from "../testing/command.ts";
import { aPicture } from "../testing/exports.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { onDisk, sizeOf } from "../testing/small_disk.ts";
import { anotherFolder } from "../testing/two_servers.ts";

const SIZE = 30_000_000;

test("a disk that fills while a company comes: the other side is told, goes on serving it, and nothing is left", async () => {
  const here = await aDataFolder(), there = await anotherFolder(), home = await Deno.makeTempDir();
  const disk = `${home}/disk`, way = `${home}/way`;
  onTestFinished(async () => {
    for (const folder of [here, there, home]) await Deno.remove(folder, { recursive: true });
  });
  for (const folder of [disk, way]) await Deno.mkdir(folder);
  const tenants = new Tenants(here), aurora = tenants.company(2);
  for (const name of ["one", "two"]) {
    await Deno.writeFile(`${aurora.folder}/media/${name}`, randomBytes(SIZE));
    aurora.write((db) => void aPicture(db, name, SIZE));
  }
  tenants.close();
  const old = aShell(() => here);

  // There is room when it is asked for, and none any more once the first picture comes.
  const filling = `until ls '${disk}'/arriving/*/media/* 2>&1 | grep -q one; do sleep 0.01; done; ` +
    `dd if=/dev/zero of='${disk}/ballast' bs=64k`;
  const line =
    `cp -r '${there}'/. '${disk}'; { ${filling}; } >&- 2>&- & balcao company fetch '${way}' --data '${disk}'; ` +
    `echo rc $?; kill %1 2>&-; rm '${disk}/ballast'; ls -A '${disk}/arriving'; balcao company list --json --data '${disk}'`;
  const room = Math.ceil((sizeOf(there) + sizeOf(here)) / 1_048_576) + 100;
  const [{ out, said }, moved] = await Promise.all([
    onDisk(disk, room, line),
    old("company", "move", "2", "--to", way, "--address", "https://desk2.example"),
  ]);
  expect(moved).toMatchObject({ code: 1, said: expect.stringContaining("The disk there is full") });
  expect(said).toContain("The disk is full");
  expect(out).toMatch(/^rc 1\n\[/);
  expect(out).not.toContain("Padaria Aurora");
  const listed: { id: number; damage: string | null }[] = (await old("company", "list")).answer;
  expect(listed.find(({ id }) => id === 2)).toMatchObject({ name: "Padaria Aurora", damage: null });
});
