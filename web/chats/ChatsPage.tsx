import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { MessagesSquare } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import { useParams, useSearch } from "wouter";
import type { Chat } from "../../src/contract/chats.ts";
import { composerField } from "../inbox/focus.ts";
import { isNarrowAtom } from "../tickets/panes.ts";
import type { PaneBar } from "../tickets/TicketsPage.tsx";
import { isTyping } from "../ui/commandKey.ts";
import { Count } from "../ui/Count.tsx";
import { Empty } from "../ui/Empty.tsx";
import { useList } from "../list/pagedList.ts";
import { usePageTitle } from "../ui/pageTitle.ts";
import { Segments } from "../ui/Segments.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { messageIn } from "./address.ts";
import { ChatListPane } from "./ChatListPane.tsx";
import { ChatPane } from "./ChatPane.tsx";
import { unreadChats } from "./chats.ts";
import { openChat, openedChatAtom } from "./opened.ts";
import css from "./ChatsPage.module.css";

const ChatDialog = lazyDialog(() => import("./ChatDialog.tsx"));

type Pane = "list" | "messages";

/** Internal chat: the chats at the left, one of them at the right; one of both where there is no room (spec 3 §2.9). */
export default function ChatsPage({ bar }: { bar: PaneBar }) {
  const { t } = useLingui();
  const { uuid = null } = useParams<{ uuid?: string }>();
  const messageId = messageIn(useSearch());
  const isNarrow = useAtomValue(isNarrowAtom);
  const opened = useAtomValue(openedChatAtom);
  const [pane, setPane] = useState<Pane>("list");
  /** What is being edited: a chat, or a new one. */
  const [edited, setEdited] = useState<Chat | "new">();
  const showMessages = useCallback(() => setPane("messages"), []);
  usePageTitle(opened?.chat?.title ?? t`Chat interno`);
  useEffect(() => {
    openChat(uuid, messageId);
    setPane(uuid ? "messages" : "list");
  }, [uuid, messageId]);
  useEffect(() => () => openChat(null, null), []);
  useTypingHere();
  return (
    <div className={css.page} data-narrow={isNarrow || undefined}>
      <h1 className="visually-hidden">{t`Chat interno`}</h1>
      {isNarrow && <ChatTabs bar={bar} pane={pane} onPane={setPane} />}
      {(!isNarrow || pane === "list") && (
        <div className={css.list}>
          <ChatListPane uuid={uuid} messageId={messageId} onNew={() => setEdited("new")} onOpen={showMessages} />
        </div>
      )}
      {(!isNarrow || pane === "messages") && (opened
        ? <ChatPane key={opened.uuid} opened={opened} onBack={() => setPane("list")} onEdit={setEdited} />
        : (
          <section className={css.welcome} aria-label={t`Mensagens`}>
            <Empty
              icon={MessagesSquare}
              title={t`Escolha uma conversa`}
              text={t`Aqui a equipe se fala. Chame alguém com @ e cite um atendimento com #.`}
            />
          </section>
        ))}
      {edited && (
        <Suspense>
          <ChatDialog
            chat={edited === "new" ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A narrow screen's two tabs (spec 3 §2.9). */
function ChatTabs({ bar: Bar, pane, onPane }: { bar: PaneBar; pane: Pane; onPane: (pane: Pane) => void }) {
  const { t } = useLingui();
  const { rows } = useList(unreadChats, {});
  const label = t`Há mensagens não lidas`;
  return (
    <Bar>
      <Segments
        label={t`Painel`}
        value={pane}
        onValue={onPane}
        options={[
          {
            value: "list",
            label: t`Chats`,
            end: rows.length > 0 && (
              <Count of={rows.length} tone={pane === "list" ? undefined : "plain"} label={label} />
            ),
          },
          { value: "messages", label: t`Mensagens` },
        ]}
      />
    </Bar>
  );
}

/** What is typed where nothing is written goes to the composer, as with a ticket open. */
function useTypingHere(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event)) composerField()?.focus();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
