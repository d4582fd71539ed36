import { useEffect, useState } from "react";
import { type ListImport, listImports, type SheetLook } from "../../src/contract/contact_lists.ts";
import { upload } from "../call.ts";
import { onEvent } from "../live.ts";
import { showError } from "../ui/showError.ts";
import { type Choice, chosenOf, guessedChoice, NO_CHOICE } from "./columnChoice.ts";

/** One import, from the file and its columns to what became of it. */
export function useListImport(contactListId: number, begin: File | ListImport) {
  const file = begin instanceof File ? begin : undefined;
  const [record, setRecord] = useState(begin instanceof File ? undefined : begin);
  const [look, setLook] = useState<SheetLook>();
  const [problem, setProblem] = useState<unknown>();
  const [choice, setChoice] = useState(NO_CHOICE);
  const [isSending, setSending] = useState(false);
  const take = (next: ListImport) => setRecord((now) => now && isLater(now, next) ? now : next);
  useEffect(() => {
    if (!file) return;
    const abort = new AbortController();
    upload(listImports.look, { id: contactListId }, [file], { signal: abort.signal }).then((found) => {
      if (abort.signal.aborted) return;
      setLook(found);
      setChoice(guessedChoice(found));
    }, (error) => abort.signal.aborted || setProblem(error));
    return () => abort.abort();
  }, []);
  useEffect(() => {
    if (!record) return;
    return onEvent("contactListImport", (event) => {
      if (event.record.id === record.id) take(event.record);
    });
  }, [record?.id]);
  const columns = chosenOf(choice);
  const send = async () => {
    setSending(true);
    try {
      take(await upload(listImports.upload, { id: contactListId, columns }, [file!]));
    } catch (error) {
      showError(error);
    } finally {
      setSending(false);
    }
  };
  return {
    record,
    look,
    problem,
    choice,
    setChoice: (next: Choice) => setChoice(next),
    isSending,
    isReady: look !== undefined && columns !== undefined,
    take,
    send,
  };
}

/** An answer that was overtaken by an event changes nothing back. */
function isLater(one: ListImport, other: ListImport): boolean {
  const rank = ({ state, rowsRead }: ListImport) =>
    ["reading", "running", "done", "failed", "undone"].indexOf(state) * 1e9 + rowsRead;
  return one.id === other.id && rank(one) > rank(other);
}
