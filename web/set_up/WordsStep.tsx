import { Trans } from "@lingui/react/macro";
import { RecoveryWords } from "../backups/RecoveryWords.tsx";
import css from "./SetUp.module.css";

export function WordsStep({ words, onDone }: { words: string[]; onDone: () => void }) {
  return (
    <div className={css.form}>
      <h1>
        <Trans>Anote estas palavras</Trans>
      </h1>
      <p>
        <Trans>
          Só elas abrem os backups se esta máquina se perder. Guarde-as em papel, longe daqui: depois de confirmadas,
          não aparecem outra vez.
        </Trans>
      </p>
      <RecoveryWords words={words} onDone={onDone} size="large" />
    </div>
  );
}
