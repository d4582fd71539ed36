import { Trans, useLingui } from "@lingui/react/macro";
import css from "./MessageTabs.module.css";

interface VariableButtonsProps {
  variables: readonly string[];
  isLocked: boolean;
  onInsert: (variable: string) => void;
}

/** The variables that there are, each of which a press puts where the caret stands. */
export function VariableButtons({ variables, isLocked, onInsert }: VariableButtonsProps) {
  const { t } = useLingui();
  return (
    <p className={css.variables}>
      <span>
        <Trans>Use variáveis na mensagem:</Trans>
      </span>
      {variables.map((name) => ({ name, word: `{${name}}` })).map(({ name, word }) => (
        <button
          key={name}
          type="button"
          disabled={isLocked}
          aria-label={t`Inserir ${word}`}
          // The text keeps its caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
        >
          {word}
        </button>
      ))}
    </p>
  );
}
