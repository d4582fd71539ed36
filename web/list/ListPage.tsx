import type { ReactNode } from "react";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { DataTable, type DataTableProps } from "./DataTable.tsx";
import type { Search } from "./useSearch.ts";

interface ListPageProps<Row extends { id: number }> extends Omit<DataTableProps<Row>, "label"> {
  title: string;
  search: Search;
  /** What its field is called, and what stands in it while it is empty. */
  searches: { label: string; placeholder: string };
  /** What is said when the search finds nothing. */
  nothing: { title: string; text: string };
  /** The page's buttons. */
  action?: ReactNode;
  /** Above the list. */
  above?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}

/** A page of administration that is one list: its head with the search, its rows, and what stands there without any. */
export function ListPage<Row extends { id: number }>(props: ListPageProps<Row>) {
  const { title, search, searches, nothing, action, above, children, place, empty, ...table } = props;
  return (
    <Page
      title={title}
      search={<SearchField {...searches} value={search.text} onText={search.set} />}
      action={action}
    >
      {above}
      <DataTable
        {...table}
        label={title}
        place={`${place} ${search.param}`}
        empty={search.param ? <NothingFound {...nothing} onClear={() => search.set("")} /> : empty}
      />
      {children}
    </Page>
  );
}
