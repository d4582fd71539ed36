import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { deskOf } from "../../src/shared/bot/desk.ts";
import { BEFORE_THE_FIRST_MESSAGE, play } from "../../src/shared/bot/play.ts";
import type { BotQueue } from "../../src/shared/bot/situation.ts";
import { useDates } from "../ui/useDates.ts";
import css from "./ConnectionDialog.module.css";

interface MenuPreviewProps {
  greeting: string;
  queues: readonly Omit<BotQueue, "schedules">[];
}

/** What a customer reads first, in open hours: said by the same function that answers customers. */
export function MenuPreview({ greeting, queues }: MenuPreviewProps) {
  const { t } = useLingui();
  const { timeZone } = useDates();
  const [now] = useState(() => Date.now());
  const { ticket, state } = BEFORE_THE_FIRST_MESSAGE;
  const customer = {
    ticket: { ...ticket, contact: { name: "Maria Souza" }, createdAt: new Date(now).toISOString() },
    state,
  };
  const { actions } = play(
    customer,
    {
      connection: { greetingMessage: greeting, outOfHoursMessage: "", queueIds: queues.map(({ id }) => id) },
      hours: { scheduleType: "disabled", schedules: [], holidays: [], timeZone },
      desk: deskOf({ queues: queues.map((queue) => ({ ...queue, schedules: [] })), options: [] }),
    },
    "Oi",
    now,
  );
  const texts = actions.flatMap((action) => action.do === "say" ? action.text : []);
  return (
    <div className={css.preview} role="group" aria-label={t`O que o cliente recebe`}>
      <span>
        <Trans>O que o cliente recebe</Trans>
      </span>
      <p>{texts.length > 0 ? bold(texts.join("\n\n")) : <em>{t`Nada.`}</em>}</p>
    </div>
  );
}

/** The numbers of a menu stand between asterisks, which phones draw bold. */
function bold(text: string) {
  return text.split(/\*(\d+)\*/).map((part, nth) => nth % 2 ? <b key={nth}>{part}</b> : part);
}
