import { useLingui } from "@lingui/react/macro";
import { Megaphone } from "lucide-react";
import { type UIEvent, useState } from "react";
import type { Announcement } from "../../src/contract/announcements.ts";
import { useList } from "../list/pagedList.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Popover } from "../ui/Popover.tsx";
import { RowBoundary } from "../ui/RowBoundary.tsx";
import { useDates } from "../ui/useDates.ts";
import { announcementList, readAll } from "../announcements/announcements.ts";
import css from "./NewsBell.module.css";

/** The next page is asked for this near (px) to the end (spec 1 §2.2). */
const NEAR_END = 100;

/** What the provider has to say, behind a bell of its own (spec 1 §2.2). */
export function NewsBell() {
  const { t } = useLingui();
  const list = useList(announcementList, {});
  // To who writes them an inactive one is no news.
  const rows = list.rows.filter(({ status }) => status);
  const [shown, setShown] = useState<Announcement>();
  const hasNew = rows.some(({ isRead }) => !isRead);
  const scroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (list.hasMore && scrollHeight - scrollTop - clientHeight < NEAR_END) list.more();
  };
  return (
    <>
      <Popover
        label={t`Informativos`}
        className={css.popover}
        onOpen={() => void readAll(rows)}
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
        {(close) =>
          rows.length === 0
            ? <Empty icon={Megaphone} title={t`Nenhum registro`} />
            : (
              <ul className={css.list} onScroll={scroll} tabIndex={-1}>
                {rows.map((one) => (
                  <li key={one.id}>
                    <RowBoundary of={one} fallback={null}>
                      <Item announcement={one} onPress={() => (close(), setShown(one))} />
                    </RowBoundary>
                  </li>
                ))}
              </ul>
            )}
      </Popover>
      {shown && <Detail announcement={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** On a phone's menu button: there is something new in it. */
export function NewsDot() {
  const { rows } = useList(announcementList, {});
  return rows.some(({ status, isRead }) => status && !isRead) ? <Dot tone="accent" /> : null;
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
