import { Trans, useLingui } from "@lingui/react/macro";
import { MessageCircle, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Chat } from "../../src/contract/chats.ts";
import { CallError } from "../call.ts";
import { useFileDrop } from "../composer/useFileDrop.ts";
import { Loading } from "../thread/head/ThreadBody.tsx";
import paneCss from "../thread/head/ThreadPane.module.css";
import { Empty, Failed } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { ChatComposer } from "./ChatComposer.tsx";
import { ChatHead } from "./ChatHead.tsx";
import { ChatMessages } from "./ChatMessages.tsx";
import { FoundMessages } from "./FoundMessages.tsx";
import { placeOf } from "./lines.ts";
import { type OpenedChat, retryOpen } from "./opened.ts";
import css from "./ChatPane.module.css";

interface ChatPaneProps {
  opened: OpenedChat;
  onBack: () => void;
  onEdit: (chat: Chat) => void;
}

/** One chat: who is in it, what was said, and where one writes. */
export function ChatPane({ opened, onBack, onEdit }: ChatPaneProps) {
  const { t } = useLingui();
  const { chat } = opened;
  const [isSearching, setSearching] = useState(false);
  const drop = useFileDrop(chat ? placeOf(chat.id) : null);
  return (
    <section className={paneCss.pane} aria-label={t`Conversa ${chat?.title ?? ""}`} {...drop.handlers}>
      {chat && (
        <ChatHead
          chat={chat}
          onBack={onBack}
          onEdit={() => onEdit(chat)}
          isSearching={isSearching}
          onSearch={() => setSearching(!isSearching)}
        />
      )}
      {chat && isSearching && <SearchHere chat={chat} onClose={() => setSearching(false)} />}
      <Body opened={opened} />
      {chat && <ChatComposer key={chat.id} chat={chat} />}
      {drop.isOver && (
        <p className={paneCss.drop}>
          <Trans>Solte os arquivos para anexar</Trans>
        </p>
      )}
    </section>
  );
}

function Body({ opened }: { opened: OpenedChat }) {
  const { t } = useLingui();
  const { chat, thread, state, error, round } = opened;
  if (state === "failed") {
    const isNone = error instanceof CallError && [400, 404].includes(error.status);
    return (
      <div className={paneCss.nothing}>
        {isNone
          ? (
            <Empty
              icon={MessageCircle}
              title={t`Conversa não encontrada`}
              text={t`Ela foi excluída, ou você não participa dela.`}
            />
          )
          : <Failed title={t`A conversa não chegou`} error={error} onRetry={retryOpen} />}
      </div>
    );
  }
  if (!chat || !thread) return <Loading />;
  const isEmpty = thread.messages.length === 0 && !thread.hasOlder;
  return (
    <>
      {isEmpty && (
        <div className={paneCss.nothing}>
          <Empty icon={MessageCircle} title={t`Ninguém escreveu ainda`} text={t`Comece a conversa.`} />
        </div>
      )}
      <ChatMessages key={round} opened={opened} chat={chat} thread={thread} isEmpty={isEmpty} />
    </>
  );
}

/** A search waits this long (ms) for the next letter (spec 1 §9). */
const PAUSE = 500;

/** Finds messages of this chat; a press leads to where one stands. */
function SearchHere({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const clock = setTimeout(() => setSearch(text.trim()), text ? PAUSE : 0);
    return () => clearTimeout(clock);
  }, [text]);
  return (
    <div
      className={css.search}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && text === "") onClose();
      }}
    >
      <div className={css.field}>
        <SearchField
          ref={field}
          label={t`Buscar nesta conversa`}
          placeholder={t`Buscar nesta conversa`}
          value={text}
          onText={setText}
        />
        <IconButton icon={X} label={t`Fechar a busca`} onClick={onClose} />
      </div>
      {search && (
        <div className={css.found}>
          <FoundMessages search={search} chatId={chat.id} messageId={null} isAlone onFollow={onClose} />
        </div>
      )}
    </div>
  );
}
