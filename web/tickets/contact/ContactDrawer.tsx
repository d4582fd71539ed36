import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Mail, Merge, MessageCircle, Pencil, Phone, X } from "lucide-react";
import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Contact } from "../../../src/contract/contacts.ts";
import { NO_QUEUE_COLOR } from "../../../src/contract/queues.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { protocolOf } from "../../../src/shared/variables.ts";
import { useList } from "../../list/pagedList.ts";
import { lazyDialog } from "../../ui/lazyDialog.tsx";
import { CHANNEL_NAMES, reachText } from "../../ui/reach.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dot } from "../../ui/Dot.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useDates } from "../../ui/useDates.ts";
import { closedByBack } from "../../ui/heldPlace.ts";
import { isNarrowAtom } from "../panes.ts";
import { pastList, useContactDetails, useMovedBelongings } from "./contacts.ts";
import { useDrawer } from "./drawer.ts";
import { Merges } from "./Merges.tsx";
import { Notes } from "./Notes.tsx";
import { PastTickets } from "./PastTickets.tsx";
import css from "./ContactDrawer.module.css";

const MergeDialog = lazyDialog(() => import("./MergeDialog.tsx"));
const ContactDialog = lazyDialog(() => import("./ContactDialog.tsx"));

/** Who the customer is and what is known of them, beside the thread (spec 1 §2.9). */
export default function ContactDrawer({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<"edit" | "merge">();
  const [, setOpen] = useDrawer(ticket.id);
  const { contact } = ticket;
  const close = () => setDialog(undefined);
  useMovedBelongings(contact.id);
  const closing = useRef<HTMLButtonElement>(null);
  const isOver = useAtomValue(isNarrowAtom);
  const leave = useEffectEvent(() => setOpen(false));
  // What it lies over is out of reach.
  useEffect(() => {
    if (!isOver) return;
    closing.current?.focus();
    return closedByBack(() => leave());
  }, [isOver]);
  return (
    <aside
      className={css.drawer}
      aria-label={t`Contato`}
      onKeyDown={(event) => {
        // Beside it, Escape leaves the ticket. A dialog that was opened from here has keys of its own.
        if (event.key !== "Escape" || (event.target as Element).closest("dialog")) return;
        event.stopPropagation();
        if (event.target instanceof HTMLTextAreaElement) event.target.blur();
        else setOpen(false);
      }}
    >
      <header className={css.head}>
        <h2>{t`Contato`}</h2>
        {!contact.isGroup && (
          <IconButton
            icon={Merge}
            label={t`Unir com outro contato`}
            onClick={() => setDialog("merge")}
          />
        )}
        <Button icon={Pencil} onClick={() => setDialog("edit")}>
          <Trans>Editar</Trans>
        </Button>
        <IconButton ref={closing} icon={X} label={t`Fechar o contato`} onClick={() => setOpen(false)} />
      </header>
      <div className={css.scroll} role="region" aria-label={t`Dados do contato`} tabIndex={0}>
        <Card contact={contact} channel={ticket.channel} />
        <TicketFacts ticket={ticket} />
        <ExtraInfo contactId={contact.id} />
        <Notes ticket={ticket} />
        <PastTickets ticket={ticket} />
        <Merges contactId={contact.id} />
      </div>
      <Suspense>
        {dialog === "edit" && <ContactDialog contact={contact} onClose={close} />}
        {dialog === "merge" && <MergeDialog contact={contact} onClose={close} />}
      </Suspense>
    </aside>
  );
}

/** Their name, and the ways to reach them. */
function Card({ contact, channel }: { contact: Contact; channel: Ticket["channel"] }) {
  return (
    <>
      <div className={css.card}>
        <Avatar id={contact.id} name={contact.name} src={contact.profilePicUrl} size={56} />
        <span>
          <b dir="auto">{contact.name || reachText({ number: contact.number, channel })}</b>
          <Since contactId={contact.id} />
        </span>
      </div>
      <div className={css.ways}>
        {contact.number
          ? (
            <a href={`tel:+${contact.number}`}>
              <Phone size={16} aria-hidden />
              {reachText(contact)}
            </a>
          )
          : !contact.isGroup && (
            <span>
              <MessageCircle size={16} aria-hidden />
              {CHANNEL_NAMES[channel]}
            </span>
          )}
        {contact.email && (
          <a href={`mailto:${contact.email}`}>
            <Mail size={16} aria-hidden />
            <span>{contact.email}</span>
          </a>
        )}
      </div>
    </>
  );
}

function Since({ contactId }: { contactId: number }) {
  const { date } = useDates();
  const { rows, hasMore } = useList(pastList, { id: contactId });
  const first = rows.at(-1);
  if (!first) return <small />;
  const count = rows.length, since = date(first.createdAt).slice(-4);
  if (hasMore) return <small>{plural(count, { other: "mais de # atendimentos" })}</small>;
  return <small>{plural(count, { one: `# atendimento desde ${since}`, other: `# atendimentos desde ${since}` })}
  </small>;
}

function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const { dateTime, full, timeZone } = useDates();
  const { queue, whatsapp, user, createdAt } = ticket;
  return (
    <section>
      <h3>{t`Atendimento`}</h3>
      <dl className={css.facts}>
        <dt>{t`Protocolo`}</dt>
        <dd>{protocolOf(ticket, timeZone)}</dd>
        <dt>{t`Fila`}</dt>
        <dd>
          <Dot hue={queue?.color ?? NO_QUEUE_COLOR} />
          {queue?.name ?? t`Sem fila`}
        </dd>
        {whatsapp && <dt>{t`Conexão`}</dt>}
        {whatsapp && <dd>{whatsapp.name}</dd>}
        {user && <dt>{t`Atendente`}</dt>}
        {user && (
          <dd>
            <Avatar id={user.id} name={user.name} size={16} />
            {user.name}
          </dd>
        )}
        <dt>{t`Aberto em`}</dt>
        <dd>
          <time dateTime={createdAt} data-tooltip={full(createdAt)}>{dateTime(createdAt)}</time>
        </dd>
      </dl>
    </section>
  );
}

function ExtraInfo({ contactId }: { contactId: number }) {
  const { t } = useLingui();
  const { contact, state } = useContactDetails(contactId);
  if (!contact) return state === "loading" ? <Skeleton width="60%" /> : null;
  if (contact.extraInfo.length === 0) return null;
  return (
    <section>
      <h3>{t`Informações extras`}</h3>
      <dl className={css.facts}>
        {contact.extraInfo.map(({ id, name, value }) => [
          <dt key={`${id} name`} dir="auto">{name}</dt>,
          <dd key={id} dir="auto">{value}</dd>,
        ])}
      </dl>
    </section>
  );
}
