/** How much something matters: nothing to do, soon, or now. */
export const LEVELS = ["good", "warning", "bad"] as const;
export type Level = typeof LEVELS[number];

/** What is looked at, in the order in which it is said. */
export const CHECK_NAMES = [
  "version",
  "restart",
  "held",
  "writable",
  "disk",
  "inodes",
  "clock",
  "clock_online",
  "server_key",
  "rights",
  "schema",
  "damage",
  "moves",
  "integrity",
  "media",
  "write_ahead_logs",
  "backup",
  "backup_age",
  "backup_proof",
  "certificate",
  "address",
  "open_files",
  "memory",
  "event_loop",
  "slow_statements",
  "lines",
  "connections",
  "outbox",
  "mail",
] as const;
export type CheckName = typeof CHECK_NAMES[number];

/** Bytes, milliseconds (`ms`), or a count. */
const number = 0;
const text = "";

/** What may be found, by a name that stays, and what each says beside: what is left out of it concerns everything. */
export const FINDINGS = {
  version_old: { version: text, ms: number },
  /** `since` is when the one that died had started, in ms since 1970; 0 where that is not known. */
  crashed: { since: number },
  held: { who: text },
  read_only: { path: text, why: text },
  disk_full: { free: number, size: number },
  disk_low: { free: number, size: number },
  /** Most of it is free, and that is too little. */
  disk_small: { free: number, size: number },
  disk_filling: { free: number, size: number, perDay: number, days: number },
  inodes_low: { left: number, all: number },
  clock_behind: { ms: number },
  /** Forward where `ms` is more than 0. */
  clock_set: { ms: number },
  clock_off: { place: text, ms: number },
  online_unreachable: { place: text, why: text },
  server_key_missing: { path: text },
  server_key_damaged: { path: text },
  /** It is not the one that everything in the folder is sealed with; that of the backups neither. */
  server_key_foreign: { path: text },
  /** `more` files besides the one that is named. */
  foreign_owner: { path: text, more: number, owner: number },
  open_to_others: { path: text, more: number },
  schema_newer: { path: text, has: number, knows: number },
  schema_older: { path: text, has: number, knows: number },
  damaged: { why: text },
  /** A company is closed on its file of the version before, which is good. */
  not_upgraded: { why: text },
  /** The folder has nothing of ours in it. */
  not_set_up: { path: text },
  /** A folder that is being made from a backup; `again` is the command that begins it anew. */
  recover_unfinished: { path: text, again: text },
  /** Some files are those from before an upgrade, others are not. */
  rollback_unfinished: { path: text },
  /** Given away, and the other server has not said that it serves it. */
  move_unconfirmed: { address: text, ms: number },
  /** It has come whole, and the other server has not handed it over. */
  move_waiting: { name: text, ms: number },
  /** It is served elsewhere, since so long. */
  moved_away: { address: text, ms: number },
  /** Of so many files of messages that were looked for. */
  media_missing: { path: text, count: number, of: number },
  wal_large: { path: text, size: number },
  /** It is a demonstration, and has none. */
  backup_demo: {},
  backup_no_key: {},
  /** There is a key, and the server runs without it. */
  backup_key_unread: {},
  backup_key_damaged: { path: text, why: text },
  backup_key_foreign: { path: text },
  /** The places have backups by a key that is not there any more; where it lay last. */
  backup_key_missing: { path: text, was: text },
  backup_no_place: {},
  /** All places lie on the disk of the data; it is one of them. */
  backup_same_disk: { place: text },
  /** The words of the key were shown in a browser and never asked back. */
  backup_words_owed: {},
  backup_fault: { place: text, why: text },
  /** Another installation (machine and folder, where that can be read) has the place by its number `id`, since so long. */
  backup_claimed: { id: number, place: text, who: text, ms: number },
  /** Nothing of what was brought to the place by its number `id` is there. */
  backup_emptied: { id: number, place: text, ms: number },
  backup_broken: { ms: number },
  backup_still: { ms: number },
  /** What was written since then cannot be taken; and a backup that began anew because that was so. */
  backup_untaken: { ms: number, why: text },
  backup_lapsed: { ms: number, why: text },
  /** It has nothing of so many companies; their numbers with commas between them, 0 for the provider's file. */
  backup_missing: { place: text, count: number, companies: text, ms: number },
  backup_behind: { place: text, count: number, ms: number },
  proof_failed: { place: text, why: text },
  proof_old: { place: text, ms: number },
  proof_missing: { place: text },
  /** The first try is still to come. */
  proof_waiting: { place: text },
  certificate_failing: { why: text },
  /** How long ago where `ms` is less than 0. */
  certificate_ends: { ms: number },
  address_plain: { address: text },
  port_deaf: { address: text, why: text },
  open_files_low: { limit: number, companies: number, needed: number },
  open_files_many: { open: number, limit: number },
  memory_high: { used: number, all: number },
  event_loop_late: { ms: number },
  /** Within the last hour; `ms` is the longest. */
  slow_statements: { count: number, name: text, ms: number },
  lines_held: {},
  connection_down: { id: number, name: text, ms: number },
  outbox_stuck: { count: number, ms: number },
  mail_failing: { count: number, faults: text },
  not_looked_at: { why: text },
} as const satisfies Record<string, Record<string, string | number>>;
export type FindingName = keyof typeof FINDINGS;

/** What a finding says beside its name. */
export type FactsOf<Name extends FindingName> = {
  [Fact in keyof typeof FINDINGS[Name]]: typeof FINDINGS[Name][Fact] extends string ? string : number;
};
