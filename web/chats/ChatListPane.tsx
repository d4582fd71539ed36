import { Trans, useLingui } from "@lingui/react/macro";
import { MessagesSquare, Plus } from "lucide-react";
import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { Chat } from "../../src/contract/chats.ts";
import { type ListView, useList } from "../list/pagedList.ts";
import { VirtualItems } from "../list/VirtualItems.tsx";
import { useMay } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { RowBoundary } from "../ui/RowBoundary.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useLate } from "../ui/useLate.ts";
import { ChatRow } from "./ChatRow.tsx";
import { chatList } from "./chats.ts";
import { FoundMessages } from "./FoundMessages.tsx";
import css from "./ChatListPane.module.css";

/** A search waits this long (ms) for the next letter (spec 1 §9). */
const PAUSE = 500;
/** The next page is asked for this near (px) to the end (spec 3 §9). */
const NEAR_END = 100;

interface ChatListPaneProps {
  /** The chat that is open, and the message at which it was. */
  uuid: string | null;
  messageId: number | null;
  onNew: () => void;
  onOpen: () => void;
}

/** The list side: search, the chats, and what was found in them. */
export function ChatListPane({ uuid, messageId, onNew, onOpen }: ChatListPaneProps) {
  const { t } = useLingui();
  const mayAdd = useMay("chats-page:add");
  const [text, setText] = useState("");
  const search = useSettled(text.trim());
  const list = useList(chatList, search ? { searchParam: search } : {});
  const scroll = useScrollPlace(search);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    scroll.keep();
    if (list.hasMore && scrollHeight - scrollTop - clientHeight < NEAR_END) list.more();
  };
  return (
    <section className={css.pane} aria-label={t`Conversas`}>
      <header className={css.head}>
        <h2>{t`Chat interno`}</h2>
        {/* In the wide layout only (spec 3 §2.9). */}
        {mayAdd && (
          <span className={css.add}>
            <Button variant="primary" icon={Plus} onClick={onNew}>
              <Trans>Nova</Trans>
            </Button>
          </span>
        )}
      </header>
      <div className={css.search}>
        <SearchField
          label={t`Buscar nas conversas`}
          placeholder={t`Buscar nas conversas`}
          value={text}
          onText={setText}
        />
      </div>
      <div
        ref={scroll.ref}
        className={css.scroll}
        role="region"
        aria-label={t`Lista de conversas`}
        tabIndex={0}
        onScroll={onScroll}
      >
        <Rows
          list={list}
          scroll={scroll.ref}
          uuid={uuid}
          search={search}
          mayAdd={mayAdd}
          onNew={onNew}
          onOpen={onOpen}
        />
        {search && (
          <FoundMessages search={search} messageId={messageId} isAlone={list.rows.length === 0} onFollow={onOpen} />
        )}
      </div>
    </section>
  );
}

interface RowsProps extends Pick<ChatListPaneProps, "uuid" | "onNew" | "onOpen"> {
  list: ListView<Chat>;
  scroll: RefObject<HTMLDivElement | null>;
  search: string;
  mayAdd: boolean;
}

function Rows({ list, scroll, uuid, search, mayAdd, onNew, onOpen }: RowsProps) {
  const { t } = useLingui();
  const { rows, state, error, retry, hasMore, more } = list;
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => rows[index]!.id,
    estimateSize: () => matchMedia("(width < 600px)").matches ? 64 : 56,
    overscan: 8,
  });
  // A list that does not fill its pane is never scrolled to its end.
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = scroll.current ?? {};
    if (hasMore && state === "ready" && scrollHeight <= clientHeight) more();
  });
  if (state === "failed") return <Failed title={t`As conversas não chegaram`} error={error} onRetry={retry} />;
  if (rows.length === 0 && state === "loading") return <Skeletons />;
  if (rows.length === 0) {
    if (search) return null;
    return (
      <Empty
        className={css.note}
        icon={MessagesSquare}
        title={t`Nenhuma conversa ainda`}
        text={mayAdd
          ? t`Crie a primeira e escolha quem participa dela.`
          : t`Quando alguém incluir você em uma, ela aparece aqui.`}
        action={mayAdd && (
          <span className={css.add}>
            <Button variant="primary" icon={Plus} onClick={onNew}>
              <Trans>Nova conversa</Trans>
            </Button>
          </span>
        )}
      />
    );
  }
  return (
    <VirtualItems virtualizer={virtualizer} as="ul">
      {(index) => {
        const chat = rows[index]!;
        return (
          <RowBoundary of={chat} fallback={null}>
            <ChatRow chat={chat} isSelected={chat.uuid === uuid} onOpen={onOpen} />
          </RowBoundary>
        );
      }}
    </VirtualItems>
  );
}

/** Where chats will stand. */
function Skeletons() {
  const isLate = useLate(200);
  if (!isLate) return null;
  return (
    <>
      <p className="visually-hidden" role="status">
        <Trans>Carregando as conversas</Trans>
      </p>
      <div aria-hidden>
        {["48 86", "62 74", "38 92", "54 66", "44 80"].map((widths) => {
          const [name, preview] = widths.split(" ");
          return (
            <div key={widths} className={css.skeleton}>
              <Skeleton width={36} height={36} round />
              <Skeleton width={`${name}%`} />
              <Skeleton width={`${preview}%`} />
            </div>
          );
        })}
      </div>
    </>
  );
}

/** What was typed, once no further letter comes. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const clock = setTimeout(() => setSettled(text), text ? PAUSE : 0);
    return () => clearTimeout(clock);
  }, [text]);
  return text ? settled : "";
}

const places = new Map<string, number>();

/** Keeps how far the list was scrolled, also while another page, or the other pane, is looked at. */
function useScrollPlace(view: string) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current!.scrollTop = places.get(view) ?? 0;
  }, [view]);
  return { ref, keep: () => places.set(view, ref.current!.scrollTop) };
}
