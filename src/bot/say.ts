import type { BotAction } from "../shared/bot/situation.ts";
import { LONGEST_CAPTION } from "../contract/messages.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { mediaPath, newMediaPath } from "../platform/media.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { shownMessage } from "../messages/show.ts";
import { compose, kindOf, type Part } from "../outbox/compose.ts";
import { RANK } from "../outbox/enqueue.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";
import { fileOfOption } from "./desk.ts";

type Say = Pick<Extract<BotAction, { do: "say" }>, "text" | "optionId" | "withFile">;

/** Stores what the bot says, and puts it into the outbox. */
export function say(
  company: Company,
  db: Write,
  ticket: TicketRow,
  { text, optionId, withFile }: Say,
  now: number,
): number[] {
  const file = withFile && optionId !== null ? copyOfFile(company, db, optionId) : undefined;
  const ids = partsOf(text, file).map((part) => compose(db, ticket, { ...part, rank: RANK.bot }, null, now));
  const { connectionId } = ticket;
  if (ids.length > 0) company.afterwards(() => company.signals.emit("outbox", { connectionId: connectionId! }));
  return ids;
}

/** A text that cannot go along with the file goes before it. */
function partsOf(body: string, file: ReceivedFile | undefined): Part[] {
  const text: Part[] = body ? [{ body, kind: "text" }] : [];
  if (!file) return text;
  const kind = kindOf(file, undefined);
  if (kind === "audio" || body.length > LONGEST_CAPTION) return [...text, { body: "", kind, file }];
  return [{ body, kind, file }];
}

/** Each message has a file of its own, which goes when its ticket goes. */
function copyOfFile(company: Company, db: Read, optionId: number): ReceivedFile | undefined {
  const kept = fileOfOption(db, optionId);
  if (!kept) return undefined;
  const { file, ...about } = kept, path = newMediaPath(company);
  try {
    Deno.linkSync(mediaPath(company, file), path);
    return { ...about, path };
  } catch (error) {
    log.error(`The file of option ${optionId} cannot be sent`, { company: company.id, error });
  }
}

/** Shows what was said to all who may see the ticket. */
export function emitSaid(db: Read, emit: Emit, ticketId: number, ids: number[]): void {
  if (ids.length === 0) return;
  const ticket = shownTicket(db, ticketId);
  for (const id of ids) {
    emit("appMessage", { action: "create", message: shownMessage(db, id), ticket, live: true }, viewersOf(ticket));
  }
}
