import { type Contact, contacts } from "../../../src/contract/contacts.ts";
import { call } from "../../call.ts";
import { showError } from "../../ui/showError.ts";
import { askNewTicket } from "../dialogs.ts";

/** Asks for a ticket with the person on a card that somebody passed on; who is not known becomes a contact first. */
export async function startWithCard(card: { name: string; number: string }): Promise<void> {
  try {
    askNewTicket(await knownBy(card.number) ?? await call(contacts.add, { ...card, name: card.name || card.number }));
  } catch (error) {
    showError(error);
  }
}

async function knownBy(number: string): Promise<Contact | undefined> {
  const { contacts: found } = await call(contacts.list, { searchParam: number, pageNumber: 1 });
  return found.find((one) => one.number === number);
}
