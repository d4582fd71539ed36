import type { Check } from "./check.ts";
import { address, certificate } from "./checks/address.ts";
import { backup } from "./checks/backup.ts";
import { backupAge } from "./checks/backup_age.ts";
import { backupProof } from "./checks/backup_proof.ts";
import { clock, clockOnline } from "./checks/clock.ts";
import { disk, inodes, writable } from "./checks/disk.ts";
import { damage, integrity, logs, rights, serverKey } from "./checks/files.ts";
import { lines } from "./checks/lines.ts";
import { held } from "./checks/held.ts";
import { media } from "./checks/media.ts";
import { moves } from "./checks/moves.ts";
import { eventLoop, memory, openFiles } from "./checks/process.ts";
import { restart } from "./checks/restart.ts";
import { slowStatements } from "./checks/slow_statements.ts";
import { schema, version } from "./checks/version.ts";
import { connections, mail, outbox } from "./checks/work.ts";

/** All that is looked at, in the order in which it is said. */
export const CHECKS: readonly Check[] = [
  version,
  restart,
  held,
  writable,
  disk,
  inodes,
  clock,
  clockOnline,
  serverKey,
  rights,
  schema,
  damage,
  moves,
  integrity,
  media,
  logs,
  backup,
  backupAge,
  backupProof,
  certificate,
  address,
  openFiles,
  memory,
  eventLoop,
  slowStatements,
  lines,
  connections,
  outbox,
  mail,
];
