import { Buffer } from "node:buffer";
import { ECDH } from "node:crypto";
import { and, asc, eq, or } from "drizzle-orm";
import { sessionTable } from "../access/table.ts";
import { refuse } from "../contract/errors.ts";
import { type PushChoices, type PushDevice, Subscription, USUAL_PUSH_CHOICES } from "../contract/push.ts";
import type { Company, Read } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { momentOf } from "../platform/moment.ts";
import type { Session } from "../platform/session.ts";
import type { Tenants } from "../platform/tenants.ts";
import { isPushAddress, isPushOn } from "./hosts.ts";
import { farewellTable, type PushDeviceRow, pushDeviceTable, pushTable } from "./table.ts";

/** A device that may be told, as far as deciding about it needs. */
export type Told = Pick<PushDeviceRow, "id" | "userId" | "choices">;

/** Whom a company's people may be told by, so that most companies pay nothing for it. */
const known = new WeakMap<Company, readonly Told[]>();

/** The devices of a company. One that is gone may still be among them: what is put for it is never sent. */
export function devicesOf({ provider }: Pick<Tenants, "provider">, company: Company): readonly Told[] {
  let devices = known.get(company);
  if (!devices) {
    const { id, userId, choices, companyId } = pushDeviceTable;
    devices = provider.read.select({ id, userId, choices }).from(pushDeviceTable).where(eq(companyId, company.id))
      .all();
    known.set(company, devices);
  }
  return devices;
}

/** To be called when one was added, changed or removed. */
export function forgetDevices(company: Company): void {
  known.delete(company);
}

function selectShown(db: Read) {
  return db.select({ row: pushDeviceTable, browser: sessionTable.browser, system: sessionTable.system })
    .from(pushDeviceTable).innerJoin(sessionTable, eq(sessionTable.id, pushDeviceTable.sessionId));
}

function ofPerson({ company, person }: Session) {
  return and(eq(pushDeviceTable.companyId, company.id), eq(pushDeviceTable.userId, person.id));
}

/** A person's devices, the first one first. There are no more than login sessions, whose number is bounded. */
export function listDevices({ provider }: Tenants, session: Session): PushDevice[] {
  return selectShown(provider.read).where(ofPerson(session)).orderBy(asc(pushDeviceTable.since)).all()
    .map(({ row: { id, sessionId, host, choices, since }, browser, system }) => ({
      ...{ id, host, choices, browser, system },
      isThis: sessionId === session.id,
      since: momentOf(since),
    }));
}

/** One's own device; for everybody else there is none. */
export function deviceFor({ provider }: Tenants, session: Session, id: string): PushDeviceRow {
  return provider.read.select().from(pushDeviceTable).where(and(eq(pushDeviceTable.id, id), ofPerson(session)))
    .all()[0] ?? refuse("ERR_NO_PUSH_DEVICE_FOUND");
}

/**
 * The asking browser is told from now on, and nobody else whom it had told before. Without choices it keeps its own, or has
 * the usual ones.
 */
export function saveDevice(
  tenants: Tenants,
  session: Session,
  { subscription, choices }: { subscription: Subscription; choices?: PushChoices },
  now: number,
): PushDevice {
  const { provider, keys } = tenants, { company, person } = session, { endpoint } = subscription;
  if (!isPushOn(provider.read)) refuse("ERR_PUSH_DISABLED");
  if (!isPushAddress(provider.read, endpoint)) refuse("ERR_PUSH_SERVICE_UNKNOWN");
  if (!isPoint(subscription.keys.p256dh)) refuse("ERR_INVALID_INPUT", { fields: { p256dh: "invalid" } });
  const { sessionId, endpointHash } = pushDeviceTable, hash = keys.digest(endpoint);
  const gone = provider.write((db) => {
    const had = db.delete(pushDeviceTable).where(or(eq(sessionId, session.id), eq(endpointHash, hash))).returning()
      .all();
    const own = had.find((each) => each.companyId === company.id && each.userId === person.id);
    // It is told again, at this address or at another one.
    for (const { id } of had) db.delete(farewellTable).where(eq(farewellTable.id, id)).run();
    db.delete(farewellTable).where(eq(farewellTable.endpointHash, hash)).run();
    db.insert(pushDeviceTable).values({
      id: own?.id ?? crypto.randomUUID(),
      sessionId: session.id,
      companyId: company.id,
      userId: person.id,
      endpointHash: hash,
      subscription: Buffer.from(keys.seal(Buffer.from(JSON.stringify(subscription)))),
      host: new URL(endpoint).hostname,
      choices: choices ?? own?.choices ?? USUAL_PUSH_CHOICES,
      since: own?.since ?? now,
    }).run();
    return had;
  });
  for (const { companyId } of gone) forgetDevices(tenants.company(companyId));
  forgetDevices(company);
  return listDevices(tenants, session).find(({ isThis }) => isThis)!;
}

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

export function changeDevice(tenants: Tenants, session: Session, id: string, choices: PushChoices): PushDevice {
  deviceFor(tenants, session, id);
  tenants.provider.write((db) =>
    void db.update(pushDeviceTable).set({ choices }).where(eq(pushDeviceTable.id, id)).run()
  );
  forgetDevices(session.company);
  return listDevices(tenants, session).find((device) => device.id === id)!;
}

/** It is told nothing more, neither what waits for it; what stands on it goes (farewells.ts). */
export function removeDevice({ provider }: Tenants, company: Company, id: string): void {
  provider.write((db) => void db.delete(pushDeviceTable).where(eq(pushDeviceTable.id, id)).run());
  forgetDevices(company);
}

/** Its push service knows it no more: nothing can be said to it. */
export function forgetGone(tenants: Tenants, company: Company, id: string): void {
  removeDevice(tenants, company, id);
  tenants.provider.write((db) => void db.delete(farewellTable).where(eq(farewellTable.id, id)).run());
  company.write((db) => void db.delete(pushTable).where(eq(pushTable.deviceId, id)).run());
}

/** Where a device is reached; nothing when what is kept cannot be read. */
export function subscriptionOf(
  keys: Keys,
  { subscription }: Pick<PushDeviceRow, "subscription">,
): Subscription | undefined {
  try {
    return Subscription.parse(JSON.parse(Buffer.from(keys.unseal(subscription)).toString()));
  } catch {
    return undefined;
  }
}
