import { Trans, useLingui } from "@lingui/react/macro";
import { Composer } from "../../composer/Composer.tsx";
import { useFileDrop } from "../../composer/useFileDrop.ts";
import type { OpenedTicket } from "../opened.ts";
import { TagStrip } from "./TagStrip.tsx";
import { ThreadBody } from "./ThreadBody.tsx";
import { ThreadHead } from "./ThreadHead.tsx";
import css from "./ThreadPane.module.css";

/** The chat side: one ticket with its thread and the composer (spec 1 §2.6). */
export function ThreadPane({ opened }: { opened: OpenedTicket }) {
  const { t } = useLingui();
  const { ticket } = opened;
  const name = ticket?.contact.name || ticket?.contact.number || "";
  const drop = useFileDrop(ticket?.status === "open" ? ticket.id : null);
  return (
    <section className={css.pane} aria-label={t`Conversa com ${name}`} {...drop.handlers}>
      {ticket && <ThreadHead ticket={ticket} />}
      {ticket && <TagStrip ticket={ticket} />}
      <ThreadBody opened={opened} />
      {ticket && ticket.channel !== "whatsapp" && (
        <p className={css.rule}>
          <Trans>
            Você tem 24h para responder após receber uma mensagem, de acordo com as políticas da rede social.
          </Trans>
        </p>
      )}
      {ticket && <Composer key={ticket.id} ticket={ticket} />}
      {drop.isOver && (
        <p className={css.drop}>
          <Trans>Solte os arquivos para anexar</Trans>
        </p>
      )}
    </section>
  );
}
