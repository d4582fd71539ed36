import { Plural, Trans, useLingui } from "@lingui/react/macro";
import sheets from "../sheets/Sheets.module.css";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { SheetReport } from "./SheetReport.tsx";
import { SheetFilePlace } from "./SheetFilePlace.tsx";
import { SheetMapping } from "./SheetMapping.tsx";
import { useImport } from "./useImport.ts";

/** Makes and changes contacts by a spreadsheet: a file, its columns, what would become of it, and in the end a report. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const run = useImport();
  const close = async () => {
    if (run.isSending) {
      const sure = await confirm({
        title: t`Parar a importação?`,
        text: t`O que já foi importado fica. A mesma planilha pode ser importada de novo: ninguém fica em dobro.`,
        yes: t`Parar`,
        no: t`Continuar importando`,
      });
      if (!sure) return;
    }
    run.stop();
    onClose();
  };
  return (
    <Dialog
      title={t`Importar planilha`}
      width={run.sheet ? 760 : 480}
      onClose={close}
      bodyClassName={sheets.body}
      foot={(run.isDone || run.sheet) && <Steps run={run} onClose={close} />}
    >
      {!run.sheet
        ? <SheetFilePlace busy={run.isReading} problem={run.problem} onFile={run.read} />
        : run.sent === undefined
        ? (
          <SheetMapping
            fileName={run.fileName}
            sheet={run.sheet}
            columns={run.columns}
            addsCountry={run.addsCountry}
            preview={run.preview}
            onColumns={(columns) => run.show(columns, run.addsCountry)}
            onCountry={(addsCountry) => run.show(run.columns, addsCountry)}
          />
        )
        : (
          <SheetReport
            sent={run.sent}
            count={run.sheet.rows.length}
            isDone={run.isDone}
            failure={run.failure}
            rows={run.rows}
          />
        )}
    </Dialog>
  );
}

interface StepsProps {
  run: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** What can be done next. */
function Steps({ run, onClose }: StepsProps) {
  if (run.isDone) {
    return (
      <Button variant="primary" autoFocus onClick={onClose}>
        <Trans>Concluir</Trans>
      </Button>
    );
  }
  const count = run.sheet?.rows.length ?? 0;
  return (
    <>
      {run.sent === undefined && (
        <Button variant="secondary" onClick={run.reset}>
          <Trans>Outro arquivo</Trans>
        </Button>
      )}
      <Button variant="primary" busy={run.isSending} disabled={run.columns.number < 0} onClick={run.send}>
        {run.failure
          ? <Trans>Tentar de novo</Trans>
          : <Plural value={count} one="Importar # linha" other="Importar # linhas" />}
      </Button>
    </>
  );
}
