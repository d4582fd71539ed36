import type { OnChangeFn, SortingState } from "@tanstack/react-table";
import { useEffect, useState } from "react";
import type { Order } from "../../src/shared/order.ts";
import { useMe } from "../session.ts";
import { keepLayout, keptLayout } from "./layout.ts";

/** By which column a person has a table sorted. */
export interface Sorting<Name extends string = string> {
  /** The columns that have an order. */
  names: readonly Name[];
  state: SortingState;
  onChange: OnChangeFn<SortingState>;
  /** What the list is asked for. */
  query: { sort?: Name; order?: Order };
}

/** A table's order as this person has it on this device; nothing where it was never chosen, or its column is gone. */
export function useSorting<const Name extends string>(table: string, names: readonly Name[]): Sorting<Name> {
  const { id: personId } = useMe();
  const [state, onChange] = useState<SortingState>(() => {
    const { sort } = keptLayout(personId, table);
    return sort ? [sort] : [];
  });
  useEffect(() => keepLayout(personId, table, { sort: state[0] }), [state]);
  const sort = names.find((name) => name === state[0]?.id);
  return {
    names,
    state: sort ? state : [],
    onChange,
    query: sort ? { sort, order: state[0]!.desc ? "desc" : "asc" } : {},
  };
}
