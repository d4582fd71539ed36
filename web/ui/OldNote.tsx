import { History } from "lucide-react";
import type { ReactNode } from "react";
import css from "./OldNote.module.css";

/** Says above or below what is shown that it is of another time. */
export function OldNote({ children }: { children: ReactNode }) {
  return (
    <p className={css.note} role="status">
      <History size={12} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
