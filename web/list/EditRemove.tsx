import { useLingui } from "@lingui/react/macro";
import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../ui/IconButton.tsx";
import css from "./EditRemove.module.css";

interface EditRemoveProps {
  /** What the row is called. */
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}

/** What is done with one row of a table. */
export function EditRemove({ name, onEdit, onRemove }: EditRemoveProps) {
  const { t } = useLingui();
  return (
    <span className={css.actions}>
      <IconButton label={t`Editar ${name}`} icon={Pencil} onClick={onEdit} />
      <IconButton label={t`Excluir ${name}`} icon={Trash2} onClick={onRemove} />
    </span>
  );
}
