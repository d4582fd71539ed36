import { eq } from "drizzle-orm";
import { companyRow } from "../companies/companies.ts";
import { moveOf } from "../companies/moved.ts";
import { type CompanyMoveRow, companyMoveTable, companyTable } from "../companies/table.ts";
import { connectionRows } from "../connections/connections.ts";
import { refuse } from "../contract/errors.ts";
import { originOf } from "../companies/origins.ts";
import { BadCommand } from "../platform/config.ts";
import { openDbFile } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { migrationsOf } from "../platform/migrate.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import type { Tenants } from "../platform/tenants.ts";
import { syncFolder } from "../platform/wal.ts";
import { newAsidePlace } from "../restoring/places.ts";
import { areLinesHeld } from "../supervisor/held_lines.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { companySize } from "./company_size.ts";
import { newAgreement } from "./agree.ts";
import { movingPartOf } from "./company_part.ts";
import { leavingPlace, removeFolder } from "./places.ts";
import { PROTOCOL, type Said, type SaidAs } from "./said.ts";
import { openedValues } from "./sealed_rows.ts";
import { type Sending, sendLast, sendWhileItWorks } from "./send_company.ts";
import { LostWay, NotTaken, Talk, type Way } from "./talk.ts";

/** So long (ms) the other side may take with its first word, and with its last before we call it off. */
const FIRST_WORD = 60_000, LAST_WORD = 180_000;

export interface MovingOut {
  tenants: Tenants;
  /** Whose lines they are, where the folder is served. */
  supervisor?: Pick<Supervisor, "stopAll" | "startAll" | "find">;
  companyId: number;
  way: Way;
  /** The version that moves it. */
  product: string;
  /** Where the other server is; else as it says itself. */
  address?: string;
  /** What the company is to be called there; else as here. */
  name?: string;
  say(text: string): void;
  signal: AbortSignal;
}

export interface MovedOut {
  /** Its number there. */
  id: number;
  address: string;
  /** How long (ms) nobody was served; nothing where an earlier move was brought to its end. */
  paused?: number;
  /** Bytes that were sent. */
  bytes: number;
  media: number;
  /** Addresses that somebody else there logs in with. */
  taken: string[];
  /** Whether it has a plan there like that of here, or had none here. */
  hasPlan: boolean;
  newWebchatKeys: number;
}

const underWay = new Set<number>();

/** The other side starts the lines that it gets: whoever moves them must be the one who has them. */
function refuseHeld({ tenants, companyId }: MovingOut): void {
  const hasLines = connectionRows(tenants.company(companyId).read).some(({ shouldRun }) => shouldRun);
  if (!hasLines || !areLinesHeld(tenants.folder, companyId)) return;
  throw new BadCommand(
    "Its lines are held here, as this folder was recovered from a backup: balcao lines start first, once the server from before is off",
  );
}

/**
 * Moves a company to another server. It works until its last pages are sent; then its lines stop, and the other side says that
 * it has all of it. From the moment in which that is written down here (`decide`) this server never serves it again; until
 * then the other never does. What breaks off in between is brought to its end by doing it again.
 */
export async function moveOut(moving: MovingOut): Promise<MovedOut> {
  const { tenants, companyId } = moving;
  if (underWay.has(companyId)) throw new BadCommand("This company is being moved already");
  underWay.add(companyId);
  const talk = new Talk(moving.way), spool = leavingPlace(tenants.folder, companyId);
  try {
    const hello = await talk.expect("hello", FIRST_WORD), before = moveOf(tenants, companyId);
    if (before) return await finish(moving, talk, before);
    refuseHeld(moving);
    refuseOlder(hello);
    await removeFolder(spool);
    await Deno.mkdir(spool, { recursive: true, mode: 0o700 });
    return await moveAnew(moving, talk, { hello, spool });
  } catch (error) {
    // Who waits there reads it, too; what that side has refused it knows.
    if (error instanceof BadCommand && !(error instanceof LostWay || error instanceof NotTaken)) {
      await talk.say({ say: "refused", sentence: error.message }).catch(() => {});
    }
    // A command that has the folder to itself says it to its person.
    if (moving.supervisor) {
      log.warn("A company could not be moved to another server", { company: companyId, ...whyOf(error) });
    }
    throw error;
  } finally {
    underWay.delete(companyId);
    await talk.close();
    await removeFolder(spool);
  }
}

function whyOf(error: unknown) {
  return error instanceof BadCommand ? { why: error.message } : { error };
}

function refuseOlder({ protocol, version, schema }: SaidAs<"hello">): void {
  const ours = migrationsOf("company").at(-1)!.number;
  if (protocol === PROTOCOL && schema >= ours) return;
  throw new BadCommand(
    `The other side is Balcão ${version}, which knows schema ${schema}; the company has ${ours}: upgrade that server first`,
  );
}

