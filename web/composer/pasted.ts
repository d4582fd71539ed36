import { msg } from "@lingui/core/macro";
import { type ClipboardEvent, useEffect, useEffectEvent } from "react";
import { isCovered, isField } from "../ui/busyElsewhere.ts";
import { toast } from "../ui/toast.ts";
import { attach } from "./attachments.ts";
import { composerField } from "../inbox/focus.ts";

interface Where {
  ticketId: number;
  /** Characters that fit. */
  longest: number;
}

/** Attaches files that are pasted, and stops a text that would not fit: the browser would cut it without a word. */
export function takePasted(event: ClipboardEvent<HTMLTextAreaElement>, where: Where): void {
  const copied = copiedIn(event.clipboardData);
  if (copied.files.length > 0 || isTooLong(copied.words, event.currentTarget, where)) {
    event.preventDefault();
    attachOrWarn(copied, where);
  }
}

/** What is pasted where nothing is written goes to the composer, as what is typed there does. */
export function usePastedOutside(where: Where, insert: (words: string) => void): void {
  const take = useEffectEvent((event: globalThis.ClipboardEvent) => {
    const field = composerField();
    if (!field || !event.clipboardData || event.defaultPrevented || isCovered() || isField(event.target)) return;
    const copied = copiedIn(event.clipboardData);
    if (copied.files.length === 0 && copied.words === "") return;
    event.preventDefault();
    field.focus();
    if (copied.files.length > 0 || isTooLong(copied.words, field, where)) attachOrWarn(copied, where);
    else insert(copied.words);
  });
  useEffect(() => {
    const onPaste = (event: globalThis.ClipboardEvent) => take(event);
    addEventListener("paste", onPaste);
    return () => removeEventListener("paste", onPaste);
  }, []);
}

function isTooLong(words: string, field: HTMLTextAreaElement, { longest }: Where): boolean {
  const { value, selectionStart, selectionEnd } = field;
  return value.length - (selectionEnd - selectionStart) + words.length > longest;
}

function attachOrWarn({ files }: { files: File[] }, { ticketId, longest }: Where): void {
  if (files.length) void attach(ticketId, files);
  else toast.warning(msg`O texto colado passa do que o WhatsApp leva: ${longest} caracteres. Nada foi colado.`);
}

/** What was copied. A spreadsheet brings a picture of its cells along; their words are meant. */
function copiedIn(data: DataTransfer): { files: File[]; words: string } {
  const words = data.getData("text");
  const isFormattedText = words !== "" && data.types.includes("text/html");
  return { files: isFormattedText ? [] : [...data.files], words };
}
