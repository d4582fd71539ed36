import { afterEach, beforeEach, expect, test } from "vitest";
import type { Serving } from "../control/operation.ts";
import { backupStatus } from "../control/operations/backup_status.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { newRecoveryKey } from "./recovery_key.ts";
import { RunningBackups } from "./running.ts";
import { Ledger } from "./ledger.ts";
import { addTarget } from "./targets/targets.ts";

let folder: string, tenants: Tenants;
beforeEach(async () => {
  folder = await aDataFolder();
  tenants = new Tenants(folder);
  tenants.checkAll();
  for (const place of ["one", "two"]) await Deno.mkdir(`${folder}-${place}`);
});
afterEach(async () => {
  for (const path of [folder, `${folder}-one`, `${folder}-two`]) {
    await Deno.remove(path, { recursive: true }).catch(() => {});
  }
});

const said: string[] = [];
const status = (serving?: Partial<Serving>) =>
  backupStatus.run({
    ...{ tenants, data: "here", input: {}, signal: new AbortController().signal },
    say: (text) => void said.push(text),
    serving: serving as Serving | undefined,
  });

test("each place and each company, by the place that has most of it, whether somebody serves the folder or not", async () => {
  expect(await status()).toEqual({ places: [], companies: [] });
  expect(said.at(-1)).toContain("balcao backup add");
  for (const place of ["one", "two"]) await addTarget(tenants, { kind: "folder", path: `${folder}-${place}` });
  new Ledger(folder).close();
  const empty = await status();
  expect(empty.places.map(({ isBegun }) => isBegun)).toEqual([false, false]);
  expect(empty.companies.map(({ isBegun }) => isBegun)).toEqual([false, false, false]);
  const backups = new RunningBackups(tenants, undefined);
  backups.start(newRecoveryKey());
  const { current } = backups;
  await current!.bringAll();
  const [one, two] = current!.targets.map(({ known }) => known.id), late = Date.now() - 3_600_000;
  const piece = { source: { nothing: true }, bytes: 40, takenAt: late } as const;
  current!.ledger.add({ ...piece, companyId: 2, key: "v1/2/one" }, [one!]);
  current!.ledger.add({ ...piece, companyId: 3, key: "v1/3/both" }, [one!, two!]);
  const proof = { at: late, newest: late, messages: 3, fault: null };
  current!.ledger.setProof({ ...proof, targetId: two!, companyId: 2 });
  current!.ledger.setProof({ ...proof, targetId: two!, companyId: 3, newest: null, fault: "a piece is missing" });
  const served = await status({ backups });
  expect(served.places).toMatchObject([
    { id: one, place: `${folder}-one`, backlog: { objects: 2, bytes: 80, since: late }, oldestProven: null },
    { id: two, place: `${folder}-two`, backlog: { objects: 1, bytes: 40, since: late }, oldestProven: null },
  ]);
  expect(served.companies.toSorted((a, b) => a.id - b.id)).toEqual([
    {
      id: 1,
      name: "Balcão",
      isBegun: true,
      brokenAt: null,
      untaken: null,
      since: null,
      provenAt: null,
      fault: null,
      damage: null,
    },
    {
      id: 2,
      name: "Padaria Aurora",
      isBegun: true,
      brokenAt: null,
      untaken: null,
      since: null,
      provenAt: late,
      fault: null,
      damage: null,
    },
    {
      id: 3,
      name: "Oficina Norte",
      isBegun: true,
      brokenAt: null,
      untaken: null,
      since: late,
      provenAt: null,
      fault: "a piece is missing",
      damage: null,
    },
  ]);
  expect(JSON.parse(JSON.stringify(served))).toEqual(served);
  tenants.close();
  current!.ledger.close();
  tenants = new Tenants(folder);
  expect((await status()).companies).toEqual(served.companies);
  tenants.close();
});

test("while nothing is to be brought anywhere, a server that serves says so, too", async () => {
  const backups = new RunningBackups(tenants, undefined);
  backups.start(newRecoveryKey());
  expect(await status({ backups } as Partial<Serving>)).toMatchObject({ places: [] });
  tenants.close();
  await backups.close();
});
