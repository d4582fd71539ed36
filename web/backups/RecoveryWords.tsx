import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Printer } from "lucide-react";
import { type FormEvent, useState } from "react";
import { isWord } from "../../src/shared/recovery_words.ts";
import { Button } from "../ui/Button.tsx";
import { copyText } from "../ui/copyText.ts";
import { TextField } from "../ui/TextField.tsx";
import css from "./RecoveryWords.module.css";

interface RecoveryWordsProps {
  words: string[];
  onDone: () => void;
  /** As on the pages before the app. */
  size?: "large";
}

/** The words that open the backups when the machine is gone, shown until two of them were asked back. */
export function RecoveryWords({ words, onDone, size }: RecoveryWordsProps) {
  const { t } = useLingui();
  const [asked] = useState(() => twoOf(words.length));
  const [typed, setTyped] = useState<Record<number, string>>({});
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const check = (event: FormEvent) => {
    event.preventDefault();
    const others = asked.filter((nth) => !isWord(typed[nth] ?? "", words[nth]!));
    setWrong(others);
    if (others.length === 0) onDone();
  };
  return (
    <form className={css.form} onSubmit={check} noValidate>
      <ol className={css.words} aria-label={t`Palavras de recuperação`}>
        {words.map((word, nth) => <li key={nth}>{word}</li>)}
      </ol>
      <div className={css.tools}>
        <Button icon={Copy} onClick={() => void copyText(words.join(" "))}>
          <Trans>Copiar</Trans>
        </Button>
        <Button icon={Printer} onClick={() => print()}>
          <Trans>Imprimir</Trans>
        </Button>
      </div>
      <div className={css.pair}>
        {asked.map((nth) => {
          const number = nth + 1;
          return (
            <TextField
              key={nth}
              label={t`Palavra ${number}`}
              placeholder={t`para conferir`}
              size={size}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed[nth] ?? ""}
              onText={(text) => setTyped((had) => ({ ...had, [nth]: text }))}
              error={wrong.includes(nth) ? t`Não é a palavra ${number}. Confira o que anotou.` : undefined}
            />
          );
        })}
      </div>
      <div className={css.actions}>
        <Button type="submit" variant="primary" size={size}>
          <Trans>Anotei todas</Trans>
        </Button>
      </div>
    </form>
  );
}

/** The places of two words, in their order. */
function twoOf(count: number): readonly number[] {
  const half = count / 2, one = Math.floor(Math.random() * half);
  return [one, half + Math.floor(Math.random() * half)];
}
