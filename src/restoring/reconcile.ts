import { randomInt } from "node:crypto";
import { holdAll, type Holding } from "../holding/hold.ts";
import { inTransaction } from "../platform/company.ts";
import { openDbFile } from "../platform/db.ts";
import { migrate, migrationsOf } from "../platform/migrate.ts";
import { NEWEST } from "./carry.ts";
import { keepNewest } from "./keep_newest.ts";
import { markKnownAsSent } from "./known_as_sent.ts";

export interface Reconciling extends Holding {
  /** The newest state that there is, if it can be read: nobody has it open, and nothing of it is changed. */
  newest?: string;
  /** The ids of the users who log in now. */
  people: readonly number[];
}

/**
 * Makes a company's file of an earlier time, or from elsewhere, one that can be worked with today, before anybody does: of
 * today's schema, with the newest keys of its lines, with what has left since marked so, and all else that waits held.
 */
export function reconcile(path: string, { newest, people, ...holding }: Reconciling): void {
  const file = openDbFile(path, { isDurable: true });
  try {
    migrate(file, path, migrationsOf("company"));
    if (newest !== undefined) file.exec(`ATTACH '${newest.replaceAll("'", "''")}' AS ${NEWEST}`);
    inTransaction(file, () => {
      if (newest !== undefined) {
        markKnownAsSent(file.db);
        keepNewest(file.db, people);
      }
      // Screens that show another state begin anew (Company.state).
      file.exec(`PRAGMA application_id = ${randomInt(1, 2 ** 31)}`);
      holdAll(file.db, holding);
    });
    if (newest !== undefined) file.exec(`DETACH ${NEWEST}`);
  } finally {
    file.close();
  }
}
