import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { Composer } from "../../composer/Composer.tsx";
import { useFileDrop } from "../../composer/useFileDrop.ts";
import { withPageTexts } from "../../i18n/i18n.ts";
import type { OpenedTicket } from "../opened.ts";
import { useMe } from "../../session.ts";
import { timeOrDate } from "../../ui/dates.ts";
import { OldNote } from "../../ui/OldNote.tsx";
import { traitsOf } from "../traits.ts";
import { TagStrip } from "./TagStrip.tsx";
import { ThreadBody } from "./ThreadBody.tsx";
import { ThreadHead } from "./ThreadHead.tsx";
import { part } from "../../ui/part.ts";
import css from "./ThreadPane.module.css";

// Only some channels end the time in which a customer may be answered.
const AnswerBar = part(() => withPageTexts(import("../../answering/AnswerBar.tsx")));

/** The chat side: one ticket with its thread and the composer (spec 1 §2.6). */
export function ThreadPane({ opened }: { opened: OpenedTicket }) {
  const { t } = useLingui();
  const { ticket } = opened;
  const name = ticket?.contact.name || ticket?.contact.number || "";
  const [isShut, setShut] = useState(false);
  const drop = useFileDrop(ticket?.status === "open" && !isShut ? ticket.id : null);
  return (
    <section className={css.pane} aria-label={t`Conversa com ${name}`} {...drop.handlers}>
      {ticket && <ThreadHead ticket={ticket} />}
      {ticket && <TagStrip ticket={ticket} />}
      <ThreadBody opened={opened} />
      {opened.asOf !== undefined && <Old asOf={opened.asOf} />}
      {ticket && traitsOf(ticket).windowHours > 0 && (
        <Suspense>
          <AnswerBar key={ticket.id} ticket={ticket} onShut={setShut} />
        </Suspense>
      )}
      {ticket && !isShut && <Composer key={ticket.id} ticket={ticket} />}
      {drop.isOver && (
        <p className={css.drop}>
          <Trans>Solte os arquivos para anexar</Trans>
        </p>
      )}
    </section>
  );
}

/** Of an earlier page, without a way to what came since. */
function Old({ asOf }: { asOf: number }) {
  const when = timeOrDate(asOf, useMe().company.timeZone);
  return (
    <OldNote>
      <Trans>Esta conversa é de {when}. Pode haver mensagens mais novas.</Trans>
    </OldNote>
  );
}
