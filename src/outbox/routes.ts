import { refuse } from "../contract/errors.ts";
import { messages } from "../contract/messages.ts";
import { mayDeleteMessage } from "../contract/permissions.ts";
import { messageById } from "../messages/change.ts";
import { shownMessage } from "../messages/show.ts";
import { routes } from "../platform/routes.ts";
import { ticketRow } from "../tickets/moves.ts";
import { ticketFor } from "../tickets/show.ts";
import { retryMessage, sendMessage } from "./compose.ts";
import { revokeMessage } from "./revoke.ts";

export const outboxRoutes = routes((on) => {
  on(messages.send, ({ company, person, params, body, files }) => {
    const sent = sendMessage(company, params.ticketId, body, files, person);
    wake(company, params.ticketId);
    return sent;
  });

  on(messages.retry, ({ company, person, params }) => {
    const message = retryMessage(company, params.id, person);
    wake(company, message.ticketId);
    return message;
  });

  on(messages.remove, ({ company, person, params }) => {
    const message = messageById(company.read, params.id) ?? refuse("ERR_NO_MESSAGE_FOUND");
    ticketFor(company.read, person, { id: message.ticketId });
    if (!message.fromMe) refuse("ERR_NO_PERMISSION");
    if (mayDeleteMessage(message)) company.write((db, tell) => revokeMessage(db, tell, message, Date.now()));
    wake(company, message.ticketId);
    return shownMessage(company.read, params.id);
  });
});

function wake(company: Parameters<typeof sendMessage>[0], ticketId: number): void {
  const connectionId = ticketRow(company.read, ticketId)?.connectionId;
  if (connectionId) company.signals.emit("outbox", { connectionId });
}
