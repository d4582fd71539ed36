import { useEffect, useState } from "react";
import { type ListCheck, listChecks } from "../../src/contract/contact_lists.ts";
import { call } from "../call.ts";
import { onEvent, onResync } from "../live.ts";
import { showError } from "../ui/showError.ts";

/** How far the check of a list's numbers has come, kept live; nothing where there was none. */
export function useListCheck(contactListId: number) {
  const [check, setCheck] = useState<ListCheck>();
  const take = (next: ListCheck) => setCheck((now) => now && isLater(now, next) ? now : next);
  useEffect(() => {
    // Where it does not come, there is only a bar less.
    const read = () =>
      void call(listChecks.show, { id: contactListId }).then(({ check }) => check && take(check), () => {});
    setCheck(undefined);
    read();
    const off = onEvent("contactListCheck", ({ record }) => {
      if (record.contactListId === contactListId) take(record);
    });
    const offResync = onResync(read);
    return () => {
      off();
      offResync();
    };
  }, [contactListId]);
  const move = (declared: typeof listChecks.begin | typeof listChecks.stop) => async () => {
    await call(declared, { id: contactListId }).then(take, showError);
  };
  return { check, begin: move(listChecks.begin), stop: move(listChecks.stop) };
}

/** An answer that was overtaken by an event changes nothing back. */
function isLater(one: ListCheck, other: ListCheck): boolean {
  const isSame = one.contactListId === other.contactListId && one.begunAt === other.begunAt;
  return isSame && (one.checked > other.checked || (one.state !== "running" && other.state === "running"));
}
