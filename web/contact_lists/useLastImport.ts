import { useEffect, useState } from "react";
import { type ListImport, listImports } from "../../src/contract/contact_lists.ts";
import { call } from "../call.ts";
import { onEvent, onResync } from "../live.ts";

/** The newest import into a list, kept live; nothing where there was none. */
export function useLastImport(contactListId: number): ListImport | undefined {
  const [last, setLast] = useState<ListImport>();
  useEffect(() => {
    // Where it does not come, there is only a button less.
    const read = () =>
      void call(listImports.imports, { id: contactListId }).then(([newest]) => setLast(newest), () => {});
    read();
    const off = onEvent("contactListImport", ({ record }) => {
      if (record.contactListId === contactListId) setLast((now) => now && now.id > record.id ? now : record);
    });
    const offResync = onResync(read);
    return () => {
      off();
      offResync();
    };
  }, [contactListId]);
  return last;
}
