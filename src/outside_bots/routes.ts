import { giveBack } from "../bot/give_back.ts";
import { companyRow } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import { outsideBots } from "../contract/outside_bots.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { routes } from "../platform/routes.ts";
import type { TokenCaller } from "../platform/session.ts";
import { ticketRow } from "../tickets/rows.ts";
import { extendHold, holdOf, isWithBot, speaksFor } from "./holds.ts";

export const outsideBotRoutes = routes((on) => {
  on(outsideBots.giveBack, ({ tenants, company, params, body: wish, session }) => {
    const timeZone = () => companyRow(tenants, company.id)!.timeZone, now = Date.now();
    return company.write((db, emit) => {
      const held = heldTicket(db, params.id, session.token!);
      const { id, status, queueId, userId } = giveBack(company, db, emit, { ...held, wish, timeZone, now });
      return { id, status, queueId, userId };
    });
  });

  on(outsideBots.extend, ({ company, params, body: { minutes }, session }) =>
    company.write((db) => {
      const { hold } = heldTicket(db, params.id, session.token!);
      return { until: momentOf(extendHold(db, hold, { minutes, now: Date.now() })) };
    }));
});

/** A ticket that the outside bot has which speaks by this token; a connection's token knows those of its connection alone. */
function heldTicket(db: Read, id: number, caller: TokenCaller) {
  const { connectionId } = caller, ticket = ticketRow(db, id);
  if (!ticket || (connectionId !== null && ticket.connectionId !== connectionId)) refuse("ERR_NO_TICKET_FOUND");
  const hold = isWithBot(ticket) ? holdOf(db, id) : undefined;
  if (!hold || !speaksFor(db, hold, caller)) refuse("ERR_TICKET_NOT_WITH_BOT");
  return { ticket, hold };
}
