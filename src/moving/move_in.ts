import { checkName, companyRow } from "../companies/companies.ts";
import { Refusal } from "../contract/errors.ts";
import { ownAddress } from "../meta/app.ts";
import { BadCommand } from "../platform/config.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { migrationsOf } from "../platform/migrate.ts";
import type { Tenants } from "../platform/tenants.ts";
import { publishRecord } from "../provisioning/shown.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { newAgreement } from "./agree.ts";
import { arrive, type Arrived, forgetArrival } from "./arrive.ts";
import { Arriving } from "./arriving.ts";
import { PROTOCOL, type SaidAs } from "./said.ts";
import { LostWay, NotTaken, Talk, type Way } from "./talk.ts";

export interface MovingIn {
  tenants: Tenants;
  /** Who starts its lines, where the folder is served. */
  supervisor?: Pick<Supervisor, "startAll">;
  way: Way;
  product: string;
  say(text: string): void;
  signal: AbortSignal;
}

export interface MovedIn extends Arrived {
  name: string;
}

/**
 * Takes a company in that another server hands over. Nobody sees it here before that one has written down that it never serves
 * it again; what breaks off before leaves nothing, but for a whole copy of which this server cannot know. Nothing where the other side has
 * called it off.
 */
export async function moveIn(moving: MovingIn): Promise<MovedIn | undefined> {
  const { tenants, way, product } = moving, talk = new Talk(way), agreement = newAgreement();
  try {
    await talk.say({
      ...{ say: "hello", protocol: PROTOCOL, version: product, key: agreement.key },
      ...{ schema: migrationsOf("company").at(-1)!.number, address: addressOf(tenants) },
    });
    const heard = await talk.hear();
    switch (heard?.said.say) {
      case "again":
        return await settle(moving, talk, heard.said.moveId);
      case "forget":
        await forgetArrival(tenants, heard.said.moveId);
        await talk.say({ say: "forgotten" });
        return undefined;
      case "offer":
        return await take(moving, talk, heard.said, agreement);
      case "refused":
        throw new NotTaken(`The other side does not send it: ${heard.said.sentence}`);
      default:
        throw new LostWay("The other side has hung up before it said which company comes");
    }
  } catch (error) {
    if (!(error instanceof BadCommand)) log.error("A company could not be taken in from another server", { error });
    if (!(error instanceof NotTaken)) {
      await talk.say({ say: "refused", sentence: sentenceOf(error) }).catch(() => {});
    }
    throw error;
  } finally {
    await talk.close();
  }
}

function addressOf(tenants: Tenants): string {
  const address = ownAddress(tenants);
  return address && URL.canParse(address) ? new URL(address).origin : "";
}

async function take(
  moving: MovingIn,
  talk: Talk,
  offer: SaidAs<"offer">,
  agreement: ReturnType<typeof newAgreement>,
): Promise<MovedIn | undefined> {
  const { tenants, say, signal } = moving;
  refuseNamesake(tenants, offer.name);
  const arriving = new Arriving(tenants, offer, agreement.with(offer.key), signal);
  let isPrepared = false;
  try {
    await arriving.begin();
    await talk.say({ say: "accepted" });
    say(`${offer.name} comes: ${Math.ceil(offer.size / 1e6)} MB, ${offer.media} files`);
    const whole = await takePieces(talk, arriving, signal);
    await arriving.prepare(whole);
    isPrepared = true;
    await talk.say({ say: "prepared" });
    const last = await talk.hear();
    if (last?.said.say === "go") return await settle(moving, talk, offer.moveId);
    // Whoever just hangs up may have decided already: it is asked for again.
    if (last?.said.say === "forget") await arriving.forget();
    say("The other side has not said that it hands it over: give its command there again");
    return undefined;
  } catch (error) {
    if (!isPrepared) await arriving.forget();
    throw error;
  }
}

/** All that comes until the other side says what the whole is. */
async function takePieces(talk: Talk, arriving: Arriving, signal: AbortSignal): Promise<SaidAs<"whole">> {
  for (;;) {
    const heard = await talk.hear();
    signal.throwIfAborted();
    if (!heard) throw new LostWay("The other side has hung up");
    const { said, bytes } = heard;
    switch (said.say) {
      case "piece":
        await arriving.piece(said.at, bytes);
        break;
      case "media":
        await arriving.media(said.name, piecesOfFile(talk));
        break;
      case "look":
        await arriving.look(said.size);
        await talk.say({ say: "good" });
        break;
      case "sealed":
        arriving.sealed(bytes);
        break;
      case "company":
        arriving.company(bytes);
        break;
      case "whole":
        return said;
      case "refused":
        throw new NotTaken(`The other side has called it off: ${said.sentence}`);
      case "forget":
        throw new LostWay("The other side has called it off");
      default:
        throw new LostWay(`The other side says ${said.say} where it is not due`);
    }
  }
}

async function* piecesOfFile(talk: Talk): AsyncGenerator<Uint8Array | { sum: string }> {
  for (;;) {
    const heard = await talk.hear();
    if (heard?.said.say === "more") yield heard.bytes;
    else if (heard?.said.say === "end") return yield { sum: heard.said.sum };
    else throw new LostWay("The other side has hung up in the middle of a file");
  }
}

/** The other side has decided: from now on it is this server's. */
async function settle({ tenants, supervisor }: MovingIn, talk: Talk, moveId: string): Promise<MovedIn> {
  const arrived = await arrive(tenants, moveId, Date.now()), company = tenants.company(arrived.id);
  publishRecord(tenants, arrived.id, "create");
  supervisor?.startAll([company]).catch((error) =>
    log.error("The lines of a company that has come could not be started", { company: arrived.id, error })
  );
  await talk.say({ say: "arrived", ...arrived });
  return { ...arrived, name: companyRow(tenants, arrived.id)!.name };
}

function refuseNamesake({ provider }: Tenants, name: string): void {
  try {
    checkName(provider.read, name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new BadCommand(`There is a company ${name} there already: give this one another name by --name`);
  }
}

function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) return "The disk there is full";
  return error instanceof BadCommand ? error.message.slice(0, 900) : "It did not work there: its log says why";
}
