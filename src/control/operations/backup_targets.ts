import { milliseconds } from "date-fns/milliseconds";
import * as z from "zod/mini";
import type { Backups } from "../../backups/backups.ts";
import { LEDGER, Ledger } from "../../backups/ledger.ts";
import { checkBackupsKey } from "../../backups/key_print.ts";
import { PROVIDER } from "../../backups/keys.ts";
import { readKey } from "../../backups/recovery_key.ts";
import type { RunningBackups } from "../../backups/running.ts";
import { backedUp, backlogOf, begunAt, missingFrom } from "../../backups/status.ts";
import { areOnOneDisk } from "../../platform/where_folders_lie.ts";
import { untakenIn } from "../../backups/untaken.ts";
import { placeText, TargetPlace } from "../../backups/targets/place.ts";
import { addTarget, knownTargets, removeTarget } from "../../backups/targets/targets.ts";
import { BadCommand, NotThere } from "../../platform/config.ts";
import { momentOf } from "../../platform/moment.ts";
import { type Context, operation } from "../operation.ts";

/** So long (ms) files that were written to just now are waited for: whoever asks may be about to exchange a disk. */
const PATIENCE = milliseconds({ minutes: 1 });
/** After so long (ms) it is said what is done. */
const SILENT_FOR = 3000;

const Which = z.object({ id: z.int() });

export const backupAdd = operation(
  "backup add",
  z.object({ place: TargetPlace, keyPath: z.string() }),
  async ({ tenants, serving, input: { place, keyPath }, say }) => {
    const id = await addTarget(tenants, place, readKey(serving?.backups.keyPath ?? keyPath));
    serving?.backups.current?.openTargets();
    if (place.kind === "folder" && await areOnOneDisk(place.path, tenants.folder)) {
      say("It lies on the disk of the data folder: what takes that disk takes both. Add another one, too");
    }
    if (!serving) say("It is filled as soon as balcao serve runs");
    else if (!serving.backups.current) say(noKeyText(serving.backups));
    return { id, kind: place.kind, place: placeText(place) };
  },
);

export const backupRemove = operation("backup remove", Which, ({ tenants, serving, input: { id }, say }) => {
  const known = knownTargets(tenants).find((one) => one.id === id);
  if (!known || !removeTarget(tenants, id)) {
    throw new NotThere(`There is no backup target ${id}: see balcao backup list`);
  }
  serving?.backups.current?.openTargets();
  say(`Nothing more goes to ${known.place}; what lies there stays`);
  return { id, place: known.place };
});

/** What each target lacks: how much (bytes), since when, and why. */
export const backupList = operation("backup list", z.object({}), ({ tenants, serving }) => {
  const running = serving?.backups.current, ledger = running?.ledger ?? openLedger(tenants.folder);
  try {
    return knownTargets(tenants).map(({ id, kind, place, createdAt }) => {
      const backlog = ledger
        ? backlogOf(ledger, id, running?.untaken() ?? untakenIn(ledger, backedUp(tenants)))
        : { objects: 0, bytes: 0, since: null, untaken: 0 };
      const whyNone = serving?.backups.whyNone,
        uploader = running?.targets.find(({ known }) => known.id === id)?.uploader;
      const begun = ledger ? begunAt(ledger, createdAt) : new Set<number>(), isBegun = begun.size > 0;
      const lacks = missingFrom(begun, backedUp(tenants));
      return { id, kind, place, isBegun, ...lacks, ...backlog, fault: whyNone ?? uploader?.fault ?? null };
    });
  } finally {
    if (ledger !== running?.ledger) ledger?.close();
  }
});

/** Takes all there is by now and waits until the targets have it. */
export const backupNow = operation("backup now", z.object({}), async ({ tenants, serving, say }) => {
  const current = backupsAtWork({ tenants, serving }, "made");
  // Nobody is to sit before a command that is silent.
  const waits = setTimeout(() => say("Brings what is new; files of the last seconds are waited for"), SILENT_FOR);
  const left = await current.bringAll(PATIENCE).finally(() => clearTimeout(waits));
  // What turned out to need a copy of its whole file has that now.
  if (current.failing().length > 0) await current.bringAll();
  if (left > 0) say(`Files of ${left} companies are still being written, and follow within a minute`);
  const untaken = current.failing().map(({ companyId, since, why }) =>
    `${companyId === PROVIDER ? "The provider's file" : `Company ${companyId}`} cannot be taken since ${
      momentOf(since)
    }: ${why}`
  );
  const failed = current.targets.filter(({ uploader }) => uploader.fault !== undefined)
    .map(({ known, uploader }) => `${known.place}: ${uploader.fault}`);
  if (untaken.length + failed.length > 0) throw new BadCommand([...untaken, ...failed].join("\n"));
  return { targets: current.targets.map(({ known: { id, place } }) => ({ id, place })) };
});

/** The backups of the server that serves the folder; else a BadCommand says why there are none: server, key or place. */
export function backupsAtWork({ tenants, serving }: Context, done: "made" | "proven"): Backups {
  if (!serving) throw new BadCommand(`Backups are ${done} by the server: start balcao serve`);
  const { current, keyPath } = serving.backups, key = keyPath === undefined ? undefined : readKey(keyPath);
  if (!current && key) checkBackupsKey(tenants.provider.read, key, keyPath!);
  if (!current) throw new BadCommand(noKeyText(serving.backups));
  if (current.targets.length === 0) throw new BadCommand("There is no place for backups yet: balcao backup add");
  return current;
}

/** What is said where a server makes no backups. */
export function noKeyText({ whyNone }: Pick<RunningBackups, "whyNone">): string {
  return whyNone === undefined
    ? "There is no key for backups yet: balcao backup key"
    : `${whyNone[0]!.toUpperCase()}${
      whyNone.slice(1)
    }: bring it there and start balcao serve anew, or balcao backup key --words`;
}

/** The accounts of a folder that nobody serves; nothing where there are none yet. */
export function openLedger(folder: string): Ledger | undefined {
  try {
    Deno.statSync(`${folder}/${LEDGER}`);
  } catch {
    return undefined;
  }
  return new Ledger(folder);
}
