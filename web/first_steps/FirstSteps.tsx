import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Check, X } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import type { FirstSteps as Steps } from "../../src/contract/first_steps.ts";
import { useSetting } from "../session.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { followSteps, keepSteps, stepsAtom } from "./steps.ts";
import css from "./FirstSteps.module.css";

const STEPS: readonly { key: keyof Steps; path: string; label: MessageDescriptor }[] = [
  { key: "connection", path: "/connections", label: msg`Conecte um número` },
  { key: "queue", path: "/queues", label: msg`Crie uma fila` },
  { key: "users", path: "/users", label: msg`Convide a equipe` },
  { key: "hours", path: "/settings", label: msg`Defina os horários` },
];

/** What a new company does first; each step ticks itself. Not above the tickets, where customers wait. */
export default function FirstSteps() {
  const { t, i18n } = useLingui();
  const [place] = useLocation();
  const steps = useAtomValue(stepsAtom);
  const setting = useSetting("firstSteps");
  const isNew = setting === "new";
  useEffect(followSteps, []);
  useEffect(() => {
    if (isNew) void keepSteps("shown");
  }, [isNew]);
  if (!steps || place.startsWith("/tickets")) return null;
  const done = STEPS.filter(({ key }) => steps[key]).length, all = STEPS.length;
  return (
    <section className={css.steps} aria-label={t`Primeiros passos`}>
      <header>
        <h2>{done === all ? <Trans>Tudo pronto!</Trans> : <Trans>Primeiros passos</Trans>}</h2>
        <span>
          <Trans>{done} de {all}</Trans>
        </span>
      </header>
      <ol>
        {STEPS.map(({ key, path, label }, nth) => (
          <li key={key} data-done={steps[key]}>
            <Link href={path} aria-current={place === path ? "page" : undefined}>
              <i aria-hidden>{steps[key] ? <Check size={12} /> : nth + 1}</i>
              {i18n._(label)}
              {steps[key] && (
                <span className="visually-hidden">
                  <Trans>(feito)</Trans>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
      <IconButton
        className={css.away}
        label={t`Guardar a lista`}
        icon={X}
        size="small"
        onClick={() => keepSteps("hidden")}
      />
    </section>
  );
}
