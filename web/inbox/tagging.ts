import type { TagRef } from "../../src/contract/tags.ts";
import { tags } from "../../src/contract/tags.ts";
import { tickets } from "../../src/contract/tickets.ts";
import { call } from "../call.ts";
import { t } from "@lingui/core/macro";
import { showError } from "../ui/showError.ts";
import { offerUndo } from "../ui/undo.ts";
import { findOpened } from "../thread/opened.ts";
import { noteTicket } from "./answers.ts";

/** One change after the other, each on what the one before has left. */
let last: Promise<unknown> = Promise.resolve();

/** Puts a tag on a ticket, or takes it off; which can be undone. */
export function toggleTag(ticketId: number, tag: TagRef, on: boolean): Promise<void> {
  const { name } = tag;
  return inTurn(async () => {
    await setTag(ticketId, tag, on);
    offerUndo(
      on ? t`Tag ${name} colocada` : t`Tag ${name} tirada`,
      () => void inTurn(() => setTag(ticketId, tag, !on)),
    );
  });
}

async function setTag(ticketId: number, tag: TagRef, on: boolean): Promise<void> {
  const had = findOpened({ ticketId })?.ticket?.tags ?? (await call(tickets.show, { id: ticketId })).tags;
  const others = had.filter(({ id }) => id !== tag.id);
  const wanted = (on ? [...others, tag] : others).map(({ id }) => ({ id }));
  const ticket = await call(tickets.tag, { ticketId, tags: wanted });
  noteTicket(ticket);
}

/** Makes a tag of a new name, and puts it on the ticket. */
export async function addTagTo(ticketId: number, draft: Pick<TagRef, "name" | "color">): Promise<void> {
  try {
    const tag = await call(tags.add, draft);
    await toggleTag(ticketId, tag, true);
  } catch (error) {
    showError(error);
  }
}

function inTurn(work: () => Promise<void>): Promise<void> {
  const own = last.then(work).catch(showError);
  last = own;
  return own;
}
