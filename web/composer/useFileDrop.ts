import { type DragEvent, useState } from "react";
import { attach } from "./attachments.ts";

/** Files dropped anywhere on the thread are attached, while what it belongs to takes messages. */
export function useFileDrop(ticketId: number | null) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => ticketId !== null && event.dataTransfer.types.includes("Files");
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        void attach(ticketId!, [...event.dataTransfer.files]);
      },
    },
  };
}
