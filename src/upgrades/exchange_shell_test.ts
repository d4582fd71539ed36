import { dirname } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { markUnfinished } from "../platform/unfinished.ts";
import { anExecutable, runProgram } from "../testing/executables.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { PROGRAM_FOLDER } from "../testing/program.ts";
import { onDisk } from "../testing/small_disk.ts";

/** Bytes by which the version that comes is longer: it is told from the one before by its length alone. */
const LONGER = 1000;

let home: string, next: string;
beforeAll(async () => {
  home = await Deno.makeTempDir({ prefix: "balcao-exchange-" });
  next = await anExecutable(`${home}/next`, PROGRAM_FOLDER, LONGER);
});
afterAll(async () => await Deno.remove(home, { recursive: true }));

let folder: string, target: string;
beforeEach(async () => {
  const installed = await Deno.makeTempDir({ dir: home });
  folder = await aDataFolder();
  target = await anExecutable(`${installed}/balcao`, PROGRAM_FOLDER);
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
});

const say = (...words: string[]) =>
  runProgram(next, words, { BALCAO_DATA: folder, BALCAO_LOG: "error", BALCAO_CACHE: `${home}/cache` });
const balcao = (...words: string[]) => say(...words, "--executable", target);
const text = (path: string) => Deno.readTextFile(path);
/** What lies beside the installed program. */
const beside = () => [...Deno.readDirSync(dirname(target))].map(({ name }) => name).sort();

test("an upgrade that is said twice exchanges nothing the second time, and the way back leads to the version from before", async () => {
  const first = await text(target);
  const exchanged = await balcao("upgrade", next, "--json");
  expect([exchanged.code, JSON.parse(exchanged.out)]).toEqual([0, {
    executable: target,
    isExchanged: true,
    failures: [],
  }]);
  const { mtime } = await Deno.stat(`${target}.previous`);
  const again = await balcao("upgrade", next);
  expect(again).toMatchObject({ code: 0, out: `${target} is this version already: nothing was exchanged` });
  expect(again.error).not.toContain("Tried");
  expect(JSON.parse((await balcao("upgrade", next, "--json")).out)).toEqual({
    ...{ executable: target, isExchanged: false, failures: [] },
  });
  expect([await text(`${target}.previous`), (await Deno.stat(`${target}.previous`)).mtime]).toEqual([first, mtime]);
  expect(beside()).toEqual(["balcao", "balcao.previous"]);
  expect((await balcao("rollback", "--yes")).code).toBe(0);
  expect([await text(target), beside()]).toEqual([first, ["balcao"]]);
});

test("where the program from before is the one that is installed, going back is refused and nothing changes", async () => {
  await Deno.copyFile(target, `${target}.previous`);
  const refused = await balcao("rollback", "--yes");
  expect(refused).toMatchObject({ code: 3, out: "" });
  expect(refused.error).toBe(
    `There is no version to go back to: ${target}.previous is the same program as ${target}`,
  );
  expect(beside()).toEqual(["balcao", "balcao.previous"]);
});

test("another program than Balcão is not exchanged, whatever --executable says", async () => {
  const other = "#!/bin/sh\necho hello\n";
  await Deno.writeTextFile(target, other, { mode: 0o755 });
  const refused = await balcao("upgrade", next);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.error).toBe(`${target} is no executable of Balcão: nothing was exchanged`);
  expect([await text(target), beside()]).toEqual([other, ["balcao"]]);
});

test("where a recovery was not finished neither is done, whatever else holds, and it is said what to type", async () => {
  const first = await text(target);
  await Deno.copyFile(next, `${target}.previous`);
  markUnfinished(folder, "balcao recover --from /mnt/backup");
  for (const words of [["upgrade", next], ["upgrade", target], ["rollback", "--yes"]]) {
    const refused = await balcao(...words);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.error).toBe(
      `The recovery of ${folder} was not finished. Say it again, which begins anew: ` +
        `balcao recover --from /mnt/backup --data ${folder}`,
    );
  }
  expect([await text(target), beside()]).toEqual([first, ["balcao", "balcao.previous"]]);
});

test("where the disk is full for what is to be kept, the program and the one from before stay, and nothing half", async () => {
  const disk = `${home}/disk`, kib = 1024, large = `${home}/large`;
  await Deno.mkdir(disk);
  await anExecutable(large, PROGRAM_FOLDER, 500 * kib);
  const to = await anExecutable(`${home}/new`, PROGRAM_FOLDER, 400 * kib);
  const { out, said } = await onDisk(
    disk,
    1,
    `cp '${large}' '${disk}/balcao'; echo before > '${disk}/balcao.previous'
     balcao upgrade '${to}' --executable '${disk}/balcao' --data '${folder}'
     cmp '${large}' '${disk}/balcao'; cat '${disk}/balcao.previous'; ls '${disk}'`,
  );
  expect(said).toContain("its disk is full");
  expect(out.split("\n")).toEqual(["before", "balcao", "balcao.previous"]);
});
