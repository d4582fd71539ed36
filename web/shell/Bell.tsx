import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Bell as BellIcon, BellOff } from "lucide-react";
import { Suspense } from "react";
import { Link } from "wouter";
import type { Ticket } from "../../src/contract/tickets.ts";
import { reminderAtom, useBillDue } from "../billDue.ts";
import { useList } from "../list/pagedList.ts";
import { useMe } from "../session.ts";
import { callsText, handedText, isHandedTo } from "../inbox/calls.ts";
import { HandedMark } from "../inbox/HandedMark.tsx";
import { previewOf } from "../inbox/preview.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Count } from "../ui/Count.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Popover } from "../ui/Popover.tsx";
import { RowBoundary } from "../ui/RowBoundary.tsx";
import { useDates } from "../ui/useDates.ts";
import { withPageTexts } from "../i18n/i18n.ts";
import { mentionCountAtom } from "./mentionCount.ts";
import { callsAtom, unreadAtom, unreadList } from "./unread.ts";
import { part } from "../ui/part.ts";
import css from "./Bell.module.css";

const BellMentions = part(() => import("./BellMentions.tsx"));
const BellReminder = part(() => withPageTexts(import("../invoices/BellReminder.tsx")));

/** The tickets that wait for the person: with unread messages, or handed over to them. */
export function Bell() {
  const { t } = useLingui();
  useList(unreadList, {});
  const tickets = useAtomValue(unreadAtom);
  const calls = useAtomValue(callsAtom);
  const { count } = calls;
  const mentions = useAtomValue(mentionCountAtom);
  const isBillDue = useBillDue(), reminder = useAtomValue(reminderAtom);
  const unread = count === 0 ? t`Nenhuma mensagem não lida` : callsText(calls);
  const called = mentions > 0
    ? `${unread}. ${plural(mentions, { one: "# chamada por nome", other: "# chamadas por nome" })}`
    : unread;
  const label = reminder ? `${called}. ${t`Fatura a pagar`}` : called;
  return (
    <Popover
      label={t`Mensagens não lidas`}
      className={css.list}
      trigger={(props) => (
        <IconButton label={label} icon={BellIcon} iconSize={20} {...props}>
          {count + mentions > 0 ? <Count of={count + mentions} /> : reminder && <Dot tone="accent" />}
        </IconButton>
      )}
    >
      {(close) => (
        <>
          {isBillDue && (
            <Suspense>
              <BellReminder onFollow={close} />
            </Suspense>
          )}
          {mentions > 0 && (
            <Suspense>
              <BellMentions onFollow={close} />
            </Suspense>
          )}
          {tickets.length === 0
            ? mentions === 0 && (
              <Empty icon={BellOff} title={t`Tudo lido`} text={t`Quando chegar uma mensagem, ela aparece aqui.`} />
            )
            : (
              <ul>
                {tickets.map((ticket) => (
                  <li key={ticket.id}>
                    <RowBoundary of={ticket} fallback={null}>
                      <UnreadTicket ticket={ticket} onFollow={close} />
                    </RowBoundary>
                  </li>
                ))}
              </ul>
            )}
        </>
      )}
    </Popover>
  );
}

function UnreadTicket({ ticket, onFollow }: { ticket: Ticket; onFollow: () => void }) {
  const dates = useDates();
  const { contact, updatedAt, unreadMessages, handover } = ticket;
  const isHanded = isHandedTo(useMe(), ticket);
  const says = previewOf(ticket.lastMessageKind, ticket.lastMessage);
  return (
    <Link href={`/tickets/${ticket.uuid}`} className={css.ticket} onClick={onFollow}>
      <Avatar id={contact.id} name={contact.name} src={contact.profilePicUrl} size={28} />
      <span className={css.text}>
        <b>{contact.name}</b>
        <span>
          {isHanded && handover
            ? handedText(handover)
            : ticket.lastMessageIsDeleted
            ? <Trans>Mensagem excluída</Trans>
            : says.text}
        </span>
      </span>
      <span className={css.side}>
        <time dateTime={updatedAt}>{dates.timeOrDate(updatedAt)}</time>
        {unreadMessages > 0
          ? (
            <>
              <Count of={unreadMessages} />
              <span className="visually-hidden">
                <Plural value={unreadMessages} one="# não lida" other="# não lidas" />
              </span>
            </>
          )
          : <HandedMark />}
      </span>
    </Link>
  );
}
