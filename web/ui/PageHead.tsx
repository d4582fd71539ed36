import type { ReactNode } from "react";
import css from "./PageHead.module.css";

interface PageHeadProps {
  title: string;
  /** A `SearchField`. */
  search?: ReactNode;
  /** The page's one primary button. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The head of every page: what it is, its search, its one primary action. On a phone the top bar has the title. */
export function PageHead({ title, search, action, children }: PageHeadProps) {
  return (
    <header className={css.pageHead}>
      <h1>{title}</h1>
      {search && <div className={css.search}>{search}</div>}
      {children}
      {action}
    </header>
  );
}
