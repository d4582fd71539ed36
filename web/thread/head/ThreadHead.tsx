import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { PanelRight } from "lucide-react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { reachText } from "../../ui/reach.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useDrawer } from "../../tickets/contact/drawer.ts";
import { typingAtom } from "../../inbox/typing.ts";
import { Colleagues } from "./Colleagues.tsx";
import { TicketActions } from "./TicketActions.tsx";
import css from "./ThreadHead.module.css";

/** Whom this is with, and what can be done with the ticket. */
export function ThreadHead({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const isTyping = useAtomValue(typingAtom).has(ticket.id);
  const [isDrawerOpen, setDrawerOpen] = useDrawer(ticket.id);
  const { contact, isGroup } = ticket;
  const reach = reachText({ number: contact.number, channel: ticket.channel });
  const place = isGroup ? t`Grupo` : contact.name ? reach : "";
  return (
    <header className={css.head}>
      <div className={css.who}>
        <Avatar id={contact.id} name={contact.name} src={contact.profilePicUrl} />
        <span className={css.names}>
          <h2>{contact.name || reach}</h2>
          <small>
            <span className={css.place}>{place}</span>
            {isTyping && place && " · "}
            {isTyping && (
              <span className={css.typing}>
                <Trans>digitando…</Trans>
              </span>
            )}
            <Colleagues isAlone={!place && !isTyping} />
          </small>
        </span>
        <button
          type="button"
          className={css.open}
          aria-label={t`Dados do contato`}
          aria-expanded={isDrawerOpen}
          onClick={() => setDrawerOpen(!isDrawerOpen)}
        />
      </div>
      <TicketActions ticket={ticket} />
      <span className="only-wide">
        <IconButton
          icon={PanelRight}
          label={isDrawerOpen ? t`Fechar o contato` : t`Mostrar o contato`}
          aria-pressed={isDrawerOpen}
          onClick={() => setDrawerOpen(!isDrawerOpen)}
        />
      </span>
    </header>
  );
}
