import { Plural, Trans } from "@lingui/react/macro";
import {
  ArrowRightLeft,
  Bot,
  BotOff,
  Check,
  CirclePlus,
  ListTree,
  type LucideIcon,
  ReceiptText,
  RotateCcw,
  Smartphone,
  Undo,
  Undo2,
  UserRoundCheck,
} from "lucide-react";
import type { Move } from "../../../src/contract/tickets.ts";
import { formatNumber } from "../../../src/shared/phone_numbers.ts";
import { useDates } from "../../ui/useDates.ts";
import css from "./Happened.module.css";

const ICONS: Record<Move["action"], LucideIcon> = {
  create: CirclePlus,
  accept: UserRoundCheck,
  return: Undo2,
  resolve: Check,
  close: Check,
  reopen: RotateCcw,
  transfer: ArrowRightLeft,
  requeue: ListTree,
  undo: Undo,
  botStop: BotOff,
  billFault: ReceiptText,
  botStart: Bot,
  botReturn: Undo2,
  botSilent: BotOff,
  botGone: BotOff,
  newNumber: Smartphone,
};

/** One line of the ticket's history: who did what, and when. */
export function MoveLine({ move }: { move: Move }) {
  const { full, time } = useDates();
  const Icon = ICONS[move.action];
  return (
    <p className={css.happened}>
      <Icon size={16} aria-hidden />
      <span>
        <MoveWords move={move} /> <time dateTime={move.at} data-tooltip={full(move.at)}>{time(move.at)}</time>
        {move.note && <q className={css.note} dir="auto">{move.note}</q>}
      </span>
    </p>
  );
}

function MoveWords({ move }: { move: Move }) {
  const who = <b>{move.user?.name.split(" ")[0]}</b>;
  const { action, user, toUser, toQueue } = move;
  switch (action) {
    case "create":
      return user ? <Trans>{who} iniciou o atendimento</Trans> : <Trans>Novo atendimento</Trans>;
    case "accept":
      return user ? <Trans>{who} aceitou o atendimento</Trans> : <Trans>Atendimento aceito</Trans>;
    case "return":
      return user ? <Trans>{who} devolveu à fila</Trans> : <Trans>Devolvido à fila</Trans>;
    case "resolve":
      return user ? <Trans>{who} resolveu o atendimento</Trans> : <Trans>Atendimento resolvido</Trans>;
    case "close":
      return user ? <Trans>{who} fechou o atendimento</Trans> : <Trans>Atendimento fechado</Trans>;
    case "reopen":
      return user ? <Trans>{who} reabriu o atendimento</Trans> : <Trans>Atendimento reaberto</Trans>;
    case "transfer":
      return <Transfer who={user && who} toUser={toUser} toQueue={toQueue} />;
    case "undo":
      return <Undone who={who} undoes={move.undoes} />;
    case "botStop":
      return <Trans>O robô parou: do outro lado parece haver outro robô</Trans>;
    case "billFault":
      return <Trans>O robô não conseguiu consultar as faturas</Trans>;
    case "botStart":
    case "botReturn":
    case "botSilent":
    case "botGone":
      return <OutsideBot move={move} action={action} />;
    case "newNumber":
      return <NewNumber number={move.number ?? ""} />;
    case "requeue":
      return toQueue
        ? (
          <Trans>
            Entrou na fila <b>{toQueue.name}</b>
          </Trans>
        )
        : <Trans>Voltou para os que aguardam</Trans>;
  }
}

function NewNumber({ number }: { number: string }) {
  const shown = <b dir="ltr">{formatNumber(number)}</b>;
  return <Trans>O cliente mudou de número: agora é {shown}</Trans>;
}

function Transfer({ who, toUser, toQueue }: { who: React.ReactNode } & Pick<Move, "toUser" | "toQueue">) {
  const where = <b>{[toUser?.name.split(" ")[0], toQueue?.name].filter(Boolean).join(" · ")}</b>;
  return who ? <Trans>{who} transferiu para {where}</Trans> : <Trans>Transferido para {where}</Trans>;
}

function OutsideBot({ move, action }: { move: Move; action: "botStart" | "botReturn" | "botSilent" | "botGone" }) {
  const bot = <b>{move.bot}</b>, minutes = move.minutes ?? 0;
  switch (action) {
    case "botStart":
      return <Trans>Passou ao robô {bot}</Trans>;
    case "botReturn":
      return <Trans>O robô {bot} devolveu o atendimento</Trans>;
    case "botSilent":
      return (
        <Trans>
          O robô {bot} não respondeu em <Plural value={minutes} one="# minuto" other="# minutos" />
        </Trans>
      );
    case "botGone":
      return <Trans>O robô {bot} foi desligado</Trans>;
  }
}

function Undone({ who, undoes }: { who: React.ReactNode; undoes: Move["undoes"] }) {
  switch (undoes) {
    case "accept":
      return <Trans>{who} desfez a aceitação</Trans>;
    case "return":
      return <Trans>{who} desfez a devolução</Trans>;
    case "transfer":
      return <Trans>{who} desfez a transferência</Trans>;
    case "reopen":
      return <Trans>{who} desfez a reabertura</Trans>;
    default:
      return <Trans>{who} desfez o encerramento</Trans>;
  }
}
