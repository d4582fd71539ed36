import { and, eq, isNotNull, lt } from "drizzle-orm";
import { milliseconds } from "date-fns/milliseconds";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Address } from "../channels/channel.ts";
import { refuse } from "../contract/errors.ts";
import type { VisitorAbout } from "../contract/widget.ts";
import type { Company, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Keys } from "../platform/keys.ts";
import type { Asked } from "../contract/webchat.ts";
import { type VisitorRow, visitorTable, type WebchatRow } from "./table.ts";

/** Who asked to begin and has not written by then (ms) is forgotten. */
const PATIENCE = milliseconds({ days: 1 });

/** How the channel addresses a visitor; messages of such chats have an index (0040_webchat.sql). */
export function addressOf(visitorId: string): Address & { jid: string } {
  const jid = `${visitorId}@webchat`;
  return { jid, user: { kind: "webchat", value: visitorId, jid } };
}

/**
 * Somebody is about to write. Returns what their browser keeps and shows again, of which we keep a keyed hash alone. They
 * are no contact until they write.
 */
export function beginVisit(company: Company, keys: Keys, chat: WebchatRow, about: VisitorAbout, now: number): string {
  checkAsked(chat, about);
  const id = randomBytes(16).toString("base64url"), secret = randomBytes(24).toString("base64url");
  const told = {
    name: chat.askName === "off" ? undefined : about.name || undefined,
    email: chat.askEmail === "off" ? undefined : about.email || undefined,
    phone: chat.askPhone === "off" ? undefined : about.phone || undefined,
  };
  company.write((db) =>
    void db.insert(visitorTable).values({
      id,
      connectionId: chat.connectionId,
      secretHash: keys.digest(secret),
      about: told,
      createdAt: now,
    }).run()
  );
  return `${id}.${secret}`;
}

function checkAsked({ askName, askEmail, askPhone }: WebchatRow, { name, email, phone }: VisitorAbout): void {
  const fields: Record<string, string> = {};
  const look = (field: string, asked: Asked, said: string | undefined, isGood: (said: string) => boolean) => {
    if (asked === "off") return;
    if (!said && asked === "required") fields[field] = "required";
    if (said && !isGood(said)) fields[field] = "invalid";
  };
  look("name", askName, name, () => true);
  look("email", askEmail, email, (said) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(said));
  look("phone", askPhone, phone, (said) => /^\+?[\d\s().-]+$/.test(said) && said.replace(/\D/g, "").length >= 8);
  if (Object.keys(fields).length > 0) refuse("ERR_INVALID_INPUT", { fields });
}

const byId = prepared((db) => db.select().from(visitorTable).where(eq(visitorTable.id, prepared.arg("id"))).prepare());

/** The visitor who shows this, of this connection and no other; ERR_SESSION_EXPIRED for everybody else. */
export function visitorBy(company: Company, keys: Keys, connectionId: number, shown: string): VisitorRow {
  const [id, secret, ...rest] = shown.split(".");
  const row = id && secret && rest.length === 0 ? byId.one(company.read, { id }) : undefined;
  const isRight = row?.connectionId === connectionId &&
    keys.digests(secret!).some((hash) => timingSafeEqual(Buffer.from(hash), Buffer.from(row.secretHash)));
  return isRight ? row : refuse("ERR_SESSION_EXPIRED");
}

/** What they said of themselves is their contact's from now on. */
export function letGoOfAbout(db: Write, id: string): void {
  db.update(visitorTable).set({ about: null }).where(eq(visitorTable.id, id)).run();
}

/** Those who began and never wrote. Nothing else is lost with them. */
export function forgetSilent(company: Company, now: number): void {
  const old = and(isNotNull(visitorTable.about), lt(visitorTable.createdAt, now - PATIENCE));
  if (company.read.select({ id: visitorTable.id }).from(visitorTable).where(old).limit(1).all().length === 0) return;
  company.write((db) => void db.delete(visitorTable).where(old).run());
}
