import { expect, onTestFinished, test } from "vitest";
import { FolderHeld, holderOf, lockFolder, lookAtFolder } from "./folder_lock.ts";

test("whoever copies a folder copies what stands in its lock, and not who holds it", async () => {
  const home = await Deno.makeTempDir({ prefix: "balcao-lock-" }), folder = `${home}/data`, copy = `${home}/copy`;
  onTestFinished(() => Deno.remove(home, { recursive: true }));
  await Deno.mkdir(folder);
  const lock = lockFolder(folder, "serve");
  await Deno.writeTextFile(`${folder}/serve.sock`, "");
  lock.say({ socket: `${folder}/serve.sock` });
  await Deno.mkdir(copy);
  await Deno.copyFile(`${folder}/serve.lock`, `${copy}/serve.lock`);
  expect(holderOf(folder)).toMatchObject({ command: "serve", socket: `${folder}/serve.sock` });
  expect(holderOf(copy)).toBeUndefined();
  // Its commands go to nobody else, and its server removes nobody's socket.
  const other = lockFolder(copy, "serve");
  expect(other.before).toBeUndefined();
  other.release();
  // One that was renamed is the same.
  await Deno.rename(folder, `${home}/renamed`);
  expect(holderOf(`${home}/renamed`)).toMatchObject({ command: "serve" });
  lock.release();
});

test("who looks at a folder makes no lock and leaves one as it was, and a server waits for them", async () => {
  const folder = await Deno.makeTempDir({ prefix: "balcao-lock-" }), path = `${folder}/serve.lock`;
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
  lookAtFolder(folder).release();
  expect([...Deno.readDirSync(folder)]).toEqual([]);
  const text = JSON.stringify({ pid: 4_000_000, command: "serve", version: "", since: "" });
  await Deno.writeTextFile(path, text);
  const looks = [lookAtFolder(folder), lookAtFolder(folder)];
  expect(looks.map(({ before }) => before?.pid)).toEqual([4_000_000, 4_000_000]);
  const refused = thrownBy(() => lockFolder(folder, "serve"));
  expect(refused).toMatchObject({ isByCommand: true, message: expect.stringContaining("looked at (balcao doctor)") });
  for (const look of looks) look.release();
  expect(await Deno.readTextFile(path)).toBe(text);
  const lock = lockFolder(folder, "serve");
  expect(lock.before?.pid).toBe(4_000_000);
  expect(thrownBy(() => lookAtFolder(folder))).toMatchObject({ holder: { pid: Deno.pid }, isLookedAt: false });
  lock.release();
});

function thrownBy(act: () => unknown): FolderHeld {
  try {
    act();
  } catch (error) {
    if (error instanceof FolderHeld) return error;
  }
  throw new Error("Nobody was refused");
}
