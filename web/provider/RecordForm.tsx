import { Trans } from "@lingui/react/macro";
import { Pencil } from "lucide-react";
import type { FormEvent, ReactNode, Ref } from "react";
import { Button } from "../ui/Button.tsx";
import css from "./RecordForm.module.css";

interface RecordFormProps {
  label: string;
  /** Spread from `useForm`. */
  form: {
    props: { ref: Ref<HTMLFormElement>; onSubmit: (event: FormEvent) => void; noValidate: boolean };
    busy: boolean;
  };
  /** Which record is being changed; without one, a new one is added. */
  editing?: string;
  onClear: () => void;
  /** For a record that is there already. */
  onRemove?: () => void;
  /** Further buttons for it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The form above a table of the provider's records (spec 2 §2, Settings): a row's pencil brings the row into it. */
export function RecordForm({ label, form, editing, onClear, onRemove, actions, children }: RecordFormProps) {
  return (
    <form {...form.props} className={css.form} aria-label={label}>
      {children}
      <footer className={css.foot}>
        {editing && (
          <span className={css.editing}>
            <Pencil size={16} aria-hidden />
            {editing}
          </span>
        )}
        <Button onClick={onClear} aria-disabled={form.busy}>
          <Trans>Limpar</Trans>
        </Button>
        {onRemove && (
          <Button className={css.danger} onClick={onRemove} aria-disabled={form.busy}>
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
