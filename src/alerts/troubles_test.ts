import { expect, test } from "vitest";
import type { CheckName, FindingName } from "../contract/findings.ts";
import type { Finding } from "../doctor/finding.ts";
import { troublesIn, unknownKinds } from "./troubles.ts";

const MINUTE = 60_000;

function found(check: CheckName, what: FindingName, more: Partial<Finding> = {}): Finding {
  return { check, what, level: "warning", facts: {}, says: "", todo: "", ...more };
}

const said = (...findings: Finding[]) =>
  troublesIn(findings).map(({ kind, subject, what, level }) => `${kind} ${subject} ${what} ${level}`);

test("a disk that is low and fills is one trouble, and the worse of them is told; few names for files are another", () => {
  const low = found("disk", "disk_low"), filling = found("disk", "disk_filling");
  expect(said(low, filling)).toEqual(["disk  disk_low warning"]);
  expect(said(filling, found("disk", "disk_full", { level: "bad" }), low)).toEqual(["disk  disk_full bad"]);
  expect(said(low, found("inodes", "inodes_low"))).toHaveLength(2);
});

test("connections and damaged files are told one by one, proofs of many companies by their place", () => {
  const down = (company: number, id: number) =>
    found("connections", "connection_down", { company, facts: { id, name: "Loja", ms: 6 * MINUTE } });
  expect(said(down(2, 1), down(2, 2), down(3, 1))).toHaveLength(3);
  const damaged = (company?: number) => found("damage", "damaged", { company, level: "bad" });
  expect(said(damaged(2), damaged(3), damaged())).toHaveLength(3);
  expect(said(found("damage", "not_upgraded", { company: 2, level: "bad" }))).toEqual(["damage 2 not_upgraded bad"]);
  const old = (company: number, place: string) =>
    found("backup_proof", "proof_old", { company, facts: { place, ms: 1 } });
  const troubles = troublesIn([old(2, "/a"), old(3, "/a"), old(2, "/b")]);
  expect(troubles.map(({ subject, companyId }) => [subject, companyId])).toEqual([["proof /a", null], [
    "proof /b",
    null,
  ]]);
});

test("a place that was behind and turns out to be another installation's is the same trouble, by its own name", () => {
  const facts = { place: "/mnt" };
  expect(said(found("backup_age", "backup_behind", { facts }))).toEqual(["backup /mnt backup_behind warning"]);
  expect(said(found("backup_age", "backup_claimed", { facts, level: "bad" }))).toEqual([
    "backup /mnt backup_claimed bad",
  ]);
  // Early: a disk that is mounted right after the server has started.
  const emptied = (ms: number) => found("backup_age", "backup_emptied", { facts: { ...facts, ms }, level: "bad" });
  expect(said(emptied(6 * MINUTE))).toEqual(["backup /mnt backup_emptied bad"]);
  expect(troublesIn([emptied(MINUTE)])).toMatchObject([{ isEarly: true }]);
});

test("a connection that was lost just now is early", () => {
  const down = (ms: number) => found("connections", "connection_down", { company: 2, facts: { id: 1, name: "", ms } });
  expect([troublesIn([down(4 * MINUTE)]), troublesIn([down(6 * MINUTE)])].map(([one]) => one!.isEarly))
    .toEqual([true, false]);
});

test("what is good, of no kind, or a place that refuses for a moment is no trouble; of a check that failed nothing is known", () => {
  expect(said(
    { ...found("disk", "disk_low"), what: "disk", level: "good" },
    found("mail", "mail_failing"),
    found("backup_age", "backup_fault"),
    found("connections", "not_looked_at"),
  )).toEqual([]);
  const failed = [found("connections", "not_looked_at"), found("mail", "not_looked_at"), found("disk", "disk_low")];
  expect(unknownKinds(failed)).toEqual(["line"]);
});
