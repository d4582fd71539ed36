import { useMemo } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { audit, AUDIT_KINDS, type AuditEntry, type AuditKind } from "../../src/contract/audit.ts";
import type { Input } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { placeWith, readParams } from "../search_params.ts";
import { settingsCalled } from "./about.ts";
import { callsSaid } from "./words.ts";

/** Which entries are looked at, as the address says it. */
export interface Wanted {
  text: string;
  kind: AuditKind | "";
  /** YYYY-MM-DD, or empty. */
  from: string;
  to: string;
}

export function useWanted(): Wanted {
  const said = useSearch();
  return useMemo(() => readWanted(said), [said]);
}

function readWanted(query: string): Wanted {
  const said = readParams(query);
  return {
    text: said.text("q"),
    kind: said.oneOf("kind", AUDIT_KINDS) ?? "",
    from: said.day("from") ?? "",
    to: said.day("to") ?? "",
  };
}

/** Looks at other entries. */
export function want(change: Partial<Wanted>): void {
  const { text, ...rest } = { ...readWanted(location.search), ...change };
  navigate(placeWith("/audit", { q: text, ...rest }), { replace: true });
}

export type AuditQuery = Partial<Input<typeof audit.list>>;

/** One letter is in nearly all that the screen says, and says nothing. */
const LEAST_LETTERS = 2;

/** What the server is asked. It does not know what the screen calls things in the person's language: that is said along. */
export function queryOf({ text, kind, from, to }: Wanted): AuditQuery {
  const searchParam = text.trim().toLowerCase(), isWord = searchParam.length >= LEAST_LETTERS;
  const calls = isWord ? callsSaid(searchParam) : [], settings = isWord ? settingsCalled(searchParam) : [];
  return {
    searchParam,
    ...(calls.length > 0 ? { calls } : {}),
    ...(settings.length > 0 ? { settings } : {}),
    ...(kind ? { kind } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

/** What people did, the newest first. */
export const auditList = pagedList(audit.list, {
  rows: ({ entries }): readonly AuditEntry[] => entries,
  next: ({ entries, hasMore }) => hasMore ? { before: entries.at(-1)!.id } : undefined,
});
