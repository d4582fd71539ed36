import { isBackupsKey, ownedKey } from "../../backups/key_print.ts";
import { readKey } from "../../backups/recovery_key.ts";
import { areOnOneDisk } from "../../platform/where_folders_lie.ts";
import { backupTargetTable } from "../../backups/table.ts";
import { areWordsOwed } from "../../backups/words_owed.ts";
import type { Check } from "../check.ts";
import { bad, type Found, note, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** Whether there is a key and a place; of a demonstration nobody misses anything, and it is said that it keeps nothing. */
export const backup: Check = {
  name: "backup",
  fine: "There are a key and a place for backups",
  async look(patient) {
    if (patient.running?.config.demo) return keepsNothing(patient) ? [ofDemo()] : [];
    const fault = keyFault(patient), found: Found[] = fault ? [fault] : [];
    if (!fault && areWordsOwedIn(patient)) {
      const todo = "As a super user: Settings, Provider, Backups, which shows them again and asks some of them back";
      const says =
        "Nobody has confirmed that the recovery words are written down: without them no backup can be opened";
      found.push(warning({ what: "backup_words_owed", facts: {}, says, todo }));
    }
    if (placesOf(patient)?.length === 0) {
      const todo = "Add one on another disk or machine: balcao backup add folder /mnt/backup, or balcao backup add s3";
      const says = "There is no place for backups: none is kept";
      found.push(warning({ what: "backup_no_place", facts: {}, says, todo }));
    }
    return [...found, ...await sameDisk(patient)];
  },
};

/** Where every place goes with the disk of the data. */
async function sameDisk({ folder, ...patient }: Patient): Promise<Found[]> {
  const places = placesOf(patient) ?? [], [first] = places;
  const areHere = places.map(({ kind, place }) => kind === "folder" && areOnOneDisk(place, folder));
  if (!first || (await Promise.all(areHere)).includes(false)) return [];
  const says = `The backups lie on the same disk as the data (${first.place}): what takes one takes the other`;
  const todo = "Add a place on another disk or machine: balcao backup add folder /mnt/backup, or balcao backup add s3";
  return [warning({ what: "backup_same_disk", facts: { place: first.place }, says, todo })];
}

function keepsNothing(patient: Patient): boolean {
  return patient.running?.backups === undefined || placesOf(patient)?.length === 0;
}

function ofDemo(): Found {
  return note({ what: "backup_demo", facts: {}, says: "It is a demo, of which no backups are kept", todo: "" });
}

function keyFault({ keyPath, running, read }: Patient): Found | undefined {
  if (running?.backups) return undefined;
  try {
    const key = keyPath === undefined ? undefined : readKey(keyPath);
    const owned = ownedKeyIn(read);
    if (!key && owned) return keyMissing(keyPath ?? "", owned.was);
    if (!key) {
      const todo = "Make one and write its words down: balcao backup key";
      return warning({ what: "backup_no_key", facts: {}, says: "There is no key for backups: none are made", todo });
    }
    const db = read(0);
    if (db && !isBackupsKey(db, key)) {
      const says = `${keyPath} is not the key that the backups were made with: none are made`;
      const todo = "Move it away; balcao backup key --words makes that one again. Then start balcao serve anew";
      return bad({ what: "backup_key_foreign", facts: { path: keyPath! }, says, todo });
    }
    const says = "The server runs without the key of the backups";
    return running && warning({ what: "backup_key_unread", facts: {}, says, todo: "Start balcao serve anew" });
  } catch (error) {
    const why = (error as Error).message, todo = `Move ${keyPath} away, then: balcao backup key --words`;
    return bad({ what: "backup_key_damaged", facts: { path: keyPath!, why }, says: why, todo });
  }
}

function ownedKeyIn(read: Patient["read"]) {
  const db = read(0);
  return db && ownedKey(db);
}

/** A folder that was renamed, or copied, has left it behind: with a new one nothing that is stored could be restored. */
function keyMissing(path: string, was: string): Found {
  const says = `The key that the backups were made with is not at ${path}: none are made`;
  const bring = was && was !== path ? `Bring it there from where it was last (${was})` : "Bring it there";
  const todo = `${bring}, and start balcao serve anew; or make it again from its words: balcao backup key --words`;
  return bad({ what: "backup_key_missing", facts: { path, was }, says, todo });
}

function areWordsOwedIn({ read }: Patient): boolean {
  const db = read(0);
  return db !== undefined && areWordsOwed(db);
}

function placesOf({ read }: Pick<Patient, "read">) {
  const { id, kind, place } = backupTargetTable;
  return read(0)?.select({ id, kind, place }).from(backupTargetTable).all();
}
