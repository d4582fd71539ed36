import { useLingui } from "@lingui/react/macro";
import { Columns3 } from "lucide-react";
import { IconButton } from "../ui/IconButton.tsx";
import { Popover } from "../ui/Popover.tsx";
import { lazy } from "../ui/part.ts";
import type { ColumnsListProps } from "./ColumnsList.tsx";

const ColumnsList = lazy(() => import("./ColumnsList.tsx"));

/** Where a person chooses which columns a table shows, and in which order. */
export function ColumnsButton(props: ColumnsListProps) {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Colunas`}
      trigger={(trigger) => <IconButton {...trigger} size="small" icon={Columns3} label={t`Escolher as colunas`} />}
    >
      {() => <ColumnsList {...props} />}
    </Popover>
  );
}
