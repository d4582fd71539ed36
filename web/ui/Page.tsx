import type { ReactNode } from "react";
import { PageHead } from "./PageHead.tsx";
import { usePageTitle } from "./pageTitle.ts";
import css from "./Page.module.css";

interface PageProps {
  title: string;
  search?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A page of administration: its head, and below it a list that scrolls on its own. */
export function Page({ title, search, action, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={css.page}>
      <PageHead title={title} search={search} action={action} />
      {children}
    </div>
  );
}
