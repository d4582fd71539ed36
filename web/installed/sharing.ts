import { millisecondsInHour } from "date-fns/constants";
import { getDefaultStore } from "jotai";
import type { Contact } from "../../src/contract/contacts.ts";
import { attach } from "../composer/attachments.ts";
import { addToDraft } from "../composer/drafts.ts";
import { SHARED, type Shared } from "../keptFiles.ts";
import { inStore } from "../keptStore.ts";
import { onOtherPerson } from "../person.ts";
import { openTicketAtom } from "../thread/opened.ts";
import { showError } from "../ui/showError.ts";

const store = getDefaultStore();
/** For whom it is, until a ticket of theirs is open. */
let meant: { contactId: number; shared: Shared } | undefined;

/** What was shared with the app a while ago at most; nobody remembers older things. */
export async function latestShared(now: number): Promise<Shared | undefined> {
  const shared = await inStore<Shared | undefined>(SHARED, "readonly", (kept) => kept.get("latest"));
  if (!shared || now - shared.at < millisecondsInHour) return shared;
  await forgetShared();
}

export async function forgetShared(): Promise<void> {
  await inStore(SHARED, "readwrite", (kept) => kept.delete("latest"));
}

/** Lays it into the composer of one of the contact's tickets, as soon as one in progress is open. Nothing is sent. */
export function shareWith(contact: Contact, shared: Shared): void {
  meant = { contactId: contact.id, shared };
  deliver();
}

/** What was to be shared with somebody is not. */
export function shareWithNobody(): void {
  meant = undefined;
}

function deliver(): void {
  const ticket = store.get(openTicketAtom);
  if (!meant || ticket?.contactId !== meant.contactId || ticket.status !== "open") return;
  const { files, text } = meant.shared;
  meant = undefined;
  if (text) addToDraft(ticket.id, text);
  const laid = files.length > 0 ? attach(ticket.id, files) : Promise.resolve();
  // What the channel takes is known by a part of the app that may not come: then it is still there for another try.
  laid.then(forgetShared).catch(showError);
}

store.sub(openTicketAtom, deliver);
onOtherPerson(shareWithNobody);
