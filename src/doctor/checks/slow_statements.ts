import { milliseconds } from "date-fns/milliseconds";
import { SLOW, type SlowStatement } from "../../platform/slow_statements.ts";
import type { Check } from "../check.ts";
import { about } from "../files.ts";
import { warning } from "../finding.ts";

/** Of the last hour (ms), and no word about fewer than these: a busy disk is slow at times. */
const OF_LATE = milliseconds({ hours: 1 }), FEW = 5;

export const slowStatements: Check = {
  name: "slow_statements",
  fine: "The companies' files answer quickly",
  asksServer: true,
  look({ running, now }) {
    const slow = running?.tenants.slow.since(now - OF_LATE) ?? [];
    return [...Map.groupBy(slow, ({ companyId }) => companyId)].flatMap(([companyId, all]) => {
      if (all.length < FEW) return [];
      const name = mostOf(all), ms = Math.round(Math.max(...all.map((one) => one.ms)));
      const says = `${all.length} questions to its file took longer than ${SLOW} ms in the last hour, ` +
        `most often ${name}, the longest ${ms} ms`;
      const todo = "See whether the disk is busy or slow (iostat), and how large the company's file has become";
      return [
        warning({
          what: "slow_statements",
          ...about({ companyId }),
          facts: { count: all.length, name, ms },
          says,
          todo,
        }),
      ];
    });
  },
};

function mostOf(all: readonly SlowStatement[]): string {
  const byName = [...Map.groupBy(all, ({ name }) => name)].toSorted(([, one], [, other]) => other.length - one.length);
  return byName[0]![0];
}
