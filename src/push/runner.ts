import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, lte, ne, notInArray, or, sql } from "drizzle-orm";
import { brandShown } from "../brand/brand.ts";
import { companyRow, isAtWork as isCompanyAtWork } from "../companies/companies.ts";
import type { PushPayload } from "../contract/push.ts";
import type { Company, Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { ticketTable } from "../tickets/table.ts";
import { isAttentive } from "./attention.ts";
import { composePush } from "./compose.ts";
import { forgetGone, subscriptionOf } from "./devices.ts";
import { isPushAddress, isPushOn, mayBeSilent } from "./hosts.ts";
import { isAtWork } from "./hours.ts";
import { contactOf, pushKeys } from "./keys.ts";
import { nextPush } from "./put.ts";
import { sendPush, type Sent } from "./send.ts";
import { isOver, meaningOf, PUSH_LIFE, settlePush } from "./settle.ts";
import { ticketTag } from "./witness.ts";
import { type PushDeviceRow, pushDeviceTable, type PushRow, pushTable } from "./table.ts";

/** So many of one push service are under way at once, and of one company: a slow one keeps nobody else waiting. */
const AT_ONCE_OF_HOST = 12, AT_ONCE_OF_COMPANY = 6;
/** So many are looked at in one go. */
const BATCH = 100;
/** Who is at a screen is asked again after this long (ms), and is not told any more after so long. */
const ASK_AGAIN = milliseconds({ seconds: 20 }), ATTENTIVE_FOR = milliseconds({ minutes: 5 });
/** How long (ms) a push service is left alone that says it has too much to do and not for how long. */
const USUAL_REST = milliseconds({ seconds: 30 });
/** How long (ms) nothing is tried after a fault of ours, a full disk for instance. */
const PAUSE = milliseconds({ seconds: 30 });

/** What is known of one company's pushes. */
interface Known {
  /** When the next is due (ms); 0 when that is to be looked up. */
  nextAt: number;
  /** What is under way, by device and tag. */
  underWay: Set<string>;
  pausedUntil: number;
}

/** Tells devices what waits for them. */
export class PushRunner {
  readonly #known = new WeakMap<Company, Known>();
  readonly #ofHost = new Map<string, number>();
  /** Push services that want to be left alone, and until when (ms). */
  readonly #restUntil = new Map<string, number>();
  #isClosed = false;

  constructor(readonly tenants: Tenants) {}

  /** To be called by the clock; what happens calls by itself. */
  tick(company: Company, now: number): void {
    if (this.#knownOf(company).nextAt <= now) this.run(company);
  }

  close(): void {
    this.#isClosed = true;
  }

  #knownOf(company: Company): Known {
    let known = this.#known.get(company);
    if (!known) {
      known = { nextAt: 0, underWay: new Set(), pausedUntil: 0 };
      this.#known.set(company, known);
      company.signals.on("push", () => this.#soon(company));
    }
    return known;
  }

  /** Not inside whatever says so, and after timers and sockets of others. */
  #soon(company: Company): void {
    this.#knownOf(company).nextAt = 0;
    setTimeout(() => this.run(company));
  }

  /** Sends what is due, as far as there is room. */
  run(company: Company): void {
    const known = this.#knownOf(company), now = Date.now();
    if (this.#isClosed || known.pausedUntil > now) return;
    try {
      const { provider } = this.tenants, row = companyRow(this.tenants, company.id);
      if (!isCompanyAtWork(row, new Date(now))) return;
      if (!isPushOn(provider.read)) return void (known.nextAt = now + PAUSE);
      for (const push of duePushes(company.latest, { now, most: BATCH })) {
        if (known.underWay.size >= AT_ONCE_OF_COMPANY) break;
        if (!known.underWay.has(keyOf(push))) this.#consider(company, push, row!.timeZone, now);
      }
      known.nextAt = nextPush(company.latest);
    } catch (error) {
      known.pausedUntil = known.nextAt = now + PAUSE;
      log.error("Devices are not told", { company: company.id, error });
    }
  }

  /** Decides about one that is due: it is sent, waits, or needs not be told. */
  #consider(company: Company, push: PushRow, timeZone: string, now: number): void {
    const device = deviceById.one(this.tenants.provider.read, { id: push.deviceId });
    const isMeant = device?.companyId === company.id && device.userId === push.userId;
    if (!isMeant || (push.state === "closing" && !mayBeSilent(device.host))) return forget(company, push);
    if (push.state === "closing") return this.#send(company, { push, device, payload: { close: push.tag } });
    if (isOver(push, now) || !isAtWork(device.choices.hours, timeZone, now)) {
      return change(company, push, { state: "quiet" });
    }
    if (isAttentive(company, push.userId, push.tag === ticketTag(push.ofId) ? push.ofId : null, now)) {
      const isLong = now - push.at > ATTENTIVE_FOR;
      return change(company, push, isLong ? { state: "quiet" } : { nextAt: now + ASK_AGAIN });
    }
    const payload = composePush(company, push, device.choices, now);
    if (!payload) return forget(company, push);
    this.#send(company, { push, device, payload });
  }

  #send(company: Company, parcel: Parcel): void {
    const { host } = parcel.device, key = keyOf(parcel.push), { underWay } = this.#knownOf(company);
    const restUntil = this.#restUntil.get(host) ?? 0;
    if (restUntil > Date.now()) return change(company, parcel.push, { nextAt: restUntil });
    const busy = this.#ofHost.get(host) ?? 0;
    if (busy >= AT_ONCE_OF_HOST) return;
    this.#ofHost.set(host, busy + 1);
    underWay.add(key);
    void this.#deliver(company, parcel)
      .catch((error) => {
        this.#knownOf(company).pausedUntil = Date.now() + PAUSE;
        log.error("A device could not be told", { company: company.id, error });
      })
      .finally(() => {
        this.#ofHost.set(host, this.#ofHost.get(host)! - 1);
        underWay.delete(key);
        this.#soon(company);
      });
  }

  async #deliver(company: Company, { push, device, payload }: Parcel): Promise<void> {
    // Nobody is told of what a power cut could still undo.
    if (!company.isSettled) await company.settled();
    // To take something back is no news that grows old.
    const keptFor = push.state === "closing" ? PUSH_LIFE : PUSH_LIFE - Math.abs(Date.now() - push.at);
    const sent = await tellDevice(this.tenants, device, payload, keptFor);
    if (this.#isClosed) return;
    if (sent.status === 429) this.#restUntil.set(device.host, Date.now() + (sent.wait ?? USUAL_REST));
    if (meaningOf(sent) === "gone") return forgetGone(this.tenants, company, device.id);
    if (meaningOf(sent) === "never") {
      log.warn("A push service refuses what it is handed", {
        company: company.id,
        host: device.host,
        status: sent.status,
      });
    }
    company.write((db) => settlePush(db, push, sent, Date.now()));
  }
}

