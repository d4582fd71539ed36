import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Clock, TriangleAlert } from "lucide-react";
import { useLayoutEffect } from "react";
import type { Ticket } from "../../src/contract/tickets.ts";
import { nowAtom } from "../inbox/clock.ts";
import { useList } from "../list/pagedList.ts";
import { windowList } from "./answerWindow.ts";
import { leftText, standing } from "./left.ts";
import { Limit } from "./Limit.tsx";
import { ShutBar } from "./ShutBar.tsx";
import css from "./AnswerBar.module.css";

interface AnswerBarProps {
  ticket: Ticket;
  /** The composer gives place as long as nothing can be written freely. */
  onShut: (isShut: boolean) => void;
}

/** How long a customer may still be answered (spec 1 §2.6), and what can be done when the time is over. */
export default function AnswerBar({ ticket, onShut }: AnswerBarProps) {
  const now = useAtomValue(nowAtom);
  const { rows: [window] } = useList(windowList, { id: ticket.id });
  const until = window?.until ? Date.parse(window.until) : null;
  const how = standing(until, now);
  const isShut = how === "shut" && ticket.status === "open";
  useLayoutEffect(() => {
    onShut(isShut);
    return () => onShut(false);
  }, [isShut]);
  if (!window || how === "always" || ticket.status === "closed") return null;
  if (isShut) return <ShutBar ticket={ticket} hasWritten={until! > 0} hours={window.hours} />;
  if (how === "shut") return <Over />;
  const left = leftText(until! - now);
  return (
    <>
      {ticket.status === "open" && <Limit ticket={ticket} />}
      <p className={css.rule} data-urgent={how === "urgent" || undefined}>
        {how === "urgent" ? <TriangleAlert size={12} aria-hidden /> : <Clock size={12} aria-hidden />}
        <span>
          <Rule ticket={ticket} hours={window.hours} />{" "}
          <b>
            <Trans>Restam {left}.</Trans>
          </b>
        </span>
      </p>
    </>
  );
}

function Rule({ ticket: { channel }, hours }: { ticket: Ticket; hours: number }) {
  if (hours > 24) {
    return <Trans>Você tem 7 dias para responder após receber uma mensagem: a Meta permite isso a atendentes.</Trans>;
  }
  if (channel === "whatsapp") {
    return (
      <Trans>Você tem 24h para responder após receber uma mensagem, de acordo com as políticas do WhatsApp.</Trans>
    );
  }
  return (
    <Trans>Você tem 24h para responder após receber uma mensagem, de acordo com as políticas da rede social.</Trans>
  );
}

/** For whoever has not accepted it yet. */
function Over() {
  return (
    <p className={css.rule}>
      <Clock size={12} aria-hidden />
      <span>
        <Trans>O tempo para responder livremente acabou.</Trans>
      </span>
    </p>
  );
}
