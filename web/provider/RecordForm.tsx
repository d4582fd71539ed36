import { Trans } from "@lingui/react/macro";
import { Pencil } from "lucide-react";
import type { ComponentProps, FormEvent, ReactNode, Ref } from "react";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { type RecordOf, useRecordHeld } from "./useRecord.ts";
import css from "./RecordForm.module.css";

interface RecordFormProps<R> {
  label: string;
  /** From `useForm`. */
  form: ComponentProps<typeof ChangedMeanwhile>["form"] & {
    props: { ref: Ref<HTMLFormElement>; onSubmit: (event: FormEvent) => void; noValidate: boolean };
    isChanged: boolean;
  };
  /** Which record is being changed; without one, a new one is added. */
  edited: RecordOf<R>;
  /** What the record in the form is called. */
  editing?: string;
  /** Removes it, and says whether it is gone; left out for one that stays. */
  onRemove?: (record: R) => Promise<boolean>;
  /** Further buttons for it. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The form above a table of the provider's records (spec 2 §2, Settings): a row's pencil brings the row into it. What is
 * typed is held, and of a record that somebody else has changed it says so.
 */
export function RecordForm<R>({ label, form, edited, editing, onRemove, actions, children }: RecordFormProps<R>) {
  const { record, show, leaveFor } = edited;
  useRecordHeld(edited, form);
  const remove = async () => {
    if (!form.busy && await onRemove!(record!)) show();
  };
  return (
    <form {...form.props} className={css.form} aria-label={label}>
      <ChangedMeanwhile form={form} />
      {children}
      <footer className={css.foot}>
        {editing && (
          <span className={css.editing}>
            <Pencil size={16} aria-hidden />
            {editing}
          </span>
        )}
        <Button onClick={() => void leaveFor()} aria-disabled={form.busy}>
          <Trans>Limpar</Trans>
        </Button>
        {record !== undefined && onRemove && (
          <Button
            className={css.danger}
            onClick={() => void remove()}
            aria-disabled={form.busy}
          >
            <Trans>Excluir</Trans>
          </Button>
        )}
        {actions}
        <Button type="submit" variant="primary" busy={form.busy}>
          <Trans>Salvar</Trans>
        </Button>
      </footer>
    </form>
  );
}
