import { expect, onTestFinished, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { aPicture } from "../testing/exports.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { onDisk, sizeOf } from "../testing/small_disk.ts";

test("on a full disk neither an export nor an import leaves anything behind, and says what is wrong", async () => {
  const data = await aDataFolder(), home = await Deno.makeTempDir(), disk = `${home}/disk`;
  onTestFinished(async () => {
    for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  });
  await Deno.mkdir(disk);
  const tenants = new Tenants(data), aurora = tenants.company(2);
  await Deno.writeFile(`${aurora.folder}/media/picture`, new Uint8Array(20_000_000));
  aurora.write((db) => void aPicture(db, "picture", 20_000_000));
  tenants.close();

  // Full while the file is copied, while it is made anew, and while the media are written.
  for (const megabytes of [1, 2, 12]) {
    const exported = await onDisk(
      disk,
      megabytes,
      `balcao company export 2 '${disk}/a.tar' --data '${data}'; ls -A '${disk}'`,
    );
    expect(exported).toEqual({ out: "", said: expect.stringContaining("The disk is full") });
  }
  const whole = await onDisk(
    disk,
    60,
    `balcao company export 2 '${disk}/a.tar' --data '${data}' && mv '${disk}/a.tar' '${home}'`,
  );
  expect(whole.out).toContain("a.tar");

  const before = `cp -r '${data}'/. '${disk}' && ls -A '${disk}' > '${home}/before'`;
  await Deno.remove(`${data}/2/media/picture`);
  const used = Math.ceil(sizeOf(data) / 1_048_576);
  // Full while the company's file is written, and while its picture is.
  for (const megabytes of [used + 1, used + 12]) {
    const line =
      `balcao company import '${home}/a.tar' --name Cópia --data '${disk}'; ls -A '${disk}' > '${home}/after'; ` +
      `balcao company list --data '${disk}'`;
    const { out, said } = await onDisk(disk, megabytes, `${before} && { ${line}; }`);
    expect(said).toContain("The disk is full");
    expect(out).not.toContain("Cópia");
    const [was, is] = await Promise.all(["before", "after"].map((name) => Deno.readTextFile(`${home}/${name}`)));
    // What SQLite keeps beside an open file stays where a process ends before its statements were collected.
    const isOurs = (name: string) => name === "serve.lock" || /^provider\.db-(wal|shm)$/.test(name);
    expect(is!.split("\n").filter((name) => !was!.split("\n").includes(name) && !isOurs(name))).toEqual([]);
  }
}, 180_000);
