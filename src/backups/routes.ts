import { checkOwnPassword } from "../access/own_password.ts";
import { type BackupPlaces, backups, type PlaceFault, type StoreForm } from "../contract/backups.ts";
import { refuse } from "../contract/errors.ts";
import { log } from "../platform/log.ts";
import { momentOf } from "../platform/moment.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { readKey, type RecoveryKey } from "./recovery_key.ts";
import type { RunningBackups } from "./running.ts";
import { areOnOneDisk } from "../platform/where_folders_lie.ts";
import { refuseSameDisk } from "./targets/fitting.ts";
import { addTarget, knownTargets, removeTarget } from "./targets/targets.ts";
import { Unfit } from "./targets/unfit.ts";
import { noteWords } from "./words_owed.ts";

export function backupRoutes(running: RunningBackups) {
  return routes((on) => {
    on(backups.show, ({ tenants }) => shown(tenants, running));

    on(backups.addFolder, async ({ tenants, body: { path, evenOnSameDisk } }) => {
      const place = { kind: "folder", path: path.replace(/(?<=.)\/+$/, "") } as const;
      return await added(tenants, running, async (key) => {
        if (!evenOnSameDisk) await refuseSameDisk(tenants.folder, path);
        await addTarget(tenants, place, key);
      }, () => "path");
    });

    on(backups.addStore, async ({ tenants, body }) => {
      const place = { kind: "s3", ...body } as const;
      return await added(
        tenants,
        running,
        (key) => addTarget(tenants, place, key),
        (fault) => FIELDS[fault] ?? "endpoint",
      );
    });

    on(backups.removePlace, ({ tenants, params }) => {
      if (!removeTarget(tenants, params.id)) refuse("ERR_NO_BACKUP_PLACE_FOUND");
      running.current?.openTargets();
      return shown(tenants, running);
    });

    on(backups.makeKey, ({ body }) => ({ words: running.makeKey(body.language) }));

    on(backups.showWords, async ({ tenants, session, body: { currentPassword, language } }) => {
      await checkOwnPassword(tenants, session, currentPassword, new Date());
      return { words: running.wordsAgain(language) };
    });

    on(backups.noteWords, ({ tenants }) => {
      tenants.provider.write(noteWords);
      return shown(tenants, running);
    });
  });
}

async function shown(tenants: Tenants, { current, areWordsOwed, whyNone }: RunningBackups): Promise<BackupPlaces> {
  const uploaders = new Map((current?.targets ?? []).map(({ known, uploader }) => [known.id, uploader]));
  const places = await Promise.all(
    knownTargets(tenants).map(async ({ id, kind, place }) => {
      const { fault = null, claimed, emptiedAt } = uploaders.get(id) ?? {};
      return {
        ...{ id, kind, place, fault, isEmptied: emptiedAt !== undefined },
        isOnSameDisk: kind === "folder" && await areOnOneDisk(place, tenants.folder),
        claimed: claimed ? { who: claimed.who, at: momentOf(claimed.at) } : null,
      };
    }),
  );
  return { hasKey: current !== undefined, isKeyAway: whyNone !== undefined, areWordsOwed, places };
}

/** Which field of a store's form a fault is about; of a folder there is one. */
const FIELDS: Partial<Record<PlaceFault, keyof StoreForm>> = {
  known: "bucket",
  in_place: "prefix",
  foreign: "bucket",
  no_bucket: "bucket",
  wrong_region: "region",
  key_unknown: "accessKey",
  not_allowed: "accessKey",
  key_wrong: "secretKey",
};

/** Adds a place, and has it filled; why it cannot be one is said by the field that the fault is about. */
async function added(
  tenants: Tenants,
  running: RunningBackups,
  add: (key: RecoveryKey | undefined) => Promise<unknown>,
  fieldOf: (fault: PlaceFault) => string,
): Promise<BackupPlaces> {
  try {
    await add(running.keyPath === undefined ? undefined : readKey(running.keyPath));
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    // The screen has words of its own; whoever looks further finds here what the system said.
    log.warn("A place cannot keep backups", { fault: error.fault, error: error.message });
    refuse("ERR_INVALID_INPUT", { fields: { [fieldOf(error.fault)]: error.fault } });
  }
  running.current?.openTargets();
  return shown(tenants, running);
}