interface Parcel {
  push: PushRow;
  device: PushDeviceRow;
  payload: PushPayload;
}

/** The product's own, where the provider has none. */
const ICON = "/icons/192.png";

/** Hands something to a device at once; `keptFor` in ms. One whose keys cannot be read, or may not be called any more, is gone. */
export async function tellDevice(
  tenants: Tenants,
  device: Pick<PushDeviceRow, "subscription">,
  payload: PushPayload,
  keptFor: number,
): Promise<Sent> {
  const subscription = subscriptionOf(tenants.keys, device);
  if (!subscription || !isPushAddress(tenants.provider.read, subscription.endpoint)) return { status: 410 };
  const vapid = { ...pushKeys(tenants), subject: contactOf(tenants) };
  const { icon } = brandShown(tenants.provider.read);
  const dressed = "title" in payload ? { ...payload, icon: icon ?? ICON } : payload;
  return await sendPush({ subscription, payload: dressed, keptFor: keptFor / 1000, vapid });
}

function keyOf({ deviceId, tag }: PushRow): string {
  return `${deviceId} ${tag}`;
}

function change(company: Company, { deviceId, tag }: PushRow, values: Partial<PushRow>): void {
  const it = and(eq(pushTable.deviceId, deviceId), eq(pushTable.tag, tag));
  company.write((db) => void db.update(pushTable).set(values).where(it).run());
}

function forget(company: Company, { deviceId, tag }: PushRow): void {
  const it = and(eq(pushTable.deviceId, deviceId), eq(pushTable.tag, tag));
  company.write((db) => void db.delete(pushTable).where(it).run());
}

const deviceById = prepared((db) =>
  db.select().from(pushDeviceTable).where(eq(pushDeviceTable.id, prepared.arg("id"))).prepare()
);

export function selectDuePushes(db: Read, { now, most }: { now: number; most: number }) {
  return db.select().from(pushTable).where(and(sql`state in ('waiting', 'closing')`, lte(pushTable.nextAt, now)))
    .orderBy(asc(pushTable.nextAt)).limit(most);
}
const duePushes = prepared((db) =>
  selectDuePushes(db, { now: prepared.arg("now") as never, most: prepared.arg("most") as never }).prepare()
);

/** What was told so long ago (ms) is not on any screen any more. */
const KEPT = milliseconds({ days: 3 });

/** Forgets what was told long ago; but of who waits still, that it was told: it is told once. */
export function forgetPushes(company: Company, now: number): void {
  company.write((db) => {
    const waiting = db.select({ id: ticketTable.id }).from(ticketTable).where(eq(ticketTable.status, "pending"));
    db.delete(pushTable).where(and(
      lte(pushTable.at, now - KEPT),
      or(ne(pushTable.kind, "waiting"), notInArray(pushTable.ofId, waiting)),
    )).run();
  });
}
