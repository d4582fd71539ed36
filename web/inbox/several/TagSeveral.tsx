import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { TagChoices } from "../../tags/choosing/TagChoices.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { toast } from "../../ui/toast.ts";
import { tagSeveral } from "./several.ts";

/** Which tags several tickets get, besides those that they have. */
export function TagSeveral({ rows, onClose }: { rows: readonly Ticket[]; onClose: () => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return toast.warning(t`Escolha pelo menos uma tag.`);
    setBusy(true);
    await tagSeveral(rows, chosen).finally(onClose);
  };
  return (
    <Dialog
      title={plural(rows.length, { one: "Tags de # atendimento", other: "Tags de # atendimentos" })}
      width={420}
      onClose={onClose}
      form={{ onSubmit: submit, noValidate: true }}
      foot={
        <FormFoot onCancel={onClose} busy={isBusy}>
          <Trans>Adicionar</Trans>
        </FormFoot>
      }
    >
      <TagChoices chosen={chosen} onChosen={setChosen} />
    </Dialog>
  );
}
