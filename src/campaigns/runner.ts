import { and, asc, eq, isNull, lte, min, sql } from "drizzle-orm";
import { connectionById } from "../connections/connections.ts";
import type { ConnectionRow } from "../connections/table.ts";
import type { CampaignSettings } from "../contract/campaign_settings.ts";
import { type Company, prepared, type Read, type Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import { holidayDates } from "../settings/hours.ts";
import { setting } from "../settings/settings.ts";
import { pauseAfter } from "../shared/campaigns/governor.ts";
import { closedUntil } from "../shared/campaigns/hours.ts";
import { campaignsThat, emitCampaign } from "./campaigns.ts";
import { Checks, MOST_CHECKED, type Network } from "./check_numbers.ts";
import { CHECK_LIFE } from "../contact_lists/items.ts";
import { fill } from "./fill.ts";
import { finishIfOver, startOnTime, stopCampaign } from "./move.ts";
import { capFor, makePace, paceOf, type PaceRow, setPace, strangersSince, strangersToday } from "./paces.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { closeQuestions, giveUpTakenBack, isUnsettled, settleNews } from "./settle.ts";
import { campaignConnectionTable, type CampaignRow, campaignTable, type RecipientRow } from "./table.ts";
import { checkOf, inOutbox, type JidOf, nextRecipient, takeSafely, toCheck, type Who } from "./take.ts";

/** So many messages of campaigns wait in a connection's outbox at most: enough to keep the line busy. */
const MOST_IN_OUTBOX = 40;
/** While more than so many wait, others have their turn; looked at again after so long (ms). */
const ENOUGH_IN_OUTBOX = 20, LATER = 150;
/** So many are put there in one transaction: an attendant who answers waits for no more. */
const AT_ONCE = 2;
/** ms after which there is another look, while there is something to do at once. */
const SOON = 15;
/** Screens are shown how a campaign goes at most this often (ms). */
const SHOWN_EVERY = 1000;
/** ms. */
const THOROUGH_EVERY = 5000;
const BOOKS_EVERY = 100;
/** ms after which a company that may send no campaigns is looked at again. */
const NOT_ALLOWED = 30_000;
/** The clock calls each second; whom it has not called for so long (ms) is not at work any more. */
const STILL_CALLED = 3000;

/** What the runner knows of a company between two looks; all of it can be found again in its file. */
interface Known {
  /** ms; before then there is nothing to do. */
  nextAt: number;
  /** When the clock called last (ms). */
  calledAt: number;
  timer?: ReturnType<typeof setTimeout>;
  /** Connections whose outbox had run low and is being filled up again. */
  filling: Set<number>;
  /** When what happened was last noted (ms). */
  booksAt: number;
  /** Campaigns that screens have not seen as they are now, and when each was shown last. */
  unseen: Set<number>;
  seenAt: Map<number, number>;
  /** When each campaign was gone through thoroughly. */
  thoroughAt: Map<number, number>;
  /** Which campaign a connection served last, so that those that share it take turns. */
  lastOf: Map<number, number>;
}

/** Sends the campaigns of all companies: what may leave now goes into the outbox, and nothing before its time. */
export class CampaignRunner {
  readonly #known = new Map<Company, Known>();
  readonly #checks: Checks;
  #isClosed = false;

  /** What is asked of the network: whoever else asks it asks through this, so that no number is asked two things at once. */
  get checks(): Checks {
    return this.#checks;
  }

  constructor(network: Network, readonly keys: Pick<Keys, "digest">) {
    this.#checks = new Checks(network);
  }

  /** To be called each second for a company that is at work. */
  tick(company: Company, timeZone: () => string, now: number): void {
    const known = this.#knownOf(company, timeZone);
    known.calledAt = now;
    this.#goOn(company, timeZone, known, now);
  }

  #goOn(company: Company, timeZone: () => string, known: Known, now: number): void {
    if (known.nextAt > now || this.#isClosed) return;
    clearTimeout(known.timer);
    known.nextAt = this.#look(company, timeZone(), known, now);
    // What comes sooner than the clock does not wait for it.
    if (known.nextAt - now >= 1000) return;
    known.timer = setTimeout(() => this.#again(company, timeZone, known), known.nextAt - now);
  }

  #again(company: Company, timeZone: () => string, known: Known): void {
    const now = Date.now();
    if (now - known.calledAt > STILL_CALLED) return;
    try {
      this.#goOn(company, timeZone, known, now);
    } catch (error) {
      log.error("Campaigns could not be sent", { company: company.id, error });
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#known.values()) clearTimeout(timer);
  }

  #knownOf(company: Company, timeZone: () => string): Known {
    let known = this.#known.get(company);
    if (!known) {
      known = {
        nextAt: 0,
        calledAt: 0,
        filling: new Set(),
        booksAt: 0,
        unseen: new Set(),
        seenAt: new Map(),
        thoroughAt: new Map(),
        lastOf: new Map(),
      };
      this.#known.set(company, known);
      const made = known;
      company.signals.on("campaigns", () => {
        made.nextAt = 0;
        clearTimeout(made.timer);
        // Not inside whatever says so.
        made.timer = setTimeout(() => this.#again(company, timeZone, made));
      });
    }
    return known;
  }

  /** Does what is due, and says when there is something to do again (ms). */
  #look(company: Company, timeZone: string, known: Known, now: number): number {
    // What the company may not send any more waits; when it may again, a setting has changed, and the next minute sees it.
    if (setting(company.latest, "campaignsEnabled") !== "true") return now + NOT_ALLOWED;
    this.#startDue(company, timeZone, known, now);
    const running = runningCampaigns(company.latest);
    let nextAt = firstScheduled(company.latest)[0]?.at ?? Infinity;
    if (running.length > 0) {
      const settings = settingsOfCampaigns(company.read);
      if (now - known.booksAt >= BOOKS_EVERY || now < known.booksAt) {
        known.booksAt = now;
        for (const campaign of running) this.#keepBooks(company, campaign, settings, known, now);
      }
      const calendar = { hours: settings.hours, holidays: holidayDates(company.read), timeZone };
      const opensAt = closedUntil(calendar, now);
      for (const { connectionId } of connectionsAtWork(company.latest)) {
        const turn = { company, connectionId, settings, timeZone, known, now, opensAt };
        nextAt = Math.min(nextAt, this.#sendBy(turn));
      }
      // Acks come at any time, so those that run are looked at each second.
      const isFilling = running.some(({ filledTo }) => filledTo !== null);
      nextAt = Math.min(nextAt, now + (isFilling ? BOOKS_EVERY : 1000));
    }
    this.#show(company, known, now);
    return nextAt;
  }

  #startDue(company: Company, timeZone: string, known: Known, now: number): void {
    for (const { id } of dueCampaigns(company.latest, { now })) {
      company.write((db) => startOnTime(company, db, id, { timeZone, now }));
      known.unseen.add(id);
    }
  }

  /** What happened to a campaign's messages and questions, and whether it is over. */
  #keepBooks(
    company: Company,
    campaign: CampaignRow,
    { mostFailures }: CampaignSettings,
    known: Known,
    now: number,
  ): void {
    const { id } = campaign;
    // What was taken out of the outbox by somebody's hand, and an end that nothing has announced, can wait.
    const isThorough = now - (known.thoroughAt.get(id) ?? 0) > THOROUGH_EVERY;
    if (!isThorough && !known.unseen.has(id) && !isUnsettled(company.latest, campaign, now)) return;
    if (isThorough) known.thoroughAt.set(id, now);
    company.write((db) => {
      const row = () => db.select().from(campaignTable).where(eq(campaignTable.id, id)).all()[0];
      const campaign = row();
      if (campaign?.status !== "EM_ANDAMENTO") return;
      const filled = campaign.filledTo !== null;
      fill(db, campaign, now);
      giveUpTakenBack(db, id);
      const isNews = settleNews(db, campaign, now), isClosed = closeQuestions(db, id, now);
      const { failuresInARow, ...after } = row()!;
      const isStopped = failuresInARow >= mostFailures;
      if (isStopped) stopCampaign(db, id, "failures");
      const isOver = isStopped || finishIfOver(db, { ...after, failuresInARow }, now);
      if (filled || isNews || isClosed || isOver) known.unseen.add(id);
    });
  }

  /** Lets one connection send what it may now; says when it may send again (ms). */
  #sendBy(turn: Turn): number {
    const { company, connectionId, known, now } = turn;
    const connection = connectionById(company.read, connectionId);
    if (connection?.status !== "CONNECTED") return Infinity;
    const waiting = inOutbox(company.latest, connectionId), room = MOST_IN_OUTBOX - waiting;
    if (room <= 0 || (waiting > ENOUGH_IN_OUTBOX && !known.filling.has(connectionId))) {
      known.filling.delete(connectionId);
      return now + LATER;
    }
    known.filling.add(connectionId);
    const pace = paceOf(company.latest, connection) ?? company.write((db) => makePace(db, connection, now));
    if (pace.nextAt > now) return pace.nextAt;
    const strangers = this.#strangersLeft(turn, connection, pace);
    if (!this.#next(turn, whoMay(turn, strangers))) return Infinity;
    const { count, nextAt } = company.write((db) => {
      const put = this.#putSome(db, turn, { room: Math.min(room, AT_ONCE), strangers, inRow: pace.inRow });
      if (put.count > 0) setPace(db, connectionId, { inRow: put.inRow, nextAt: put.nextAt });
      return put;
    });
    if (count === 0) return Infinity;
    company.signals.emit("outbox", { connectionId });
    return Math.max(nextAt, now + SOON);
  }

  /** Puts the next messages into the outbox, until a pause, or until there is nobody more to whom one may go. */
  #putSome(db: Write, turn: Turn, may: { room: number; strangers: number; inRow: number }) {
    const { company, connectionId, settings: { variables }, known, now } = turn;
    let { strangers, inRow } = may, nextAt = 0, count = 0;
    const jid = jidIn(db, now), { keys } = this;
    while (count < may.room && nextAt === 0) {
      const next = this.#sendable(turn, whoMay(turn, strangers), strangers, jid);
      if (!next) break;
      const { campaign, recipient } = next;
      const taken = takeSafely(db, recipient, { company, campaign, connectionId, variables, keys, now }, jid);
      known.unseen.add(campaign.id);
      known.lastOf.set(connectionId, campaign.id);
      count++;
      if (taken.is === "left_out") continue;
      if (taken.isStranger) strangers--;
      const after = pauseAfter(turn.settings, inRow, Math.random);
      inRow = after.inRow;
      if (after.pause > 0) nextAt = now + after.pause;
    }
    return { count, inRow, nextAt };
  }

  /** The next one whose number is known to the network. While it is asked about the next strangers, who is known goes first. */
  #sendable(turn: Turn, who: Who, strangers: number, jid: JidOf) {
    const next = this.#next(turn, who);
    if (!next || !isUnchecked(next.recipient, jid)) return next;
    this.#checkAhead(turn, next.campaign.id, strangers);
    return this.#next(turn, "known");
  }

  /** The next recipient of the campaigns that share a connection, each campaign in its turn. */
  #next({ company, connectionId, known, now }: Turn, who: Who) {
    const sharing = sharingIt(company.latest, { connectionId });
    const last = known.lastOf.get(connectionId) ?? 0;
    const inTurn = [...sharing.filter(({ id }) => id > last), ...sharing.filter(({ id }) => id <= last)];
    for (const campaign of inTurn) {
      const recipient = nextRecipient(company.latest, { campaignId: campaign.id, connectionId, now }, who);
      if (recipient) return { campaign, recipient };
    }
  }

  /** To how many strangers it may write yet today; the network's own word first. */
  #strangersLeft(turn: Turn, connection: ConnectionRow, pace: PaceRow): number {
    const { company, connectionId, settings, timeZone, now } = turn;
    if (connection.situation === "restricted") {
      this.#checks.forgetReach(company, connectionId);
      return 0;
    }
    const { perDay } = capFor(company.latest, pace, settings, now);
    // Nobody is written to before it is known what the network itself allows.
    const heard = this.#checks.reachOf(company, connectionId, now);
    if (!heard || (heard.reach.lockedUntil ?? 0) > now) return 0;
    const left = perDay === Infinity ? Infinity : perDay - strangersToday(company.latest, connectionId, timeZone, now);
    const since = heard.reach.newChatsLeft === undefined ? 0 : strangersSince(company.latest, connectionId, heard.at);
    return Math.min(left, (heard.reach.newChatsLeft ?? Infinity) - since);
  }

  /** Asks about the next few, and no more than may be written to today. */
  #checkAhead({ company, connectionId, now, known }: Turn, campaignId: number, strangers: number): void {
    const most = Math.min(MOST_CHECKED, strangers);
    const ahead = toCheck(company.latest, campaignId, most, now - CHECK_LIFE);
    const numbers = [...new Set(ahead.map(({ number }) => number))];
    if (numbers.length === 0) return;
    this.#checks.check(company, connectionId, numbers, now, () => {
      known.unseen.add(campaignId);
      company.signals.emit("campaigns", {});
    });
  }

  /** Shows screens the campaigns that have moved, each at most once in a second. */
  #show(company: Company, known: Known, now: number): void {
    for (const id of known.unseen) {
      if (now - (known.seenAt.get(id) ?? 0) < SHOWN_EVERY) continue;
      known.unseen.delete(id);
      known.seenAt.set(id, now);
      const [row] = campaignsThat(company.read, eq(campaignTable.id, id));
      if (row) company.write((db, emit) => void emitCampaign(company, db, emit, id, { recipients: true }));
    }
  }
}

