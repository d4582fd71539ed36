import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { deskAtom } from "./desk.ts";
import { acceptNext } from "./keys.ts";
import { nextWaiting } from "./list.ts";
import { movingAtom } from "./moves.ts";
import css from "./Welcome.module.css";

/** What stands where a ticket will: how to begin. */
export function Welcome() {
  const { t } = useLingui();
  const next = nextWaiting(useAtomValue(deskAtom).pending.rows);
  const moving = useAtomValue(movingAtom);
  return (
    <section className={css.welcome} aria-label={t`Nenhum atendimento aberto`}>
      <Empty
        picture={<Counter />}
        title={t`Escolha um atendimento`}
        text={next
          ? t`Abra uma conversa da lista ou aceite a próxima que está aguardando.`
          : t`Abra uma conversa da lista. Quando alguém esperar, você aceita daqui.`}
        action={next && (
          <Button variant="primary" busy={moving.has(next.id)} onClick={acceptNext}>
            <Trans>Aceitar o próximo</Trans>
          </Button>
        )}
      />
      <Shortcuts />
    </section>
  );
}

function Shortcuts() {
  return (
    <dl className={`${css.shortcuts} only-wide`}>
      <dt>
        <kbd>J</kbd>
        <kbd>K</kbd>
      </dt>
      <dd>
        <Trans>próximo e anterior</Trans>
      </dd>
      <dt>
        <kbd>A</kbd>
      </dt>
      <dd>
        <Trans>aceitar</Trans>
      </dd>
      <dt>
        <kbd>R</kbd>
      </dt>
      <dd>
        <Trans>resolver</Trans>
      </dd>
      <dt>
        <kbd>/</kbd>
      </dt>
      <dd>
        <Trans>buscar na lista</Trans>
      </dd>
    </dl>
  );
}

function Counter() {
  return (
    <svg className={css.picture} width="168" height="112" viewBox="0 0 168 112" fill="none" aria-hidden>
      <g className={css.drawn} strokeWidth="1.5">
        <path d="M26 18h66a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H40l-12 10V56h-2a8 8 0 0 1-8-8V26a8 8 0 0 1 8-8z" />
        <path d="M32 32h48M32 42h30" strokeLinecap="round" />
        <path d="M8 98h152" strokeLinecap="round" />
        <path d="M22 98V84h124v14" strokeLinejoin="round" />
      </g>
      <path
        className={css.own}
        d="M88 38h50a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8h-2v9l-11-9H88a8 8 0 0 1-8-8V46a8 8 0 0 1 8-8z"
      />
      <path
        className={css.ticks}
        d="M94 55l4 4 8-8M104 57l2 2 8-8"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
