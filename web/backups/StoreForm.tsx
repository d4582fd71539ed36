import { useLingui } from "@lingui/react/macro";
import { backups, StorePlace } from "../../src/contract/backups.ts";
import { call } from "../call.ts";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import { STORE_WORDS } from "./faults.ts";
import type { PlaceFormProps } from "./FolderForm.tsx";
import css from "./Backups.module.css";

const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** A bucket of a store that speaks S3. */
export function StoreForm({ className, size, onAdded, foot }: PlaceFormProps) {
  const { t } = useLingui();
  const form = useForm(StorePlace, {
    start: { endpoint: "", region: "us-east-1", bucket: "", prefix: "", accessKey: "", secretKey: "" },
    delay: 0,
    words: STORE_WORDS,
    submit: async (values) => await onAdded(await call(backups.addStore, values)),
  });
  return (
    <form {...form.props} className={className} aria-label={t`Armazenamento dos backups`}>
      <TextField
        {...PLAIN}
        label={t`Endereço`}
        size={size}
        inputMode="url"
        placeholder="https://s3.exemplo.com.br"
        {...form.text("endpoint")}
      />
      <div className={css.pair}>
        <TextField {...PLAIN} label={t`Bucket`} size={size} {...form.text("bucket")} />
        <TextField {...PLAIN} label={t`Pasta no bucket (opcional)`} size={size} {...form.text("prefix")} />
      </div>
      <TextField {...PLAIN} label={t`Região`} size={size} {...form.text("region")} />
      <div className={css.pair}>
        <TextField {...PLAIN} label={t`Chave de acesso`} size={size} {...form.text("accessKey")} />
        <TextField
          label={t`Segredo`}
          type="password"
          autoComplete="off"
          size={size}
          {...form.text("secretKey")}
        />
      </div>
      {foot(form.busy)}
    </form>
  );
}
