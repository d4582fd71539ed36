import { Trans, useLingui } from "@lingui/react/macro";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { type ListImport, listImports } from "../../src/contract/contact_lists.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** What can be done with an import that has begun. */
export function ImportFoot({ record, onRecord, onClose }: {
  record: ListImport;
  onRecord: (record: ListImport) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [isUndoing, setUndoing] = useState(false);
  const undo = async () => {
    const sure = await confirm({
      title: t`Desfazer esta importação?`,
      text: t`Quem entrou por ela sai da lista, e quem mudou volta a ser como era. O que foi alterado depois fica.`,
      yes: t`Desfazer`,
      danger: true,
    });
    if (!sure) return;
    setUndoing(true);
    try {
      onRecord(await call(listImports.undoImport, { id: record.id }));
      toast.success(t`Importação desfeita.`);
    } catch (error) {
      showError(error);
    } finally {
      setUndoing(false);
    }
  };
  const isOver = record.state === "done" || record.state === "failed";
  return (
    <>
      {isOver && record.created + record.updated > 0 && (
        <Button variant="secondary" icon={Undo2} busy={isUndoing} onClick={undo}>
          <Trans>Desfazer</Trans>
        </Button>
      )}
      <Button variant="primary" onClick={onClose}>
        <Trans>Fechar</Trans>
      </Button>
    </>
  );
}
