import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { type BackupPlaces, backups } from "../../src/contract/backups.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { AddPlace } from "./AddPlace.tsx";
import { makeWords } from "./makeWords.ts";
import { PlaceRow } from "./PlaceRow.tsx";
import { RecoveryWords } from "./RecoveryWords.tsx";
import { WordsOwed } from "./WordsOwed.tsx";
import css from "./Backups.module.css";

/** What stands in the section of the provider's settings: the places, and the words where there is no key yet. */
export function Places({ shown, show }: { shown: BackupPlaces; show: (places: BackupPlaces) => void }) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false), [words, setWords] = useState<string[]>();
  const titleId = useId();
  // They are not written down yet: whoever would leave is asked.
  useUnsaved(words !== undefined);
  const tellWords = async (places: BackupPlaces) => {
    const told = await makeWords(places).catch(showError);
    show({
      ...places,
      hasKey: places.hasKey || told !== undefined,
      areWordsOwed: places.areWordsOwed || told !== undefined,
    });
    if (told) setWords(told);
  };
  const noted = async () => {
    await call(backups.noteWords).then(show, showError);
    setWords(undefined);
  };
  const remove = async (id: number, place: string) => {
    const isSure = await confirm({
      title: t`Retirar este lugar?`,
      text: t`Nada mais vai para ${place}. O que está lá fica lá.`,
      yes: t`Retirar`,
      danger: true,
    });
    if (isSure) await call(backups.removePlace, { id }).then(show, showError);
  };
  if (words) {
    return (
      <div className={css.words} role="group" aria-labelledby={titleId}>
        <p id={titleId}>
          <Trans>
            Anote estas palavras. Só elas abrem os backups se esta máquina se perder: guarde-as em papel, longe daqui.
            Depois de confirmadas, não aparecem outra vez.
          </Trans>
        </p>
        <RecoveryWords words={words} onDone={() => void noted()} />
      </div>
    );
  }
  return (
    <>
      {shown.places.length > 0 && (
        <ul className={css.places}>
          {shown.places.map((one) => (
            <PlaceRow
              key={one.id}
              place={one}
              onRemove={() => void remove(one.id, one.place)}
            />
          ))}
        </ul>
      )}
      {shown.areWordsOwed && <WordsOwed onWords={setWords} />}
      {!shown.hasKey && shown.places.length > 0 &&
        (shown.isKeyAway ? <KeyAway /> : <NoKey onMake={() => void tellWords(shown)} />)}
      {isAdding
        ? (
          <AddPlace
            onCancel={() => setAdding(false)}
            onAdded={async (places) => {
              setAdding(false);
              await tellWords(places);
            }}
          />
        )
        : (
          <Button className={css.begin} icon={Plus} variant="secondary" onClick={() => setAdding(true)}>
            <Trans>Acrescentar um lugar</Trans>
          </Button>
        )}
    </>
  );
}

function KeyAway() {
  return (
    <p className={css.note} data-tone="danger">
      <Trans>
        A chave destes backups não está no servidor: nada é guardado agora. Traga-a de volta, ou refaça-a pelas
        palavras. O painel do provedor diz como, em Saúde.
      </Trans>
    </p>
  );
}

function NoKey({ onMake }: { onMake: () => void }) {
  return (
    <p className={css.note}>
      <Trans>Ainda sem palavras de recuperação: nada é guardado.</Trans>
      <Button variant="primary" onClick={onMake}>
        <Trans>Criar as palavras</Trans>
      </Button>
    </p>
  );
}
