import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { type BackupPlaces, backups, FolderPlace } from "../../src/contract/backups.ts";
import { call } from "../call.ts";
import type { CallError } from "../request.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import { PATH_WORDS } from "./faults.ts";

export interface PlaceFormProps {
  className?: string;
  size?: "large";
  /** The place was tried, and taken. */
  onAdded: (places: BackupPlaces) => void | Promise<void>;
  /** The buttons; busy while it is being tried. */
  foot: (isBusy: boolean) => ReactNode;
}

/** A folder of the server; one on the disk of the data only by whoever has read what that means. */
export function FolderForm({ className, size, onAdded, foot }: PlaceFormProps) {
  const { t } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const form = useForm(FolderPlace, {
    start: { path: "", evenOnSameDisk: false },
    delay: 0,
    words: PATH_WORDS,
    submit: async (values) => await onAdded(await call(backups.addFolder, values)),
    refused: ({ fields }: CallError) => {
      if (fields.path === "same_disk") setAsked(true);
      return false;
    },
  });
  const path = form.text("path");
  return (
    <form {...form.props} className={className} aria-label={t`Pasta dos backups`}>
      <TextField
        label={t`Pasta`}
        size={size}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="/mnt/backup/balcao"
        hint={t`Já existente, em outro disco, e do usuário que roda o serviço.`}
        {...path}
        onText={(text) => {
          path.onText(text);
          setAsked(false);
          form.change("evenOnSameDisk", false);
        }}
      />
      {isAsked && (
        <Checkbox
          checked={form.values.evenOnSameDisk ?? false}
          onChecked={(is) => form.change("evenOnSameDisk", is)}
          disabled={form.busy}
        >
          <Trans>Usar mesmo assim; acrescento outro lugar depois</Trans>
        </Checkbox>
      )}
      {foot(form.busy)}
    </form>
  );
}