/** One connection's turn. */
interface Turn {
  company: Company;
  connectionId: number;
  settings: CampaignSettings;
  timeZone: string;
  known: Known;
  now: number;
  /** Nothing while campaigns may send; else when they may again (ms). */
  opensAt: number | undefined;
}

/** Spelled out, not bound: only so do the partial indexes serve it. */
const IN_PROGRESS = sql`${campaignTable.status} = 'EM_ANDAMENTO'`;
const SCHEDULED = sql`${campaignTable.status} = 'PROGRAMADA'`;

const runningCampaigns = prepared((db) =>
  db.select().from(campaignTable).where(IN_PROGRESS).orderBy(asc(campaignTable.id)).prepare()
);
const sharingIt = prepared((db) =>
  db.select().from(campaignTable).where(and(
    IN_PROGRESS,
    // Nothing leaves before all recipients are there: what the names in its texts stand for is known only then.
    isNull(campaignTable.filledTo),
    sql`${campaignTable.id} in
      (select campaign_id from campaign_connections where connection_id = ${prepared.arg("connectionId")})`,
  )).orderBy(asc(campaignTable.id)).prepare()
);
const dueCampaigns = prepared((db) =>
  db.select({ id: campaignTable.id }).from(campaignTable)
    .where(and(SCHEDULED, lte(campaignTable.scheduledAt, prepared.arg("now")))).prepare()
);
const firstScheduled = prepared((db) =>
  db.select({ at: min(campaignTable.scheduledAt) }).from(campaignTable).where(SCHEDULED).prepare()
);
const connectionsAtWork = prepared((db) =>
  db.selectDistinct({ connectionId: campaignConnectionTable.connectionId }).from(campaignConnectionTable)
    .innerJoin(campaignTable, eq(campaignTable.id, campaignConnectionTable.campaignId)).where(IN_PROGRESS)
    .orderBy(asc(campaignConnectionTable.connectionId)).prepare()
);

function whoMay({ opensAt }: Turn, strangers: number): Who {
  // Who has just said yes waits for it, whatever the hour.
  if (opensAt !== undefined) return "confirmed";
  return strangers > 0 ? "all" : "known";
}

function jidIn(db: Read, now: number): JidOf {
  return (number) => {
    const found = checkOf(db, number, now - CHECK_LIFE);
    return found?.jid ? { jid: found.jid, lid: found.lid } : undefined;
  };
}

function isUnchecked({ state, isStranger, number }: RecipientRow, jid: JidOf): boolean {
  return state === "waiting" && isStranger && !jid(number);
}
