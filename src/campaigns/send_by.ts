import { connectionById } from "../connections/connections.ts";
import type { ConnectionRow } from "../connections/table.ts";
import { CHECK_LIFE } from "../contact_lists/items.ts";
import type { CampaignSettings } from "../contract/campaign_settings.ts";
import { kindOf } from "../contract/channels.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { longestPause, pauseAfter } from "../shared/campaigns/governor.ts";
import { countedOf } from "./counted.ts";
import type { Checks } from "./check_numbers.ts";
import type { Known } from "./known.ts";
import { nextRecipient, type Who } from "./next.ts";
import { isUnchecked, jidIn, type JidOf, toCheck } from "./numbers.ts";
import { capFor, makePace, paceOf, type PaceRow, rulesFor, setPace } from "./paces.ts";
import { forgetReach, heardOf, networkLeaves } from "./reach.ts";
import { inOutbox } from "./rows.ts";
import { sharingIt } from "./running.ts";
import { takeSafely } from "./take.ts";

/** So many messages of campaigns wait in a connection's outbox at most: enough to keep the line busy. */
const MOST_IN_OUTBOX = 40;
/** While more than so many wait, others have their turn; looked at again after so long (ms). */
const ENOUGH_IN_OUTBOX = 20, LATER = 150;
/** So many are put there in one transaction: an attendant who answers waits for no more. */
const AT_ONCE = 2;
/** ms after which there is another look, while there is something to do at once. */
const SOON = 15;

/** One connection's turn. */
export interface Turn {
  company: Company;
  connectionId: number;
  settings: CampaignSettings;
  timeZone: string;
  known: Known;
  checks: Checks;
  keys: Pick<Keys, "digests">;
  now: number;
  /** Nothing while campaigns may send; else when they may again (ms). */
  opensAt: number | undefined;
}

/** Lets one connection send what it may now; says when it may send again (ms). */
export function sendBy(turn: Turn): number {
  const { company, connectionId, known, now } = turn;
  const connection = connectionById(company.read, connectionId);
  if (connection?.status !== "CONNECTED") return Infinity;
  const heldUntil = turn.checks.heldUntil(company, connectionId);
  if (heldUntil > now) return heldUntil;
  const waiting = inOutbox(company.latest, connectionId), room = MOST_IN_OUTBOX - waiting;
  if (room <= 0 || (waiting > ENOUGH_IN_OUTBOX && !known.filling.has(connectionId))) {
    known.filling.delete(connectionId);
    return now + LATER;
  }
  known.filling.add(connectionId);
  const pace = paceOf(company.latest, connection) ?? company.write((db) => beginAnew(db, connection, now));
  const goesOn = endOfPause(turn, pace);
  if (goesOn > now) return goesOn;
  const strangers = strangersLeft(turn, connection, pace);
  if (!nextOf(turn, whoMay(turn, strangers))) return Infinity;
  const { count, nextAt, written } = company.write((db) => {
    const put = putSome(db, turn, { connection, room: Math.min(room, AT_ONCE), strangers, inRow: pace.inRow });
    if (put.count > 0) setPace(db, connectionId, { inRow: put.inRow, nextAt: put.nextAt });
    return put;
  });
  if (count === 0) return Infinity;
  countedOf(turn).today += written;
  company.signals.emit("outbox", { connectionId });
  return Math.max(nextAt, now + SOON);
}

/** What was said of another number means nothing for this one. */
function beginAnew(db: Write, connection: ConnectionRow, now: number): PaceRow {
  forgetReach(db, connection.id);
  return makePace(db, connection, now);
}

/** When the pause is over (ms). A clock that was set back, or a setting, makes none longer than it may be now. */
function endOfPause({ company, connectionId, settings, now }: Turn, { nextAt }: PaceRow): number {
  const latest = now + longestPause(settings);
  if (nextAt <= latest) return nextAt;
  company.write((db) => setPace(db, connectionId, { nextAt: latest }));
  return latest;
}

function whoMay({ opensAt }: Turn, strangers: number): Who {
  // Who has just said yes waits for it, whatever the hour.
  if (opensAt !== undefined) return "confirmed";
  return strangers > 0 ? "all" : "known";
}

