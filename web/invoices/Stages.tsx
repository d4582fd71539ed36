import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import css from "./Wizard.module.css";

/** Where one is in a wizard, and what is left; on a phone only the present step is written out. */
export function Stages({ stages, at }: { stages: readonly string[]; at: number }) {
  const { t } = useLingui();
  return (
    <ol className={css.stages} aria-label={t`Etapas`}>
      {stages.map((stage, nth) => (
        <li key={stage} data-done={nth < at || undefined} aria-current={nth === at ? "step" : undefined}>
          <span className={css.number}>{nth < at ? <Check size={12} aria-hidden /> : nth + 1}</span>
          <span className={css.word}>
            {stage}
            {nth < at && <span className="visually-hidden">, {t`feito`}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
