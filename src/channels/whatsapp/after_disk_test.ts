import { expect, test } from "vitest";
import { type Kept, sendAfterDisk } from "./after_disk.ts";

/** A wire that notes what leaves it, above a file on which nothing is committed or synced but by these hands. */
function aWire() {
  const left: string[] = [];
  const socket = {
    send: (bytes: string) => void left.push(bytes),
    close: () => void left.push("closed"),
  };
  const waits = { committed: Promise.withResolvers<void>(), settled: Promise.withResolvers<void>() };
  const kept: Kept & { isSettled: boolean } = {
    isSettled: false,
    committed: () => waits.committed.promise,
    settled: () => waits.settled.promise,
  };
  sendAfterDisk({ ws: { socket } } as never, kept);
  return { left, socket, kept, ...waits };
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

test("nothing leaves before what it tells of is committed, and on the disk", async () => {
  const { left, socket, committed, settled } = aWire();
  socket.send("one");
  socket.send("two");
  await pause();
  expect(left).toEqual([]);
  committed.resolve();
  await pause();
  expect(left).toEqual([]);
  settled.resolve();
  await pause();
  expect(left).toEqual(["one", "two"]);
});

test("where all is on the disk it leaves at once", () => {
  const { left, socket, kept } = aWire();
  kept.isSettled = true;
  socket.send("one");
  expect(left).toEqual(["one"]);
});

test("where something will never be committed nothing leaves any more, and the wire is closed", async () => {
  const { left, socket, committed } = aWire();
  socket.send("one");
  committed.reject(new Error("disk full"));
  await pause();
  expect(left).toEqual(["closed"]);
});
