import { sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { carry, carryAll, NEWEST } from "./carry.ts";

/**
 * What does not go back with a company, because somebody else goes by how it is now:
 * - the keys and ratchets of its lines. The phone and everybody it writes with have gone on, and an old ratchet breaks the
 *   line; so the newest that there are belong to the company of whatever moment.
 * - who wants no more marketing, and what networks allow a number.
 * - what campaigns have sent: nobody gets it twice.
 * - whoever logs in now still does.
 * - what people did: going back must not be a way to make that unsaid.
 * - the numbers that were given: none comes a second time, for screens and other systems know things by them.
 */
export function keepNewest(db: Write, people: readonly number[]): void {
  keepPeople(db, people);
  keepLines(db);
  keepWishes(db);
  keepCampaigns(db);
  carry(db, "audit_log");
  keepNumbers(db);
}

/** Who came meanwhile, and logs in; `people` are the ids of those who do. */
function keepPeople(db: Write, people: readonly number[]): void {
  const isNew = "it.id not in (select id from main.users) and it.email not in (select email from main.users)";
  carry(db, "users", `${isNew} and it.id in (${people.join(", ")})`);
}

/** Keys of lines, what came by them and is not handled, and what is known of each at its network. */
const OF_LINES = [
  "whatsapp_auth",
  "whatsapp_journal",
  "graph_accounts",
  "graph_notices",
  "graph_sends",
  "campaign_paces",
  "campaign_reach",
];

const STATE = "status, situation, number, should_run, retries, since, token";

function keepLines(db: Write): void {
  db.run(sql.raw(`update connections set (${STATE}) =
    (select ${STATE} from ${NEWEST}.connections theirs where theirs.id = connections.id)
    where exists (select 1 from ${NEWEST}.connections theirs where theirs.id = connections.id)`));
  // Whoever deleted it has unlinked it from its phone.
  db.run(sql.raw(`update connections set status = 'DISCONNECTED', should_run = 0, number = '', retries = 0
    where channel in ('whatsapp', 'facebook', 'instagram')
      and not exists (select 1 from ${NEWEST}.connections theirs where theirs.id = connections.id)`));
  for (const table of OF_LINES) carryAll(db, table);
}

function keepWishes(db: Write): void {
  db.run(sql.raw(`insert into opt_outs (number, number_hash, source, channel, campaign_id, user_id, at)
    select number, number_hash, source, channel, null, null, at from ${NEWEST}.opt_outs theirs
    where not exists (select 1 from main.opt_outs ours
      where ours.number is theirs.number and ours.number_hash is theirs.number_hash)`));
  carry(db, "marketing_marks");
  carry(db, "number_checks");
}

/** Those that there are at both times stand where they stand now, with everybody whom they have reached. */
function keepCampaigns(db: Write): void {
  const both =
    `campaign_id in (select ours.id from main.campaigns ours join ${NEWEST}.campaigns theirs on theirs.id = ours.id)`;
  const progress = "status, started_at, completed_at, stopped_by, failures_in_a_row, filled_to";
  db.run(sql.raw(`update campaigns set (${progress}) =
    (select ${progress} from ${NEWEST}.campaigns theirs where theirs.id = campaigns.id)
    where exists (select 1 from ${NEWEST}.campaigns theirs where theirs.id = campaigns.id)`));
  db.run(sql.raw(`delete from main.campaign_recipients where ${both}`));
  carry(db, "campaign_recipients", `it.${both}`);
  carry(db, "campaign_sends", `it.${both}`);
  // As when a message is deleted (0032_campaigns.sql): whether it left is all that counts of it.
  db.run(sql.raw(`update campaign_sends set message_id = null, file_message_id = null, is_news = 1,
    failure = iif(sent_at is null, coalesce(failure, 'ERR_SCHEDULE_TAKEN_BACK'), failure)
    where ${both} and message_id is not null
      and not exists (select 1 from main.messages m where m.id = campaign_sends.message_id)`));
}

function keepNumbers(db: Write): void {
  db.run(sql.raw(`update sqlite_sequence set seq = max(seq, coalesce(
    (select theirs.seq from ${NEWEST}.sqlite_sequence theirs where theirs.name = sqlite_sequence.name), 0))`));
  db.run(
    sql.raw(
      `insert into sqlite_sequence (name, seq) select theirs.name, theirs.seq from ${NEWEST}.sqlite_sequence theirs
    where not exists (select 1 from main.sqlite_sequence ours where ours.name = theirs.name)
      and exists (select 1 from main.sqlite_schema s where s.type = 'table' and s.name = theirs.name)`,
    ),
  );
}