async function moveAnew(moving: MovingOut, talk: Talk, { hello, spool }: { hello: SaidAs<"hello">; spool: string }) {
  const { tenants, companyId, say, signal } = moving, address = moving.address ?? hello.address;
  if (!address) throw new BadCommand("The other side does not know where it is reached: say it by --address");
  const moveId = crypto.randomUUID(), agreement = newAgreement(), common = agreement.with(hello.key);
  const name = moving.name ?? companyRow(tenants, companyId)!.name;
  const schema = migrationsOf("company").at(-1)!.number;
  const { size, media } = await companySize(`${tenants.folder}/${companyId}`);
  await talk.say({
    say: "offer",
    version: moving.product,
    ...{ moveId, name, schema, key: agreement.key, size, media, origin: originText(tenants, companyId) },
  });
  await talk.expect("accepted", FIRST_WORD);
  say(`${address} takes ${name}`);
  const sending: Sending = { tenants, companyId, talk, spool, signal, say };
  const sent = await sendWhileItWorks(sending), since = performance.now();
  const company = tenants.company(companyId);
  try {
    await stopLines(moving);
    const part = movingPartOf(tenants, companyId), path = tenants.letRest(companyId);
    await talk.say({ say: "company" }, common.seal(bytesOf(part)));
    const file = openDbFile(path, { readonly: true });
    try {
      for await (const values of openedValues(file, tenants.keys)) {
        await talk.say({ say: "sealed" }, common.seal(bytesOf(values)));
      }
    } finally {
      file.close();
    }
    await sendLast(sending, sent, path);
    await talk.expect("prepared", LAST_WORD);
    signal.throwIfAborted();
    decide(tenants, { companyId, moveId, address });
  } catch (error) {
    tenants.goOn(companyId);
    void moving.supervisor?.startAll([company]).catch((error) =>
      log.error("The lines of a company that has stayed could not be started", { company: companyId, error })
    );
    if (!(error instanceof NotTaken)) await talk.say({ say: "forget", moveId }).catch(() => {});
    throw error;
  }
  publishToSupers(tenants, "companyRecord", { action: "delete", id: companyId });
  const arrived = await arrival(talk, { say: "go" }, { companyId, address });
  const paused = Math.round(performance.now() - since);
  confirm(tenants, companyId);
  return { ...arrived, address, paused, bytes: sent.bytes, media: sent.media.size };
}

function originText(tenants: Tenants, companyId: number): string {
  return `${originOf(tenants, companyId).server}/${companyId}`;
}

/** The other side was told before, perhaps, and has not said so. */
async function finish({ tenants, companyId }: MovingOut, talk: Talk, { moveId, address }: CompanyMoveRow) {
  const arrived = await arrival(talk, { say: "again", moveId }, { companyId, address });
  confirm(tenants, companyId);
  return { ...arrived, address, bytes: 0, media: 0 };
}

/** Tells the other side that the company is its own, and waits until it serves it. */
async function arrival(talk: Talk, told: Said, { companyId, address }: { companyId: number; address: string }) {
  try {
    await talk.say(told);
    const { say: _, ...arrived } = await talk.expect("arrived", LAST_WORD);
    return arrived;
  } catch (error) {
    throw new BadCommand(
      `${
        (error as Error).message
      }. The company is no longer served here and ${address} has not said that it serves it: ` +
        `give the same command again, with ${companyId} as the company`,
    );
  }
}

/** Closes its lines; whatever is started on the way is closed, too. */
async function stopLines({ tenants, supervisor, companyId }: MovingOut): Promise<void> {
  const company = tenants.company(companyId);
  const runs = () => supervisor && connectionRows(company.read).some(({ id }) => supervisor.find(company, id));
  do await supervisor?.stopAll(company); while (runs());
}

/** The moment of the move: one durable transaction of the provider's file. */
function decide(tenants: Tenants, move: { companyId: number; moveId: string; address: string }): void {
  const at = Date.now();
  tenants.provider.write((db) => {
    if (companyRow(tenants, move.companyId)?.removedAt !== null) refuse("ERR_NO_COMPANY_FOUND");
    db.insert(companyMoveTable).values({ ...move, at }).run();
    db.update(companyTable).set({ removedAt: at, planId: null }).where(eq(companyTable.id, move.companyId)).run();
  });
}

/** The other side serves it. What is left of it here is kept aside for a week. */
export function confirm(tenants: Tenants, companyId: number): void {
  const { folder } = tenants, now = Date.now();
  tenants.provider.write((db) =>
    void db.update(companyMoveTable).set({ confirmedAt: now }).where(eq(companyMoveTable.companyId, companyId)).run()
  );
  try {
    Deno.mkdirSync(`${folder}/aside`, { recursive: true, mode: 0o700 });
    Deno.renameSync(`${folder}/${companyId}`, newAsidePlace(folder, companyId, now));
    syncFolder(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  tenants.company(companyId).hub.closeAll("ERR_COMPANY_MOVED");
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Serves a company here again that was handed over, once the other side has said that it never will. */
export async function bringBack(
  { tenants, supervisor, companyId, way }: Pick<MovingOut, "tenants" | "supervisor" | "companyId" | "way">,
): Promise<void> {
  const talk = new Talk(way), { moveId } = moveOf(tenants, companyId) ?? refuse("ERR_NO_COMPANY_FOUND");
  try {
    await talk.expect("hello", FIRST_WORD);
    await talk.say({ say: "forget", moveId });
    await talk.expect("forgotten", LAST_WORD);
  } finally {
    await talk.close();
  }
  tenants.provider.write((db) => {
    db.delete(companyMoveTable).where(eq(companyMoveTable.companyId, companyId)).run();
    db.update(companyTable).set({ removedAt: null }).where(eq(companyTable.id, companyId)).run();
  });
  tenants.goOn(companyId);
  void supervisor?.startAll([tenants.company(companyId)]).catch((error) =>
    log.error("The lines of a company that has come back could not be started", { company: companyId, error })
  );
}
