import { Trans } from "@lingui/react/macro";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { faultsOf, faultText } from "./faults.ts";
import type { Check } from "./useCheck.ts";
import css from "./MessageTabs.module.css";

interface FaultsProps {
  message: string;
  question: string;
  variables: readonly string[];
  missing: Check["missing"];
}

/** What speaks against sending it like this, and that nothing does. */
export function Faults({ message, question, variables, missing }: FaultsProps) {
  const known = new Set(variables);
  const texts = [
    ...faultsOf(message, known, { missing }),
    ...faultsOf(question, known, { missing, isQuestion: true }),
  ].map(faultText);
  if (message.trim() === "" && texts.length === 0) return null;
  return (
    <ul className={css.faults}>
      {[...new Set(texts)].map((text) => (
        <li key={text} data-tone="waiting">
          <TriangleAlert size={16} aria-hidden />
          {text}
        </li>
      ))}
      {texts.length === 0 && (
        <li data-tone="success">
          <CircleCheck size={16} aria-hidden />
          <Trans>Diz como sair, sem link encurtado e sem variável faltando.</Trans>
        </li>
      )}
    </ul>
  );
}
