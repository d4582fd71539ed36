import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import type { Chat } from "../../src/contract/chats.ts";
import { unsentAtom } from "../composer/sending/outbox.ts";
import { unconfirmed } from "../composer/sending/unsent.ts";
import { previewOf } from "../inbox/preview.ts";
import { useMe } from "../session.ts";
import { DayLine, ThreadRows, UnreadLine } from "../thread/messages/ThreadRows.tsx";
import type { Reading } from "../thread/messages/useThreadScroll.ts";
import { MessagesAround } from "../thread/photos.ts";
import type { Thread } from "../thread/thread.ts";
import { dayReader, timelineOf } from "../thread/timeline.ts";
import { useDates } from "../ui/useDates.ts";
import { ChatBubble } from "./ChatBubble.tsx";
import { placeOf, readersOf } from "./lines.ts";
import { chatNewsAtom, goToEnd, noteEnd, type OpenedChat, readOn } from "./opened.ts";
import css from "./ChatBubble.module.css";

interface ChatMessagesProps {
  opened: OpenedChat;
  chat: Chat;
  thread: Thread;
  isEmpty: boolean;
}

const READING: Reading = {
  readOn: (end) => void readOn(end),
  goToEnd: () => void goToEnd(),
  noteEnd,
  // Spec 3 §9.
  reach: 600,
};

/** What was said in a chat, in the lines of which threads of tickets are made. */
export function ChatMessages({ opened, chat, thread, isEmpty }: ChatMessagesProps) {
  const me = useMe();
  const { timeZone } = useDates();
  const all = useAtomValue(unsentAtom), place = placeOf(chat.id);
  const { messages } = thread;
  const unsent = useMemo(() => unconfirmed(all, place, messages), [all, place, messages]);
  const dayOf = useMemo(() => dayReader(timeZone), [timeZone]);
  const rows = useMemo(() => timelineOf(thread, { unsent, isTyping: false, dayOf }), [thread, unsent, dayOf]);
  const lastOwn = thread.hasNewer ? undefined : messages.findLast(({ fromMe, isDeleted }) => fromMe && !isDeleted)?.id;
  return (
    <MessagesAround value={messages}>
      <ThreadRows
        rows={rows}
        thread={thread}
        opened={opened}
        reading={READING}
        isEmpty={isEmpty}
        draw={(row, isSought) => {
          if (row.type === "day") return <DayLine at={row.day} />;
          if (row.type === "unread") return <UnreadLine count={row.count} />;
          if (row.type !== "message") return null;
          return (
            <>
              <ChatBubble
                message={row.message}
                unsent={row.unsent}
                users={chat.users}
                isFirst={row.isFirst}
                isLast={row.isLast}
                isSought={isSought}
              />
              {row.message.id === lastOwn && !row.unsent && <ReadBy chat={chat} messageId={lastOwn} ownId={me.id} />}
            </>
          );
        }}
      >
        <News />
      </ThreadRows>
    </MessagesAround>
  );
}

/** Below the latest own message: who has read it. */
function ReadBy({ chat, messageId, ownId }: { chat: Chat; messageId: number; ownId: number }) {
  const { i18n } = useLingui();
  const readers = readersOf(chat.users, messageId, ownId).map(({ user }) => user.name.split(" ")[0]!);
  if (readers.length === 0) return null;
  const names = new Intl.ListFormat(i18n.locale).format(readers);
  return (
    <p className={css.readBy}>
      <Trans>lida por {names}</Trans>
    </p>
  );
}

/** Tells a screen reader politely what was just written. */
function News() {
  const news = useAtomValue(chatNewsAtom);
  return (
    <p className="visually-hidden" role="status">
      {news && `${news.participant}: ${previewOf(news.kind, news.body).text}`}
    </p>
  );
}
