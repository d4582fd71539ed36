import { Trans } from "@lingui/react/macro";
import { Link } from "wouter";
import type { Found, Searched } from "../../src/contract/search.ts";
import { placeOf } from "../tickets/address.ts";
import { askNewTicket } from "../tickets/dialogs.ts";
import { previewOf } from "../inbox/preview.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { piecesOf } from "../inbox/snippet.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Dot } from "../ui/Dot.tsx";
import { useDates } from "../ui/useDates.ts";
import css from "./SearchPage.module.css";

const NOWHERE = {
  tab: "open",
  search: "",
  showAll: undefined,
  queueIds: [],
  userIds: [],
  tagIds: [],
  messageId: null,
} as const;

/** One thing that was found; it leads to its message, or to the contact's newest ticket, or to a new one. */
export function FoundRow({ found, what }: { found: Found; what: Searched }) {
  const { contact, ticket, messageId } = found;
  const row = <Content found={found} what={what} />;
  if (ticket) {
    const tab = ticket.isGroup ? "group" : ticket.status === "closed" ? "closed" : "open";
    return (
      <Link className={css.row} href={placeOf({ ...NOWHERE, tab, uuid: ticket.uuid, messageId })}>
        {row}
      </Link>
    );
  }
  return (
    <button type="button" className={css.row} onClick={() => askNewTicket(contact)}>
      {row}
    </button>
  );
}

function Content({ found, what }: { found: Found; what: Searched }) {
  const dates = useDates();
  const { contact, ticket, kind, snippet, fromMe, author, at } = found;
  const { icon: Icon } = previewOf(kind, snippet);
  return (
    <>
      <Avatar id={contact.id} name={contact.name} src={contact.profilePicUrl} size={36} />
      <span className={css.text}>
        <span className={css.head}>
          <bdi className={css.name}>{what === "contacts" ? <Marked snippet={snippet} /> : contact.name}</bdi>
          {ticket?.queue && (
            <span className={css.queue}>
              <Dot hue={ticket.queue.color} />
              {ticket.queue.name}
            </span>
          )}
          {what !== "contacts" && <time dateTime={at} title={dates.full(at)}>{dates.dateTime(at)}</time>}
        </span>
        {what === "contacts"
          ? <span className={css.snippet}>{formatNumber(contact.number)}</span>
          : (
            <span className={css.snippet}>
              {Icon && <Icon size={16} aria-hidden />}
              {(author || fromMe) && <b>{author || <Trans>Você</Trans>}:</b>}
              <bdi>
                <Marked snippet={snippet} />
              </bdi>
            </span>
          )}
      </span>
    </>
  );
}

function Marked({ snippet }: { snippet: string }) {
  return piecesOf(snippet).map(({ text, isHit }, i) => isHit ? <mark key={i}>{text}</mark> : text);
}
