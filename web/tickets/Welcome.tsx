import { Trans, useLingui } from "@lingui/react/macro";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import { Fragment } from "react";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Key } from "../ui/Key.tsx";
import { ALT_KEY } from "../ui/keyNames.ts";
import { deskAtom } from "../inbox/desk.ts";
import { acceptNext } from "../inbox/keys.ts";
import { nextWaiting } from "../inbox/list.ts";
import { movingAtom } from "../inbox/moves.ts";
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
          <Button variant="primary" busy={moving.has(next.id)} onClick={() => acceptNext()}>
            <Trans>Aceitar o próximo</Trans>
          </Button>
        )}
      />
      <Shortcuts />
    </section>
  );
}

const SHORTCUTS: readonly [string[], MessageDescriptor][] = [
  [[ALT_KEY, "J", "K"], msg`próximo e anterior`],
  [[ALT_KEY, "A"], msg`aceitar`],
  [[ALT_KEY, "R"], msg`resolver`],
  [[ALT_KEY, "/"], msg`buscar na lista`],
  [[ALT_KEY, "?"], msg`todos os atalhos`],
];

function Shortcuts() {
  const { i18n } = useLingui();
  return (
    <dl className={`${css.shortcuts} only-wide`}>
      {SHORTCUTS.map(([keys, says]) => (
        <Fragment key={keys.join()}>
          <dt>{keys.map((key) => <Key key={key}>{key}</Key>)}</dt>
          <dd>{i18n._(says)}</dd>
        </Fragment>
      ))}
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
