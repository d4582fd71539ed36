import { useLingui } from "@lingui/react/macro";
import { Megaphone } from "lucide-react";
import { type UIEvent, useEffect, useState } from "react";
import type { Announcement } from "../../src/contract/announcements.ts";
import { type ListView, useList } from "../list/pagedList.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Popover } from "../ui/Popover.tsx";
import { RowBoundary } from "../ui/RowBoundary.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useDates } from "../ui/useDates.ts";
import { announcementList, readAll } from "../announcements/announcements.ts";
import css from "./AnnouncementsBell.module.css";

/** The next page is asked for this near (px) to the end (spec 1 §2.2). */
const NEAR_END = 100;

/** What the provider has to say, behind a bell of its own (spec 1 §2.2). */
export function AnnouncementsBell() {
  const { t } = useLingui();
  const list = useActiveAnnouncements();
  const [shown, setShown] = useState<Announcement>();
  const hasNew = list.rows.some(({ isRead }) => !isRead);
  return (
    <>
      <Popover
        label={t`Informativos`}
        className={css.popover}
        trigger={(props) => (
          <IconButton
            label={hasNew ? t`Informativos: há novos` : t`Informativos`}
            icon={Megaphone}
            iconSize={20}
            {...props}
          >
            {hasNew && <Dot tone="accent" />}
          </IconButton>
        )}
      >
        {(close) => <Announcements list={list} onPress={(one) => (close(), setShown(one))} />}
      </Popover>
      {shown && <Detail announcement={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** To who writes them an inactive one is not new. */
function useActiveAnnouncements(): ListView<Announcement> {
  const list = useList(announcementList, {});
  return { ...list, rows: list.rows.filter(({ status }) => status) };
}

interface AnnouncementsProps {
  list: ListView<Announcement>;
  onPress: (announcement: Announcement) => void;
}

/** As long as it is open, whatever is in it is being seen. */
function Announcements({ list, onPress }: AnnouncementsProps) {
  const { t } = useLingui();
  const { rows, state, hasMore, error, more, retry } = list;
  const unread = rows.filter(({ isRead }) => !isRead);
  useEffect(() => void readAll(unread), [unread.map(({ id }) => id).join()]);
  // All that have come are inactive: those behind them may not be.
  const isShort = rows.length === 0 && hasMore && state === "ready";
  useEffect(() => {
    if (isShort) more();
  }, [isShort]);
  if (state === "failed") return <Failed title={t`Os informativos não vieram`} error={error} onRetry={retry} />;
  if (rows.length === 0 && (state === "loading" || hasMore)) return <Skeleton width="100%" height={64} />;
  if (rows.length === 0) return <Empty icon={Megaphone} title={t`Nenhum registro`} />;
  const scroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (hasMore && scrollHeight - scrollTop - clientHeight < NEAR_END) more();
  };
  return (
    <ul className={css.list} onScroll={scroll} tabIndex={-1}>
      {rows.map((one) => (
        <li key={one.id}>
          <RowBoundary of={one} fallback={null}>
            <Item announcement={one} onPress={() => onPress(one)} />
          </RowBoundary>
        </li>
      ))}
    </ul>
  );
}

/** On a phone's menu button: there is something new in it. */
export function AnnouncementsDot() {
  const { rows } = useActiveAnnouncements();
  return rows.some(({ isRead }) => !isRead) ? <Dot tone="accent" /> : null;
}

function Item({ announcement, onPress }: { announcement: Announcement; onPress: () => void }) {
  const { title, text, priority, mediaPath, createdAt } = announcement;
  const dates = useDates();
  return (
    <button type="button" className={css.item} data-priority={priority} onClick={onPress}>
      {mediaPath && <img src={mediaPath} alt="" loading="lazy" />}
      <b>{title}</b>
      <time dateTime={createdAt}>{dates.date(createdAt)}</time>
      <span>{text}</span>
    </button>
  );
}

function Detail({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const { title, text, mediaPath, createdAt } = announcement;
  const dates = useDates();
  return (
    <Dialog title={title} width={520} onClose={onClose} bodyClassName={css.detail}>
      <time dateTime={createdAt}>{dates.date(createdAt)}</time>
      {mediaPath && <img src={mediaPath} alt="" />}
      <p>{text}</p>
    </Dialog>
  );
}
