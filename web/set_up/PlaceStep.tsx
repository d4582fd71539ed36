import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Label, RadioGroup } from "react-aria-components";
import type { BackupPlaces } from "../../src/contract/backups.ts";
import { FolderForm } from "../backups/FolderForm.tsx";
import { StoreForm } from "../backups/StoreForm.tsx";
import { Button } from "../ui/Button.tsx";
import { RadioCard } from "../ui/RadioCard.tsx";
import css from "./SetUp.module.css";

type Choice = "folder" | "s3" | "later";

interface PlaceStepProps {
  onAdded: (places: BackupPlaces) => Promise<void>;
  onLater: () => void;
}

/** Where the backups go: tried out before the way goes on; whoever decides later does so in the provider's settings. */
export function PlaceStep({ onAdded, onLater }: PlaceStepProps) {
  const [choice, setChoice] = useState<Choice>("folder");
  const foot = (busy: boolean) => <Foot busy={busy} />;
  return (
    <div className={css.form}>
      <h1>
        <Trans>Onde guardar os backups</Trans>
      </h1>
      <p>
        <Trans>
          Tudo o que muda é guardado segundo a segundo, cifrado. O servidor já está pronto: se fechar aqui, continue em
          Configurações › Provedor.
        </Trans>
      </p>
      <Choices value={choice} onValue={setChoice} />
      {choice === "folder"
        ? <FolderForm className={css.fields} size="large" onAdded={onAdded} foot={foot} />
        : choice === "s3"
        ? <StoreForm className={css.fields} size="large" onAdded={onAdded} foot={foot} />
        : <Later onLater={onLater} />}
    </div>
  );
}

function Foot({ busy = false, onClick }: { busy?: boolean; onClick?: () => void }) {
  return (
    <div className={css.actions}>
      <Button type={onClick ? "button" : "submit"} variant="primary" size="large" busy={busy} onClick={onClick}>
        <Trans>Continuar</Trans>
      </Button>
    </div>
  );
}

function Later({ onLater }: { onLater: () => void }) {
  return (
    <div className={css.fields}>
      <p className={css.note}>
        <Trans>
          Até lá nada é guardado: se este disco falhar, conversas, contatos e os números ligados se perdem. O painel
          lembra disso, e as palavras de recuperação vêm com o primeiro lugar.
        </Trans>
      </p>
      <Foot onClick={onLater} />
    </div>
  );
}

function Choices({ value, onValue }: { value: Choice; onValue: (value: Choice) => void }) {
  const { t } = useLingui();
  const all = [
    {
      value: "folder",
      name: t`Em uma pasta deste servidor`,
      about: t`em outro disco, ou em um montado de outra máquina`,
    },
    { value: "s3", name: t`Em um armazenamento S3`, about: t`endereço, chave e segredo; testamos antes de seguir` },
    { value: "later", name: t`Decidir depois`, about: t`por enquanto, sem backups` },
  ];
  return (
    <RadioGroup className={css.choices} value={value} onChange={(chosen) => onValue(chosen as Choice)}>
      <Label className="visually-hidden">
        <Trans>Onde guardar os backups</Trans>
      </Label>
      {all.map((each) => <RadioCard key={each.value} {...each} />)}
    </RadioGroup>
  );
}
