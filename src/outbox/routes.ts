import { checkStorage, storageLeft } from "../companies/limits.ts";
import { refuse } from "../contract/errors.ts";
import { type Message, messages } from "../contract/messages.ts";
import { mayDeleteMessage } from "../contract/permissions.ts";
import { mediaById, messageById } from "../messages/change.ts";
import { shownMessage } from "../messages/show.ts";
import type { Company } from "../platform/company.ts";
import { routes } from "../platform/routes.ts";
import { ticketRow } from "../tickets/moves.ts";
import { ticketFor } from "../tickets/show.ts";
import { retryMessage, sendMessage, ticketToWriteTo } from "./compose.ts";
import { editsOf, reactTo, revokeMessage, rewrite } from "./change.ts";
import { forwardMessage } from "./forward.ts";

export const outboxRoutes = routes((on) => {
  on(messages.send, ({ company, person, params, body, files, tenants }) => {
    if (files.length) checkStorage(tenants, company, sum(files.map(({ size }) => size)));
    const sent = sendMessage(company, params.ticketId, body, files, person);
    wake(company, params.ticketId);
    return sent;
  }, ({ company, person, params, tenants }) => {
    ticketToWriteTo(company.read, params.ticketId, person);
    return storageLeft(tenants, company);
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

  on(messages.edit, ({ company, person, params, body }) => {
    company.write((db, tell) => rewrite(db, tell, params.id, body.body, person, Date.now()));
    return changed(company, params.id);
  });

  on(messages.edits, ({ company, person, params }) => editsOf(company.read, params.id, person));

  on(messages.react, ({ company, person, params, body }) => {
    company.write((db, tell) => reactTo(db, tell, params.id, body.emoji, person, Date.now()));
    return changed(company, params.id);
  });

  on(messages.forward, async ({ company, person, params, body, tenants }) => {
    const size = mediaById(company.read, params.id)?.size ?? 0;
    if (size) checkStorage(tenants, company, size * new Set(body.contactIds).size);
    const answer = await forwardMessage(company, params.id, body.contactIds, person);
    for (const { ticketId } of answer.sent) wake(company, ticketId);
    return answer;
  });
});

function changed(company: Company, id: number): Message {
  const message = shownMessage(company.read, id);
  wake(company, message.ticketId);
  return message;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function wake(company: Company, ticketId: number): void {
  const connectionId = ticketRow(company.read, ticketId)?.connectionId;
  if (connectionId) company.signals.emit("outbox", { connectionId });
}
