import { ruleOf, type SettingKey, SETTINGS } from "../contract/settings.ts";
import { inTransaction } from "../platform/company.ts";
import type { DbFile } from "../platform/db.ts";

const SECRET_SETTINGS = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => ruleOf(key).isSecret);

/**
 * What only one server can use, or may: all that is sealed with its key, and what links connections to their networks. Two
 * servers with the same keys of a linked phone break its line.
 */
const STRIPPED = [
  "delete from whatsapp_auth",
  "delete from whatsapp_journal",
  "delete from graph_accounts",
  "delete from graph_notices",
  "delete from handover_codes",
  "delete from pushes",
  "update connections set token = null where token is not null",
  "update webhooks set secret = x'', old_secret = null, old_secret_until = null",
  `delete from settings where key in (${SECRET_SETTINGS.map((key) => `'${key}'`).join(", ")})`,
];

/** Takes that out of a file that leaves its server, or comes from another. */
export function strip(file: DbFile): void {
  inTransaction(file, () => STRIPPED.forEach((step) => file.exec(step)));
}

/** How a file that has come from elsewhere begins: no connection runs, and no program gets in by a token of the other server. */
const CALMED = [
  "update connections set should_run = 0, status = 'DISCONNECTED', situation = 'new', retries = 0",
  "update webhooks set is_active = 0",
  "update api_tokens set revoked_at = cast(unixepoch('subsec') * 1000 as integer) where revoked_at is null",
];

export function calm(file: DbFile): void {
  inTransaction(file, () => CALMED.forEach((step) => file.exec(step)));
}
