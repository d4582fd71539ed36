import { expect, onTestFinished, test } from "vitest";
import { aDataFolder } from "../testing/fixtures.ts";
import { refuseFull } from "./room.ts";

test("an upgrade for whose copies the disk has no room is refused with both figures, and only then", async () => {
  const folder = await aDataFolder(), ids = [0, 2];
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
  const sizes = ["provider.db", "2/company.db"].map((name) => Deno.statSync(`${folder}/${name}`).size);
  const needed = sizes[0]! + sizes[1]!;
  expect(() => refuseFull(folder, ids, needed)).not.toThrow();
  expect(() => refuseFull(folder, ids, needed - 1)).toThrow(
    new RegExp(`${(needed / 1e6).toFixed(1)} MB in all, and the disk of ${folder} has [\\d.]+ MB free`),
  );
  expect(() => refuseFull(folder, ids)).not.toThrow();
});
