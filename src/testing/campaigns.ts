import { searchOf } from "../contact_lists/items.ts";
import { contactListTable, listItemTable } from "../contact_lists/table.ts";
import type { Write } from "../platform/company.ts";
import { setSetting } from "../settings/settings.ts";
import { setCampaignSettings } from "../campaigns/settings.ts";

/** Somebody for a contact list. */
export interface Listed {
  name: string;
  number: string;
  email?: string;
  columns?: Record<string, string>;
}

/** A contact list with these people on it. */
export function aList(db: Write, people: readonly Listed[], name = "Clientes"): number {
  const { id } = db.insert(contactListTable).values({ name, createdAt: Date.now() }).returning().get();
  addToList(db, id, people);
  return id;
}

export function addToList(db: Write, listId: number, people: readonly Listed[]): void {
  for (const person of people) {
    const search = searchOf({ email: "", ...person });
    db.insert(listItemTable).values({ ...person, search, listId, createdAt: Date.now() }).run();
  }
}

/** The company may send campaigns: no pauses, and as many strangers as there are: what a test wants to see happens at once. */
export function noPauses(db: Write): void {
  setSetting(db, "campaignsEnabled", "true");
  setCampaignSettings(db, { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, newNumberCap: 0 });
}
