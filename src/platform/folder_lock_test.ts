import { expect, onTestFinished, test } from "vitest";
import { holderOf, lockFolder } from "./folder_lock.ts";

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
