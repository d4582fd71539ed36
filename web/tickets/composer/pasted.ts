import { msg } from "@lingui/core/macro";
import type { ClipboardEvent } from "react";
import { toast } from "../../ui/toast.ts";
import { attach } from "../attachments.ts";

/** Attaches files that are pasted, and stops a text that would not fit: the browser would cut it without a word. */
export function takePasted(event: ClipboardEvent<HTMLTextAreaElement>, ticketId: number, longest: number): void {
  const { files, words } = copiedIn(event.clipboardData);
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const isTooLong = value.length - (selectionEnd - selectionStart) + words.length > longest;
  if (files.length === 0 && !isTooLong) return;
  event.preventDefault();
  if (files.length) return attach(ticketId, files);
  toast.warning(msg`O texto colado passa do que o WhatsApp leva: ${longest} caracteres. Nada foi colado.`);
}

/** What was copied. A spreadsheet brings a picture of its cells along; their words are meant. */
function copiedIn(data: DataTransfer): { files: File[]; words: string } {
  const words = data.getData("text");
  const isFormattedText = words !== "" && data.types.includes("text/html");
  return { files: isFormattedText ? [] : [...data.files], words };
}
