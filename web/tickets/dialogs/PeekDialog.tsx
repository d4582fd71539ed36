import { Trans, useLingui } from "@lingui/react/macro";
import { atom, useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { peekAt } from "../../thread/open.ts";
import { keptTicketsAtom } from "../../thread/opened.ts";
import { ReadOnly } from "../../thread/head/ReadOnly.ts";
import { Loading, ThreadBody } from "../../thread/head/ThreadBody.tsx";
import css from "./PeekDialog.module.css";

/** It is read this long (ms) after it is asked for (spec 1 §2.5). */
const PEEK_DELAY = 500;

/** A ticket to read and nothing else: it is not taken, and not seen (spec 1 §2.5). */
export default function PeekDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useLingui();
  const opened = usePeek(ticket, onClose);
  const { name } = ticket.contact;
  return (
    <Dialog
      title={t`Espiar: ${name}`}
      width={720}
      onClose={onClose}
      bodyClassName={css.body}
      foot={
        <Button variant="secondary" onClick={onClose}>
          <Trans>Fechar</Trans>
        </Button>
      }
    >
      <ReadOnly value>
        {opened ? <ThreadBody opened={opened} /> : <Loading />}
      </ReadOnly>
    </Dialog>
  );
}

/** The ticket while it is peeked at; what vanishes meanwhile, deleted or transferred, closes the dialog. */
function usePeek(ticket: Ticket, gone: () => void) {
  const [isAsked, setAsked] = useState(false);
  const { uuid } = ticket;
  const found = useMemo(() => atom((get) => get(keptTicketsAtom).find((one) => one.uuid === uuid)), [uuid]);
  const opened = useAtomValue(found);
  useEffect(() => {
    let stop = () => {};
    const clock = setTimeout(() => {
      stop = peekAt(ticket);
      setAsked(true);
    }, PEEK_DELAY);
    return () => {
      clearTimeout(clock);
      stop();
    };
  }, [uuid]);
  const close = useEffectEvent(gone);
  const isGone = isAsked && !opened;
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
  return isAsked ? opened : undefined;
}
