import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Button } from "./Button.tsx";
import { questionAtom } from "./confirm.ts";
import { Dialog } from "./Dialog.tsx";

/** Draws what `confirm` asks; once, beside the app. */
export function ConfirmDialog() {
  const question = useAtomValue(questionAtom);
  if (!question) return null;
  return (
    <Dialog
      role="alertdialog"
      width={400}
      title={question.title}
      onClose={() => question.answer(false)}
      foot={
        <>
          {!question.isNews && (
            <Button variant="secondary" onClick={() => question.answer(false)}>
              {question.no ?? <Trans>Cancelar</Trans>}
            </Button>
          )}
          <Button variant={question.danger ? "danger" : "primary"} onClick={() => question.answer(true)}>
            {question.yes}
          </Button>
        </>
      }
    >
      {typeof question.text === "string" ? <p>{question.text}</p> : <div>{question.text}</div>}
    </Dialog>
  );
}
