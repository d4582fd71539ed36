import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { toast } from "../../ui/toast.ts";
import { TagChoices } from "./TagChoices.tsx";
import css from "./TagChoices.module.css";

interface TagsDialogProps {
  title: string;
  /** What the button says that does it. */
  yes: ReactNode;
  /** Answers `false` when nothing came of it, so that what was chosen stays. */
  onTags: (tagIds: readonly number[]) => Promise<boolean>;
  onClose: () => void;
  /** What is said above the choices. */
  children?: ReactNode;
}

/** Which tags something is done with. */
export function TagsDialog({ title, yes, onTags, onClose, children }: TagsDialogProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return toast.warning(t`Escolha pelo menos uma tag.`);
    setBusy(true);
    if (await onTags(chosen).finally(() => setBusy(false))) onClose();
  };
  return (
    <Dialog
      title={title}
      width={420}
      onClose={onClose}
      form={{ onSubmit: submit, noValidate: true }}
      bodyClassName={css.dialog}
      foot={<FormFoot onCancel={onClose} busy={isBusy}>{yes}</FormFoot>}
    >
      {children}
      <TagChoices chosen={chosen} onChosen={setChosen} />
    </Dialog>
  );
}
