import { Trans, useLingui } from "@lingui/react/macro";
import { CheckCheck, Play, UserRoundCheck } from "lucide-react";
import type { ReactNode } from "react";
import { OURS, useBrand } from "../brand.ts";
import { classes } from "../ui/classes.ts";
import css from "./Glance.module.css";

const WAVE = [
  7,
  13,
  14,
  18,
  13,
  20,
  11,
  17,
  10,
  12,
  8,
  7,
  9,
  9,
  8,
  10,
  9,
  11,
  14,
  11,
  11,
  8,
  8,
  13,
  15,
  14,
  17,
  17,
  16,
  15,
]
  .concat([19, 14, 10, 9, 8, 16, 15, 23, 15, 22, 17, 12, 9, 9, 10]);

/** A quiet glance at what waits behind the login; only drawn. */
export function Glance() {
  const { name } = useBrand();
  const { t } = useLingui();
  return (
    <aside className={css.glance} aria-label={t`Um exemplo de conversa`}>
      <div>
        <ol className={css.thread}>
          <li className={css.happened}>
            <UserRoundCheck size={16} aria-hidden />
            <span>
              <Trans>
                <b>Ana</b> aceitou o atendimento
              </Trans>{" "}
              <time>14:02</time>
            </span>
          </li>
          <Bubble time="14:03" first>
            <Trans>Boa tarde! Ainda dá tempo de encomendar pão de queijo pra amanhã cedo?</Trans>
          </Bubble>
          <Bubble time="14:03" last>
            <Trans>Uns 100, pra uma reunião às 8h</Trans>
          </Bubble>
          <Bubble time="14:05" own first last ticks="read">
            <Trans>Dá sim! Saem do forno às 7h e chegam quentinhos. Pix ou cartão?</Trans>
          </Bubble>
          <Voice />
          <Bubble time="14:07" own first last ticks="delivered">
            <Trans>Combinado, amanhã às 7h40!</Trans>
          </Bubble>
        </ol>
        <p className={css.caption}>
          {name === OURS.name && (
            <b>
              <Trans>Um balcão só, para toda a equipe.</Trans>
            </b>
          )}
          <Trans>Ninguém responde duas vezes, ninguém fica sem resposta.</Trans>
        </p>
      </div>
    </aside>
  );
}

interface BubbleProps {
  time: string;
  own?: boolean;
  first?: boolean;
  last?: boolean;
  ticks?: "read" | "delivered";
  children: ReactNode;
}

function Bubble({ time, own, first, last, ticks, children }: BubbleProps) {
  return (
    <li className={css.message} data-own={own} data-first={first} data-last={last}>
      <p className={css.bubble}>
        {children}
        <span className={css.meta}>
          <time>{time}</time>
          {ticks && <CheckCheck size={16} data-ticks={ticks} aria-hidden />}
        </span>
      </p>
    </li>
  );
}

function Voice() {
  return (
    <li className={css.message} data-first data-last>
      <div className={classes(css.bubble, css.voice)} aria-hidden>
        <span className={css.play}>
          <Play size={16} />
        </span>
        <svg className={css.wave} viewBox={`0 0 ${WAVE.length * 4} 28`} preserveAspectRatio="none">
          {WAVE.map((height, index) => (
            <rect key={index} x={index * 4} y={14 - height / 2} width={2} height={height} rx={1} />
          ))}
        </svg>
        <span className={css.speed}>1,5×</span>
        <span className={css.position}>0:00 / 0:07</span>
        <time className={css.position}>14:06</time>
      </div>
    </li>
  );
}
