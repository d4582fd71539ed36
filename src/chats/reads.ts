import { and, count, eq, gt, isNull, max, ne, or } from "drizzle-orm";
import type { Chat } from "../contract/chats.ts";
import type { Person } from "../contract/permissions.ts";
import { seeMentions, unseenInChat } from "../mentions/mentions.ts";
import type { Company, Read } from "../platform/company.ts";
import { chatFor, shownChat } from "./chats.ts";
import { those } from "./members.ts";
import { chatMessageTable, chatUserTable } from "./table.ts";

/** Notes that a person has read a chat up to a message, or to its end; a mark never goes back. */
export function readChat(company: Company, id: number, { person, upTo, now }: {
  person: Person;
  upTo?: number;
  now: number;
}): Chat {
  return company.write((db, emit) => {
    chatFor(db, person, { id });
    const own = and(eq(chatUserTable.chatId, id), eq(chatUserTable.userId, person.id));
    const [was] = db.select().from(chatUserTable).where(own).all();
    const readTo = Math.max(was!.readTo, Math.min(upTo ?? Infinity, newestIn(db, id)));
    seeMentions(db, emit, person.id, unseenInChat(db, person.id, id, readTo), now);
    const unreads = unreadsAfter(db, id, readTo, person.id);
    if (readTo === was!.readTo && unreads === was!.unreads) return shownChat(db, id);
    db.update(chatUserTable).set({ readTo, unreads }).where(own).run();
    const record = shownChat(db, id);
    emit("chat", { action: "update", record }, those(company, id, record.users));
    return record;
  });
}

function newestIn(db: Read, chatId: number): number {
  return db.select({ id: max(chatMessageTable.id) }).from(chatMessageTable).where(eq(chatMessageTable.chatId, chatId))
    .all()[0]?.id ?? 0;
}

/** What others wrote after a message, and have not taken back. */
function unreadsAfter(db: Read, chatId: number, readTo: number, userId: number): number {
  return db.select({ count: count() }).from(chatMessageTable).where(and(
    eq(chatMessageTable.chatId, chatId),
    gt(chatMessageTable.id, readTo),
    or(ne(chatMessageTable.userId, userId), isNull(chatMessageTable.userId)),
    eq(chatMessageTable.isDeleted, false),
  )).all()[0]!.count;
}
