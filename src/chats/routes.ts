import { secondsToMilliseconds } from "date-fns/secondsToMilliseconds";
import { checkStorage, storageLeft } from "../companies/limits.ts";
import { chats } from "../contract/chats.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import { mediaAddress } from "../messages/media_address.ts";
import { removeFiles } from "../messages/remove_ticket.ts";
import type { Company } from "../platform/company.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import { type On, routes } from "../platform/routes.ts";
import { addChat, changeChat, chatFor, listChats, removeChat, shownChat } from "./chats.ts";
import { findInChats } from "./find.ts";
import { CHAT_MEDIA, chatMediaFor } from "./media.ts";
import { editMessage, removeMessage, sendToChat } from "./messages.ts";
import { listChatMessages } from "./read_messages.ts";
import { readChat } from "./reads.ts";

/** Messages that one person may write within half a minute: more than anybody types, fewer than a script. */
const floods = new WeakMap<Company, RateLimit>();

function checkFlood(company: Company, person: Person): void {
  const flood = floods.get(company) ?? new RateLimit(60, secondsToMilliseconds(30));
  floods.set(company, flood);
  flood.countOrRefuse(String(person.id), Date.now());
}

export const chatRoutes = routes((on) => {
  answerChats(on);
  answerMessages(on);
});

function answerChats(on: On): void {
  on(chats.list, ({ company, person, query }) => listChats(company.read, person, query));
  // Before the call whose /chats/:uuid would take /chats/search for a chat.
  on(chats.find, ({ company, person, query }) => findInChats(company.read, person, query));
  on(chats.show, ({ company, person, params }) => shownChat(company.read, chatFor(company.read, person, params).id));
  on(chats.add, ({ company, person, body }) => addChat(company, body, person, Date.now()));
  on(
    chats.change,
    ({ company, person, params, body }) => changeChat(company, params.id, body, { person, now: Date.now() }),
  );
  on(chats.remove, async ({ company, person, params }) => {
    await removeFiles(company, removeChat(company, params.id, person));
    return {};
  });
  on(chats.read, ({ company, person, params, body: { userId, upTo } }) => {
    if (userId !== undefined && userId !== person.id) refuse("ERR_NO_PERMISSION");
    return readChat(company, params.id, { person, upTo, now: Date.now() });
  });
}

function answerMessages(on: On): void {
  on(chats.messages, ({ company, person, params, query }) => {
    chatFor(company.read, person, params);
    return listChatMessages(company.read, params.id, query);
  });

  on(chats.send, ({ company, person, params, body, files, tenants }) => {
    checkFlood(company, person);
    if (files.length) checkStorage(tenants, company, files.reduce((sum, { size }) => sum + size, 0));
    return sendToChat(company, params.id, body, { files, person, now: Date.now() });
  }, ({ company, person, params, tenants }) => {
    chatFor(company.read, person, params);
    return storageLeft(tenants, company);
  });

  on(
    chats.edit,
    ({ company, person, params, body }) => editMessage(company, params.id, body.message, person, Date.now()),
  );
  on(chats.removeMessage, async ({ company, person, params }) => {
    const { message, file } = removeMessage(company, params.id, person);
    if (file) await removeFiles(company, [file]);
    return message;
  });

  on(chats.mediaAddress, async ({ company, person, params, session, tenants }) => {
    chatMediaFor(company.read, person, params.id);
    const right = { companyId: company.id, messageId: params.id, userId: person.id, sessionId: session.id };
    return { url: await mediaAddress(tenants.keys, right, new Date(), CHAT_MEDIA) };
  });
}
