import { Trans, useLingui } from "@lingui/react/macro";
import { differenceInSeconds } from "date-fns/differenceInSeconds";
import { Suspense, useEffect, useState } from "react";
import type { UnsentMessage } from "../../composer/sending/unsent.ts";
import { takeBackWords } from "../../composer/sending/sending.ts";
import { part } from "../../ui/part.ts";
import css from "./Bubble.module.css";

const Progress = part(() => import("../../ui/Progress.tsx").then(({ Progress }) => ({ default: Progress })));

/** What becomes of a message on its way: the pause before a file leaves, how much is up, that it waits for the network. */
export function UnsentNote({ unsent }: { unsent: UnsentMessage }) {
  const { state, file, progress } = unsent;
  const { t } = useLingui();
  if (state === "held") {
    return (
      <p className={css.note} role="status">
        <Trans>Sem conexão. Será enviada quando ela voltar.</Trans>
      </p>
    );
  }
  if (!file) return null;
  return (
    <p className={css.note}>
      {state === "sending"
        ? (
          <Suspense>
            <Progress label={t`Envio de ${file.name}`} value={progress} max={1} />
          </Suspense>
        )
        : <Countdown until={unsent.leaves} />}
      <button type="button" onClick={() => takeBackWords(unsent.localId)}>
        <Trans>Cancelar</Trans>
      </button>
    </p>
  );
}

function Countdown({ until }: { until: string | null }) {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const beat = setInterval(() => setLeft(secondsTo(until)), 200);
    return () => clearInterval(beat);
  }, [until]);
  return <span>{left > 0 ? <Trans>Sai em {left} s</Trans> : <Trans>Na fila…</Trans>}</span>;
}

function secondsTo(moment: string | null): number {
  return moment ? differenceInSeconds(moment, Date.now(), { roundingMethod: "ceil" }) : 0;
}
