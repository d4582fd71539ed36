import type { RowTone } from "../list/column.ts";
import { daysUntil } from "../ui/dates.ts";

/**
 * How a company's row stands out by the days to its due date (spec 2 §4): five days ahead pale yellow, from four days ahead
 * to three days after it orange, four days after it red.
 */
export function dueTone(
  { dueDate, timeZone }: { dueDate: string | null; timeZone: string },
  now: number = Date.now(),
): RowTone | undefined {
  if (!dueDate) return undefined;
  const days = daysUntil(dueDate, timeZone, now);
  if (days === 5) return "soon";
  if (days >= -3 && days <= 4) return "late";
  return days === -4 ? "danger" : undefined;
}
