import type * as z from "zod/mini";

/** What is wrong with each field, as an ErrorAnswer says it. The schema was asked with `reportInput`. */
export function faultsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const at = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) fields[at ? `${at}.${key}` : key] = "unknown";
    } else fields[at || "body"] ??= wrong(issue);
  }
  return fields;
}

function wrong(issue: z.core.$ZodIssue): string {
  const isNumber = "origin" in issue && issue.origin !== "string" && issue.origin !== "array";
  if (issue.code === "too_small" && !isNumber) return issue.minimum === 1 ? "required" : "too_short";
  if (issue.code === "too_big" && !isNumber) return "too_long";
  const isOfType = issue.code === "invalid_type" || issue.code === "invalid_union";
  return isOfType && issue.input === undefined ? "required" : "invalid";
}
