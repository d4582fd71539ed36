import { eq } from "drizzle-orm";
import { checkStorage, storageLeft } from "../companies/limits.ts";
import { refuse } from "../contract/errors.ts";
import { type Message, messages } from "../contract/messages.ts";
import { mayDeleteMessage } from "../contract/permissions.ts";
import { editsOf, reactTo, revokeMessage, rewrite } from "../outbox/change.ts";
import { retryMessage, sendMessage, ticketToWriteTo } from "../outbox/compose.ts";
import { forwardMessage } from "../outbox/forward.ts";
import type { Company } from "../platform/company.ts";
import { type On, routes } from "../platform/routes.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { connectionOf } from "../tickets/rows.ts";
import { ticketBefore } from "../tickets/past.ts";
import { checkMaySee, ticketFor } from "../tickets/show.ts";
import { emitMessage, mediaById, messageById } from "./change.ts";
import { mediaAddress } from "./media_address.ts";
import { newestThread } from "./newest_page.ts";
import { listMessages, shownMessage } from "./show.ts";
import { mediaTable } from "./table.ts";

export function messageRoutes(supervisor: Supervisor) {
  return routes((on) => {
    answerReading(on);
    answerSending(on);
    answerChanges(on);
    answerFetching(on, supervisor);
  });
}

function answerReading(on: On): void {
  on(messages.list, ({ company, person, params, query }) => {
    const { pageNumber, before, after, around } = query;
    if (pageNumber === 1 && !before && !after && !around) return newestThread(company.read, person, params.ticketId);
    checkMaySee(company.read, person, params.ticketId);
    const page = listMessages(company.read, params.ticketId, query);
    return { ...page, earlier: page.hasMore ? null : ticketBefore(company.read, person, params.ticketId) };
  });

  on(messages.edits, ({ company, person, params }) => editsOf(company.read, params.id, person));
}

function answerSending(on: On): void {
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

  on(messages.forward, async ({ company, person, params, body, tenants }) => {
    const size = mediaById(company.read, params.id)?.size ?? 0;
    if (size) checkStorage(tenants, company, size * new Set(body.contactIds).size);
    const answer = await forwardMessage(company, params.id, body.contactIds, person);
    for (const { ticketId } of answer.sent) wake(company, ticketId);
    return answer;
  });
}

function answerChanges(on: On): void {
  on(messages.remove, ({ company, person, params }) => {
    const message = messageById(company.read, params.id) ?? refuse("ERR_NO_MESSAGE_FOUND");
    ticketFor(company.read, person, { id: message.ticketId });
    if (!message.fromMe) refuse("ERR_NO_PERMISSION");
    if (mayDeleteMessage(message)) company.write((db, emit) => revokeMessage(db, emit, message, Date.now()));
    wake(company, message.ticketId);
    return shownMessage(company.read, params.id);
  });

  on(messages.edit, ({ company, person, params, body }) => {
    company.write((db, emit) => rewrite(db, emit, params.id, body.body, person, Date.now()));
    return changed(company, params.id);
  });

  on(messages.react, ({ company, person, params, body }) => {
    company.write((db, emit) => reactTo(db, emit, params.id, body.emoji, person, Date.now()));
    return changed(company, params.id);
  });
}

function answerFetching(on: On, supervisor: Supervisor): void {
  on(messages.mediaAddress, async ({ company, person, params, session, tenants }) => {
    const message = shownMessage(company.read, params.id);
    ticketFor(company.read, person, { id: message.ticketId });
    if (message.media?.state !== "ready") refuse("ERR_WAPP_DOWNLOAD_MEDIA");
    const right = { companyId: company.id, messageId: params.id, userId: person.id, sessionId: session.id };
    return { url: await mediaAddress(tenants.keys, right, new Date()) };
  });

  on(messages.fetchMedia, ({ company, person, params }) => {
    const message = messageById(company.read, params.id) ?? refuse("ERR_NO_MESSAGE_FOUND");
    ticketFor(company.read, person, { id: message.ticketId });
    company.write((db, emit) => {
      const media = db.update(mediaTable).set({ state: "waiting", attempts: 0, dueAt: Date.now() })
        .where(eq(mediaTable.messageId, params.id)).returning().all()[0] ?? refuse("ERR_NO_MESSAGE_FOUND");
      if (media.file) refuse("ERR_TICKET_CHANGED");
      emitMessage(db, emit, message);
    });
    if (message.connectionId) supervisor.wakeMedia(company, message.connectionId);
    return shownMessage(company.read, params.id);
  });
}

function changed(company: Company, id: number): Message {
  const message = shownMessage(company.read, id);
  wake(company, message.ticketId);
  return message;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function wake(company: Company, ticketId: number): void {
  const connectionId = connectionOf(company.latest, ticketId);
  if (connectionId) company.signals.emit("outbox", { connectionId });
}