/** Puts the next messages into the outbox, until a pause, or until there is nobody more to whom one may go. */
function putSome(
  db: Write,
  turn: Turn,
  may: { connection: ConnectionRow; room: number; strangers: number; inRow: number },
) {
  const { company, connectionId, settings, known, keys, now } = turn, { variables } = settings;
  let { strangers, inRow } = may, nextAt = 0, count = 0;
  const jid = jidIn(db, now);
  while (count < may.room && nextAt === 0) {
    const next = sendable(turn, whoMay(turn, strangers), { connection: may.connection, strangers }, jid);
    if (!next) break;
    const { campaign, recipient } = next;
    const taken = takeSafely(db, recipient, { company, campaign, connectionId, variables, keys, now }, jid);
    known.unseen.add(campaign.id);
    known.lastOf.set(connectionId, campaign.id);
    count++;
    if (taken.is === "left_out") continue;
    if (taken.isStranger) strangers--;
    const after = pauseAfter(settings, inRow, Math.random);
    inRow = after.inRow;
    if (after.pause > 0) nextAt = now + after.pause;
  }
  return { count, inRow, nextAt, written: may.strangers === Infinity ? 0 : may.strangers - strangers };
}

/**
 * The next one whose number is known to the network. While it is asked about a campaign's next strangers, whom that campaign
 * knows goes first, and then other campaigns: wrong numbers on one's list hold up no other.
 */
function sendable(
  turn: Turn,
  who: Who,
  { connection, strangers }: { connection: ConnectionRow; strangers: number },
  jid: JidOf,
) {
  const { company, connectionId, now } = turn;
  for (const campaign of inTurn(turn)) {
    const of = { campaignId: campaign.id, connectionId, now };
    let recipient = nextRecipient(company.latest, of, who);
    // At the Cloud API nobody can be asked about: who is not there fails with their message.
    if (recipient && kindOf(connection) === "linked" && isUnchecked(recipient, jid)) {
      checkAhead(turn, campaign.id, strangers);
      recipient = nextRecipient(company.latest, of, "known");
    }
    if (recipient) return { campaign, recipient };
  }
}

/** The next recipient of the campaigns that share a connection, each campaign in its turn. */
function nextOf(turn: Turn, who: Who) {
  const { company, connectionId, now } = turn;
  for (const campaign of inTurn(turn)) {
    const recipient = nextRecipient(company.latest, { campaignId: campaign.id, connectionId, now }, who);
    if (recipient) return { campaign, recipient };
  }
}

function inTurn({ company, connectionId, known }: Turn) {
  const sharing = sharingIt(company.latest, { connectionId });
  const last = known.lastOf.get(connectionId) ?? 0;
  return [...sharing.filter(({ id }) => id > last), ...sharing.filter(({ id }) => id <= last)];
}

/** To how many strangers it may write yet today; the network's own word first. */
function strangersLeft(turn: Turn, connection: ConnectionRow, pace: PaceRow): number {
  const { company, connectionId, settings, checks, now } = turn;
  if (connection.situation === "restricted") {
    if (heardOf(company.latest, connectionId, now)) company.write((db) => forgetReach(db, connectionId));
    return 0;
  }
  // Nobody is written to before it is known what the network itself allows.
  const heard = checks.reachOf(company, connectionId, now);
  if (!heard) return 0;
  const { today, replies } = countedOf(turn);
  const { perDay } = capFor(company.latest, pace, rulesFor(connection, settings), now, replies);
  const left = perDay === Infinity ? Infinity : perDay - today;
  return Math.min(left, networkLeaves(company.latest, connectionId, heard, now));
}

/** Asks about the next few, and no more than may be written to today. */
function checkAhead({ company, connectionId, known, checks, now }: Turn, campaignId: number, strangers: number): void {
  const connection = connectionById(company.read, connectionId);
  if (!connection) return;
  const next = (most: number) => {
    const ahead = toCheck(company.latest, campaignId, Math.min(most, strangers), now - CHECK_LIFE);
    return [...new Set(ahead.map(({ number }) => number))];
  };
  checks.checkNext(company, connection, next, now, () => {
    known.unseen.add(campaignId);
    company.signals.emit("campaigns", {});
  });
}
