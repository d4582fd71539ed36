import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import type { Changed } from "../../src/contract/revisions.ts";
import { useMe } from "../session.ts";
import { Button } from "./Button.tsx";
import { useDates } from "./useDates.ts";
import css from "./ChangedMeanwhile.module.css";

interface ChangedMeanwhileProps {
  /** A `useForm`, or what saves by itself and says the same. */
  form: { theirs?: Changed<unknown>; busy: boolean; take: () => void; saveOver: () => void };
  /** How it is now, where a line says it. */
  children?: ReactNode;
}

/** Says that somebody has saved the same thing under a form, and asks which of the two shall stay. */
export function ChangedMeanwhile({ form: { theirs, busy, take, saveOver }, children }: ChangedMeanwhileProps) {
  const note = useRef<HTMLDivElement>(null);
  // Whoever has pressed "save" at the end of a long form would not see it.
  useEffect(() => note.current?.focus(), [theirs]);
  if (!theirs) return null;
  return (
    <div ref={note} className={css.note} data-boxed role="alert" tabIndex={-1}>
      <p>
        <b>
          <WhoAndWhen theirs={theirs} />
        </b>{" "}
        {children} <Trans>O que você mudou continua aqui e ainda não foi salvo.</Trans>
      </p>
      <span>
        <Button variant="secondary" size="small" onClick={take} aria-disabled={busy}>
          <Trans>Usar como está agora</Trans>
        </Button>
        <Button variant="secondary" size="small" busy={busy} onClick={saveOver}>
          <Trans>Salvar o meu por cima</Trans>
        </Button>
      </span>
    </div>
  );
}

function WhoAndWhen({ theirs: { changedAt, changedBy } }: { theirs: Changed<unknown> }) {
  const me = useMe();
  const { timeOrDate } = useDates();
  const when = changedAt && timeOrDate(changedAt);
  if (!changedBy || !when) return <Trans>Isto foi mudado enquanto você editava.</Trans>;
  if (changedBy.id === me.id) return <Trans>Você já salvou isto em outra janela ({when}).</Trans>;
  return <Trans>{changedBy.name} salvou isto enquanto você editava ({when}).</Trans>;
}
