import { checkLimit } from "../companies/limits.ts";
import {
  addConnection,
  changeConnection,
  checkRemovable,
  connectionById,
  connectionOf,
  connectionRows,
  detailsOf,
  mayAct,
  removeConnection,
  tellConnection,
} from "../connections/connections.ts";
import { changesOf } from "../connections/history.ts";
import { setToken, tokenOf } from "../connections/tokens.ts";
import { connections } from "../contract/connections.ts";
import { refuse } from "../contract/errors.ts";
import { messages } from "../contract/messages.ts";
import { may, type Person, readsTicket } from "../contract/permissions.ts";
import { tickets } from "../contract/tickets.ts";
import { eq } from "drizzle-orm";
import { markMessagesRead, messageById, tellMessage } from "../messages/change.ts";
import { shownMessage } from "../messages/show.ts";
import { mediaTable } from "../messages/table.ts";
import { giveUpAll } from "../outbox/enqueue.ts";
import type { Company, Read } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { noteMaker, refuseIfChanged } from "../platform/revisions.ts";
import { routes } from "../platform/routes.ts";
import { readTicket } from "../tickets/reading.ts";
import { shownTicket, ticketFor } from "../tickets/show.ts";
import type { Sessions } from "./sessions.ts";

/** The calls that need a running connection. */
export function sessionRoutes(sessions: Sessions) {
  const shown = (company: Company, id: number, person: Person) => {
    const row = connectionById(company.read, id) ?? refuse("ERR_NO_WAPP_FOUND");
    return connectionOf(company.read, row, mayAct(person) ? sessions.liveOf(company, id) : undefined);
  };
  const details = (company: Company, id: number, person: Person, db: Read = company.read) => {
    const row = connectionById(db, id) ?? refuse("ERR_NO_WAPP_FOUND");
    const token = may(person, "connections-page:editOrDeleteConnection") ? tokenOf(sessions.tenants, row) : "";
    return detailsOf(db, row, { live: mayAct(person) ? sessions.liveOf(company, id) : undefined, token });
  };

  return routes((on) => {
    on(
      connections.list,
      ({ company, person }) => connectionRows(company.read).map(({ id }) => shown(company, id, person)),
    );
    on(connections.show, ({ company, params, person }) => details(company, params.id, person));

    on(connections.add, async ({ company, tenants, body, person }) => {
      const { token, ...form } = body;
      const { id } = company.write((db) => {
        checkLimit(tenants, company, "connections", db);
        const { id } = addConnection(db, form, Date.now());
        if (token) setToken(tenants, company, db, id, token);
        return { id };
      });
      await sessions.start(company, id);
      company.write((db, tell) =>
        tellConnection(tell, "whatsapp", connectionOf(db, connectionById(db, id)!, sessions.liveOf(company, id)))
      );
      return shown(company, id, person);
    });

    on(connections.change, ({ company, tenants, params, body, person }) => {
      const { token, was, ...form } = body;
      company.write((db, tell) => {
        const changed = { kind: "connection", id: params.id } as const, now = Date.now();
        refuseIfChanged(db, changed, was, () => details(company, params.id, person, db));
        changeConnection(db, params.id, form, now);
        if (token !== undefined) setToken(tenants, company, db, params.id, token);
        noteMaker(db, changed, { userId: person.id, now });
        // Making one the default changes another one too.
        for (const row of connectionRows(db)) {
          tellConnection(tell, "whatsapp", connectionOf(db, row, sessions.liveOf(company, row.id)));
        }
      });
      return shown(company, params.id, person);
    });

    on(connections.remove, async ({ company, tenants, params }) => {
      checkRemovable(company.read, params.id);
      // Unlinked before its row goes: until then keys and messages are stored that belong to it.
      await sessions.logOut(company, params.id).catch((error) =>
        log.warn("Unlinking failed", { company: company.id, error })
      );
      company.write((db, tell) => {
        giveUpAll(db, tell, params.id);
        removeConnection(db, params.id);
        setToken(tenants, company, db, params.id, "");
        tell("whatsapp", { action: "delete", id: params.id });
        for (const row of connectionRows(db)) {
          tellConnection(tell, "whatsapp", connectionOf(db, row, sessions.liveOf(company, row.id)));
        }
      });
      return {};
    });

    on(connections.history, ({ company, params, person }) => {
      shown(company, params.id, person);
      return changesOf(company.read, params.id);
    });

    on(connections.start, async ({ company, params, person }) => {
      shown(company, params.id, person);
      await sessions.start(company, params.id);
      return shown(company, params.id, person);
    });

    on(connections.relink, async ({ company, params, person }) => {
      shown(company, params.id, person);
      await sessions.logOut(company, params.id);
      await sessions.start(company, params.id);
      return shown(company, params.id, person);
    });

    on(connections.stop, async ({ company, params, person }) => {
      shown(company, params.id, person);
      await sessions.logOut(company, params.id);
      return shown(company, params.id, person);
    });

    on(connections.pairingCode, async ({ company, params, body, person }) => {
      shown(company, params.id, person);
      return { code: await sessions.sessionOf(company, params.id).pairingCode(body.number) };
    });

    on(tickets.markRead, ({ company, person, params }) => {
      const ticket = ticketFor(company.read, person, params);
      if (!readsTicket(person, ticket)) return ticket;
      const { whatsappId } = ticket;
      const unread = company.write((db, tell) => {
        readTicket(db, tell, params.id);
        return markMessagesRead(db, params.id);
      });
      if (unread.length > 0 && whatsappId) tellSender(sessions, company, whatsappId, unread);
      return shownTicket(company.read, params.id);
    });

    on(messages.fetchMedia, ({ company, person, params }) => {
      const message = messageById(company.read, params.id) ?? refuse("ERR_NO_MESSAGE_FOUND");
      ticketFor(company.read, person, { id: message.ticketId });
      company.write((db, tell) => {
        const media = db.update(mediaTable).set({ state: "waiting", attempts: 0, dueAt: Date.now() })
          .where(eq(mediaTable.messageId, params.id)).returning().all()[0] ?? refuse("ERR_NO_MESSAGE_FOUND");
        if (media.file) refuse("ERR_TICKET_CHANGED");
        tellMessage(db, tell, message);
      });
      if (message.connectionId) sessions.wakeMedia(company, message.connectionId);
      return shownMessage(company.read, params.id);
    });
  });
}

/** The blue ticks on the customer's phone; without a connection they simply stay grey. */
function tellSender(
  sessions: Sessions,
  company: Company,
  connectionId: number,
  unread: ReturnType<typeof markMessagesRead>,
): void {
  const keys = unread.map(({ chat, wid, fromMe, author }) => ({ jid: chat, wid, fromMe, author }));
  try {
    sessions.sessionOf(company, connectionId).markRead(keys)
      .catch((error) =>
        log.warn("Read receipts could not be sent", { company: company.id, connection: connectionId, error })
      );
  } catch { /* it does not run */ }
}
