import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { BackupPlaces } from "../../src/contract/backups.ts";
import { Button } from "../ui/Button.tsx";
import { Segments } from "../ui/Segments.tsx";
import { FolderForm } from "./FolderForm.tsx";
import { StoreForm } from "./StoreForm.tsx";
import css from "./Backups.module.css";

interface AddPlaceProps {
  onCancel: () => void;
  onAdded: (places: BackupPlaces) => Promise<void>;
}

/** A folder or a store, tried out before it is taken. */
export function AddPlace({ onCancel, onAdded }: AddPlaceProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<"folder" | "s3">("folder");
  const Form = kind === "folder" ? FolderForm : StoreForm;
  return (
    <div className={css.form}>
      <Segments
        className={css.begin}
        label={t`Tipo de lugar`}
        value={kind}
        onValue={setKind}
        options={[{ value: "folder", label: t`Pasta` }, { value: "s3", label: t`Armazenamento S3` }]}
      />
      <Form
        className={css.form}
        onAdded={onAdded}
        foot={(isBusy) => (
          <footer className={css.foot}>
            <Button variant="secondary" aria-disabled={isBusy} onClick={onCancel}>
              <Trans>Cancelar</Trans>
            </Button>
            <Button type="submit" variant="primary" busy={isBusy}>
              <Trans>Testar e acrescentar</Trans>
            </Button>
          </footer>
        )}
      />
    </div>
  );
}
