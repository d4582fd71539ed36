import type { CheckName, FactsOf, FindingName, Level } from "../contract/findings.ts";

/** What a check has found: its name and the facts of it (contract/findings.ts), and the same in a sentence. */
export type Found = {
  [Name in FindingName]: {
    what: Name;
    facts: FactsOf<Name>;
    level: Level;
    /** The number of the company that it is about; nothing when it is about all of them. */
    company?: number;
    /** A sentence that says what is so. */
    says: string;
    /** What to do about it. */
    todo: string;
  };
}[FindingName];

type Said<F = Found> = F extends Found ? Omit<F, "level"> : never;

export function warning(said: Said): Found {
  return { ...said, level: "warning" };
}

export function bad(said: Said): Found {
  return { ...said, level: "bad" };
}

/** What is as it should be, and is good to know. */
export function note(said: Said): Found {
  return { ...said, level: "good" };
}

/** What a report says of a check: what it has found, or that all is good. */
export interface Finding {
  check: CheckName;
  what: FindingName | CheckName;
  level: Level;
  company?: number;
  facts: Record<string, string | number>;
  says: string;
  todo: string;
}

/** The worst of them; good when there is none. */
export function worstOf(findings: readonly Pick<Finding, "level">[]): Level {
  const levels = new Set(findings.map(({ level }) => level));
  return levels.has("bad") ? "bad" : levels.has("warning") ? "warning" : "good";
}
