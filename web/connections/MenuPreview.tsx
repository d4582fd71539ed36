import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { QueueRef } from "../../src/contract/queues.ts";
import { fillVariables } from "../../src/contract/variables.ts";
import { useDates } from "../ui/useDates.ts";
import css from "./ConnectionDialog.module.css";

/** What a customer reads first: the greeting, and the menu when there is something to choose from. */
export function MenuPreview({ greeting, queues }: { greeting: string; queues: readonly QueueRef[] }) {
  const { t } = useLingui();
  const { timeZone } = useDates();
  const [now] = useState(() => new Date());
  const text = fillVariables(greeting.trim(), {
    ticket: { id: 1, createdAt: now.toISOString(), contact: { name: "Maria Souza" } as never, queue: null },
    user: "",
    timeZone,
    now,
  });
  const hasMenu = queues.length > 1;
  return (
    <div className={css.preview} role="group" aria-label={t`O que o cliente recebe`}>
      <span>
        <Trans>O que o cliente recebe</Trans>
      </span>
      <p>
        {text || <em>{hasMenu ? <Trans>Falta a saudação.</Trans> : <Trans>Nada.</Trans>}</em>}
        {hasMenu && queues.map(({ id, name }, index) => (
          <span key={id}>
            {index === 0 ? "\n\n" : "\n"}
            <b>{index + 1}</b> {name}
          </span>
        ))}
      </p>
    </div>
  );
}
