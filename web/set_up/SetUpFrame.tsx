import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Brand } from "../ui/Brand.tsx";
import { dateTimeText } from "../ui/dates.ts";
import { LanguageSelect } from "../ui/LanguageSelect.tsx";
import { ThemeSegments } from "../ui/ThemeSegments.tsx";
import { browserZone } from "./typed.ts";
import css from "./SetUp.module.css";

export interface Step {
  title: string;
  /** What was typed there, or what it is about. */
  note: string;
}

interface SetUpFrameProps {
  /** Those of the whole way; none while nobody may go it. */
  steps?: readonly Step[];
  /** The index of the one that is being done. */
  at?: number;
  /** ISO 8601. */
  expiresAt?: string;
  children: ReactNode;
}

/** What stands around each step: the way so far and the rest of it, the language, and until when the address is good. */
export function SetUpFrame({ steps = [], at = 0, expiresAt, children }: SetUpFrameProps) {
  const { t } = useLingui();
  return (
    <div className={css.setUp}>
      <aside className={css.side} aria-label={t`Etapas`}>
        <p className={css.brand}>
          <Brand />
        </p>
        <ol className={css.steps}>
          {steps.map(({ title, note }, nth) => (
            <li key={title} data-done={nth < at || undefined} aria-current={nth === at ? "step" : undefined}>
              <span className={css.number}>{nth < at ? <Check size={12} aria-label={t`Feito`} /> : nth + 1}</span>
              <span>
                {title}
                <small>{note}</small>
              </span>
            </li>
          ))}
        </ol>
        <footer>
          {expiresAt && <Until expiresAt={expiresAt} />}
          <div>
            <LanguageSelect className={css.language} />
            <ThemeSegments withIcons />
          </div>
        </footer>
      </aside>
      <main className={css.main}>{children}</main>
    </div>
  );
}

function Until({ expiresAt }: { expiresAt: string }) {
  const until = dateTimeText(expiresAt, browserZone());
  return (
    <p>
      <Trans>
        Este endereço vale uma vez, até {until}. Fechou sem querer? Ele abre de novo com o que você escreveu.
      </Trans>
    </p>
  );
}
