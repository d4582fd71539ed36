import type { Line, Message } from "./model.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";
import { WINDOW } from "./whatsapp/fate.ts";
import { HUMAN_WINDOW } from "./messaging/window.ts";

/** A person as the control interface shows it. */
export function showPerson({ world, customer }: Person, id: string) {
  const { name, phone, username, hidesNumber, isOnline, isOptedOut } = customer;
  const ids = world.lines.flatMap((line) => {
    const known = customer.ids.get(world.scopeOf(line));
    return known ? [{ line: line.id, id: known }] : [];
  });
  return { id, name, phone, username, hidesNumber, isOnline, isOptedOut, ids };
}

/** A line with what it is told and reached by. */
export function showLine(line: Line) {
  const { channel, id, name } = line;
  if (line.channel === "whatsapp") {
    const { account, number } = line;
    const templates = account.templates.map(({ name, language, status }) => ({ name, language, status }));
    return {
      channel,
      id,
      name,
      address: `+${number}`,
      account: account.id,
      templates,
      followers: account.subscribers.size,
    };
  }
  const address = line.channel === "instagram" ? `@${line.username}` : name;
  const page = line.channel === "instagram" ? line.page : undefined;
  return { channel, id, name, address, page: page?.id, followers: (page ?? line).subscribers.size };
}

/** A person's chats, one for each line. */
export function showChats({ world, customer }: Person, last = 200) {
  return world.lines.filter((line) => line.channel !== "whatsapp" || customer.phone).map((line) => {
    const talk = world.talk(line, customer).filter(({ status }) => status !== "failed");
    return {
      line: line.id,
      channel: line.channel,
      name: line.name,
      ...windowsOf(world, line, world.sinceWritten(line, customer)),
      unread: talk.filter((each) => each.isFromBusiness && each.status === "delivered").length,
      messages: talk.slice(-last).map(showMessage),
    };
  });
}

/** Until when (ms since 1970) the company may answer, and until when a human being may. */
function windowsOf(world: World, line: Line, since: number | undefined) {
  if (since === undefined) return {};
  const wrote = world.now() - since;
  return { openUntil: wrote + WINDOW, humanUntil: line.channel === "whatsapp" ? undefined : wrote + HUMAN_WINDOW };
}

function showMessage(message: Message) {
  const { id, kind, text, isFromBusiness, at, status, media, isVoice, location, contacts, choices } = message;
  const { reactions, edits, isDeleted, replyTo, template } = message;
  return {
    ...{ id, kind, text, isFromBusiness, at, status, isVoice, location, contacts, choices },
    ...{ reactions, edits, isDeleted, replyTo, template },
    media: media && { id: media.id, mimeType: media.mimeType, name: media.name, size: media.bytes.length },
  };
}
