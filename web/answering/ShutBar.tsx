import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { FileText, Lock } from "lucide-react";
import { Suspense, useState } from "react";
import type { Ticket } from "../../src/contract/tickets.ts";
import { draftsAtom } from "../composer/drafts.ts";
import { traitsOf } from "../thread/traits.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import css from "./AnswerBar.module.css";

const TemplateDialog = lazyDialog(() => import("./templates/TemplateDialog.tsx"));

interface ShutBarProps {
  ticket: Ticket;
  /** Whether the customer has ever written by this connection. */
  hasWritten: boolean;
  /** How long they could be answered. */
  hours: number;
}

/** In the composer's place: why nothing can be written now, and what can be done instead. */
export function ShutBar({ ticket, hasWritten, hours }: ShutBarProps) {
  const [isChoosing, setChoosing] = useState(false);
  const drafts = useAtomValue(draftsAtom);
  const hasDraft = Boolean(drafts[ticket.id]);
  const { templates } = traitsOf(ticket);
  return (
    <div className={css.shut} role="status">
      <Lock size={20} aria-hidden />
      <p>
        <b>
          <Why hasWritten={hasWritten} hours={hours} />
        </b>
        <span>
          {templates
            ? (
              <Trans>
                Escreva por um modelo aprovado pelo WhatsApp. Quando o cliente responder, você escreve livremente.
              </Trans>
            )
            : (
              <Trans>
                A rede social não aceita mais respostas. Quando o cliente escrever de novo, você responde aqui.
              </Trans>
            )}
          {hasDraft && " "}
          {hasDraft && <Trans>Seu rascunho está guardado.</Trans>}
        </span>
      </p>
      {templates && (
        <Button variant="primary" icon={FileText} onClick={() => setChoosing(true)}>
          <Trans>Escolher modelo</Trans>
        </Button>
      )}
      <Suspense>
        {isChoosing && <TemplateDialog ticket={ticket} onClose={() => setChoosing(false)} />}
      </Suspense>
    </div>
  );
}

function Why({ hasWritten, hours }: Omit<ShutBarProps, "ticket">) {
  if (!hasWritten) return <Trans>O cliente ainda não escreveu por esta conexão.</Trans>;
  if (hours > 24) return <Trans>Passaram 7 dias da última mensagem do cliente.</Trans>;
  return <Trans>Passaram 24 horas da última mensagem do cliente.</Trans>;
}
