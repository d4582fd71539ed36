import { Trans, useLingui } from "@lingui/react/macro";
import {
  ArrowRightLeft,
  Bot,
  BotOff,
  CircleCheck,
  type LucideIcon,
  Paperclip,
  ReceiptText,
  UserRoundCheck,
  Users,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Marked } from "../thread/content/Marked.tsx";
import { PhoneBubble } from "../ui/phone/Phone.tsx";
import { timeText } from "../ui/dates.ts";
import type { Event } from "./preview.ts";
import css from "./BotPreview.module.css";

interface PreviewThreadProps {
  events: Event[];
  timeZone: string;
  /** The option that is being edited: its words are marked. */
  editing: number | null;
  nameOfQueue: (id: number) => string;
  nameOfUser: (id: number) => string;
}

/** What a customer would see, newest last. */
export function PreviewThread({ events, editing, ...rest }: PreviewThreadProps) {
  const { t } = useLingui();
  const room = useRef<HTMLDivElement>(null);
  const marked = events.findLastIndex((event) =>
    event.by === "bot" && event.optionId !== null && event.optionId === editing
  );
  useEffect(() => {
    const row = room.current?.querySelector<HTMLElement>(marked < 0 ? "li:last-child" : "[data-editing]");
    if (row) {
      room.current!.scrollTop = row.offsetTop + row.offsetHeight - room.current!.clientHeight / (marked < 0 ? 1 : 1.4);
    }
  }, [events, marked]);
  return (
    <div className={css.room} ref={room} tabIndex={0} role="region" aria-label={t`Conversa de exemplo`}>
      <ol className={css.thread} aria-live="polite">
        {events.map((event, at) => <Row key={at} event={event} isEditing={at === marked} {...rest} />)}
      </ol>
    </div>
  );
}

function Row(
  { event, isEditing, timeZone, nameOfQueue, nameOfUser }: Omit<PreviewThreadProps, "events" | "editing"> & {
    event: Event;
    isEditing: boolean;
  },
) {
  if (event.by === "desk") return <DeskRow action={event.action} nameOfQueue={nameOfQueue} nameOfUser={nameOfUser} />;
  const isOwn = event.by === "customer";
  return (
    <>
      <li className={css.message} data-own={isOwn || undefined} data-editing={isEditing || undefined}>
        <PhoneBubble isOwn={isOwn} isMarked={isEditing}>
          {event.by === "bot" && event.fileName && (
            <span className={css.file}>
              <Paperclip size={12} aria-hidden /> {event.fileName}
            </span>
          )}
          <Marked text={event.text} />
          <time className={css.time}>{timeText(event.at, timeZone)}</time>
        </PhoneBubble>
      </li>
      {isOwn && event.isUnanswered && (
        <Happened icon={BotOff}>
          <Trans>O robô não responde</Trans>
        </Happened>
      )}
    </>
  );
}

/** What becomes of the ticket besides the talk. */
function DeskRow(
  { action, nameOfQueue, nameOfUser }: Pick<PreviewThreadProps, "nameOfQueue" | "nameOfUser"> & {
    action: Extract<Event, { by: "desk" }>["action"];
  },
) {
  switch (action.do) {
    case "queue":
      return (
        <Happened icon={ArrowRightLeft}>
          <Trans>
            Vai para a fila <b>{nameOfQueue(action.queueId)}</b>
          </Trans>
        </Happened>
      );
    case "assign":
      return (
        <Happened icon={UserRoundCheck}>
          <Trans>
            Passa a <b>{nameOfUser(action.userId)}</b>
          </Trans>
        </Happened>
      );
    case "stop":
      return (
        <Happened icon={BotOff}>
          <Trans>O robô para: do outro lado parece haver outro robô</Trans>
        </Happened>
      );
    case "findBills":
      return (
        <Happened icon={ReceiptText}>
          <Trans>Consulta as faturas em aberto, envia a segunda via e encerra. Sem fatura, passa a um atendente</Trans>
        </Happened>
      );
    case "giveToBot":
      return (
        <Happened icon={Bot}>
          <Trans>
            Passa ao robô externo <b>{action.name}</b>
          </Trans>
        </Happened>
      );
    case "tellBot":
      return (
        <Happened icon={Bot}>
          <Trans>O robô externo responde</Trans>
        </Happened>
      );
    case "billFault":
      return null;
    case "handOver":
      return (
        <Happened icon={Users}>
          <Trans>Passa a um atendente</Trans>
        </Happened>
      );
    case "close":
      return (
        <Happened icon={CircleCheck}>
          <Trans>Encerra o atendimento</Trans>
        </Happened>
      );
  }
}

function Happened({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className={css.happened}>
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}
