import { Trans, useLingui } from "@lingui/react/macro";
import { RefreshCw, SendHorizontal } from "lucide-react";
import { useMemo, useState } from "react";
import { lintQueue } from "../../src/shared/bot/lint.ts";
import type { BotConnection, BotOption, BotQueue } from "../../src/shared/bot/situation.ts";
import type { BotTexts } from "../../src/shared/bot/texts.ts";
import type { Schedules } from "../../src/contract/hours.ts";
import type { WrittenDesk } from "../../src/shared/bot/desk.ts";
import { momentIn } from "../../src/shared/clock.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { fieldTime } from "../ui/dates.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Phone } from "../ui/phone/Phone.tsx";
import { PreviewThread } from "./PreviewThread.tsx";
import { Findings } from "./Findings.tsx";
import { conversationOf, deskWith, wayIn, wayTo } from "./preview.ts";
import css from "./BotPreview.module.css";

export interface BotPreviewProps {
  /** The queue as it is being written, and its options; new ones need ids of their own, too. */
  queue: BotQueue;
  options: BotOption[];
  /** The other queues, with their options as far as they are known, and who serves which queues. */
  others: WrittenDesk;
  /** Where customers write to; without one, to a connection with this queue alone. */
  connection?: BotConnection;
  /** The company's setting, its own hours and its holidays. */
  scheduleType: string;
  menuAtNight: boolean;
  /** The bot's own words in this company. */
  texts: BotTexts;
  schedules: Schedules;
  holidays: readonly string[];
  /** The option that is being edited: the conversation goes to it. */
  editing: number | null;
  /** Somebody wants to see what is wrong: the option, or with null the queue's own fields. */
  onFinding: (optionId: number | null) => void;
}

const SILENT = { greetingMessage: "", outOfHoursMessage: "" };

/** A phone on which an unsaved queue is played at any day and hour, by the function that answers customers. */
export function BotPreview({ queue, options, others, editing, onFinding, ...rest }: BotPreviewProps) {
  const { t } = useLingui();
  const { company } = useMe();
  const [start, setStart] = useState(() => fieldTime(Date.now(), company.timeZone));
  /** Null until somebody answers: then a customer comes by the menu of queues, where there is one, to this queue. */
  const [said, setSaid] = useState<string[] | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const { connection = { ...SILENT, queueIds: [queue.id] }, scheduleType, schedules, holidays } = rest;
  const { menuAtNight, texts } = rest;
  const hours = { scheduleType, schedules, holidays, menuAtNight, timeZone: company.timeZone };
  const script = { queue, options, others, connection, hours, texts };
  if (editing !== shown) {
    setShown(editing);
    setSaid(editing === null ? said : wayTo(script, editing) ?? said);
  }
  const lines = said ?? wayIn(queue, connection);
  const begin = momentIn(company.timeZone, start) || Date.now();
  const events = conversationOf(script, lines, begin);
  const findings = useMemo(
    () => lintQueue(queue, deskWith({ queue, options, others }), scheduleType === "queue"),
    [queue, options, others, scheduleType],
  );
  const nameOfQueue = (id: number) =>
    (id === queue.id ? queue : others.queues.find((one) => one.id === id))?.name ?? "";
  return (
    <aside className={css.preview} aria-label={t`Prévia do robô`}>
      <header className={css.head}>
        <span>
          <Trans>Prévia da conversa</Trans>
        </span>
        <Button size="small" icon={RefreshCw} onClick={() => setSaid(null)}>
          <Trans>Recomeçar</Trans>
        </Button>
      </header>
      <div className={css.when}>
        <DateField
          label={t`Como se fosse`}
          size="small"
          withTime
          value={start}
          onText={(time) => setStart(time || fieldTime(Date.now(), company.timeZone))}
        />
      </div>
      <Phone company={company}>
        <PreviewThread
          events={events}
          timeZone={company.timeZone}
          editing={editing}
          nameOfQueue={nameOfQueue}
          nameOfUser={(id) => others.people?.find((one) => one.id === id)?.name ?? t`um atendente`}
        />
        <Answer onAnswer={(text) => setSaid([...lines, text])} />
      </Phone>
      <Findings findings={findings} options={options} onOpen={onFinding} />
    </aside>
  );
}

function Answer({ onAnswer }: { onAnswer: (text: string) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const answer = () => {
    if (text.trim()) onAnswer(text.trim());
    setText("");
  };
  // Not a form: it stands in one, and Enter must not save the queue.
  return (
    <div className={css.answer}>
      <input
        value={text}
        maxLength={200}
        aria-label={t`Responda como cliente`}
        placeholder={t`Responda como cliente`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          answer();
        }}
      />
      <IconButton label={t`Enviar como cliente`} icon={SendHorizontal} size="small" onClick={answer} />
    </div>
  );
}
