import { eq } from "drizzle-orm";
import { contactTable } from "../contacts/table.ts";
import { botHoldTable } from "../outside_bots/table.ts";
import type { Company } from "../platform/company.ts";
import { ticketTable } from "../tickets/table.ts";
import type { Road } from "./road.ts";

/** What a customer is told whose bot is silent. */
export const BOT_MESSAGE = "Já chamamos alguém.";

function ticketOf({ read }: Company, name: string): number {
  return read.select({ id: ticketTable.id }).from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId)).where(eq(contactTable.name, name)).all()[0]!
    .id;
}

/** The time of the bot that has somebody is over. */
export function silence(company: Company, name: string): void {
  const ticketId = ticketOf(company, name);
  company.write((db) => {
    db.update(botHoldTable).set({ dueAt: Date.now() - 1 }).where(eq(botHoldTable.ticketId, ticketId)).run();
  });
}

/** The bot that has somebody gives them back to people, by a token of its own. */
export async function handBack(road: Road, name: string): Promise<void> {
  const { token } = (await road.as("ana")("POST", "/api-tokens", { name: "Robô", scopes: ["send"] })).body;
  const answer = await fetch(`${road.server.address}/api/tickets/${ticketOf(road.aurora, name)}/bot/return`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ to: "human" }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.body?.cancel();
}
