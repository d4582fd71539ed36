import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, CircleAlert, CircleCheck, Lightbulb } from "lucide-react";
import { Button, Disclosure, DisclosurePanel } from "react-aria-components";
import type { Finding } from "../../src/shared/bot/lint.ts";
import type { BotOption } from "../../src/shared/bot/situation.ts";
import { findingText } from "./findingTexts.ts";
import { numberOf } from "./preview.ts";
import css from "./Findings.module.css";

interface FindingsProps {
  findings: Finding[];
  options: BotOption[];
  /** Leads to the option, or with null to the queue itself. */
  onOpen: (optionId: number | null) => void;
}

/** What should be mended in a queue's bot, each leading to its place. */
export function Findings({ findings, options, onOpen }: FindingsProps) {
  const { t } = useLingui();
  if (findings.length === 0) {
    return (
      <p className={css.well}>
        <CircleCheck size={16} aria-hidden />
        <Trans>Nada a corrigir no robô.</Trans>
      </p>
    );
  }
  // Something new to mend opens it; otherwise it stays as the person has it.
  const isOpen = findings.length < 4 || findings.some(({ isGrave }) => isGrave);
  return (
    <Disclosure key={String(isOpen)} className={css.findings} defaultExpanded={isOpen}>
      <Button slot="trigger" className={css.trigger}>
        <ChevronRight size={12} aria-hidden />
        <Plural value={findings.length} one="# ponto a rever" other="# pontos a rever" />
      </Button>
      <DisclosurePanel>
        <ul aria-label={t`Pontos a rever`}>
          {findings.map((finding, at) => (
            <li key={at}>
              <FindingRow finding={finding} options={options} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </DisclosurePanel>
    </Disclosure>
  );
}

function FindingRow({ finding, options, onOpen }: Omit<FindingsProps, "findings"> & { finding: Finding }) {
  const { t, i18n } = useLingui();
  const Icon = finding.isGrave ? CircleAlert : Lightbulb;
  const option = options.find(({ id }) => id === finding.optionId);
  const place = option ? [numberOf(option.id, options), option.title].filter(Boolean).join(" ") : t`Fila`;
  return (
    <button
      type="button"
      className={css.finding}
      data-grave={finding.isGrave || undefined}
      onClick={() => onOpen(finding.optionId)}
    >
      <Icon size={16} role="img" aria-label={finding.isGrave ? t`Corrija` : t`Sugestão`} />
      <span>
        <b>{place}</b> {i18n._(findingText(finding))}
      </span>
    </button>
  );
}
