import { expect, test } from "vitest";
import { decide } from "./decide.ts";
import type { Alert } from "./table.ts";
import type { Trouble } from "./troubles.ts";

const MINUTE = 60_000, NOW = Date.UTC(2026, 10, 23, 12), LONG_AGO = NOW - 600 * MINUTE;
const alert: Alert = {
  ...{ id: 1, kind: "backup", subject: "/mnt", what: "backup_behind", facts: {}, level: "warning", companyId: null },
  ...{ beganAt: NOW - 60 * MINUTE, goodSince: null },
};
const trouble: Trouble = {
  ...{ kind: "backup", subject: "/mnt", what: "backup_behind", facts: {}, level: "warning", companyId: null },
  isEarly: false,
};
const line = { kind: "line", subject: "2/1", what: "connection_down" } as const;
const aLine: Alert = { ...alert, ...line }, down: Trouble = { ...trouble, ...line };

/** What comes of it, in words. */
function said(alerts: Alert[], troubles: Trouble[], { startedAt = LONG_AGO } = {}): string[] {
  const { begun, worse, ended, forgotten, turned } = decide(alerts, troubles, { now: NOW, startedAt });
  return [
    ...begun.map(() => "begun"),
    ...worse.map(() => "worse"),
    ...ended.map(({ beganAt, goodSince }) => `ended after ${(goodSince - beganAt) / MINUTE}`),
    ...forgotten.map(() => "forgotten"),
    ...turned.map(({ goodSince }) => goodSince === null ? "not good after all" : `good since ${NOW - goodSince}`),
  ];
}

const STARTED = { startedAt: NOW - 2 * MINUTE };

test.for<[what: string, Alert[], Trouble[], { startedAt?: number }, string[]]>([
  ["what is wrong is told", [], [trouble], {}, ["begun"]],
  ["and not again", [alert], [trouble], {}, []],
  ["another one of its kind is", [alert], [trouble, { ...trouble, subject: "s3" }], {}, ["begun"]],
  ["what has become urgent is told once more", [alert], [{ ...trouble, level: "bad" }], {}, ["worse"]],
  ["and not a third time", [{ ...alert, level: "bad" }], [{ ...trouble, level: "bad" }], {}, []],
  ["nor what is less urgent than it was", [{ ...alert, level: "bad" }], [trouble], {}, []],
  ["what is good is not said to be over yet", [alert], [], {}, ["good since 0"]],
  ["nor a minute later", [{ ...alert, goodSince: NOW - MINUTE }], [], {}, []],
  ["but after two", [{ ...alert, goodSince: NOW - 2 * MINUTE }], [], {}, ["ended after 58"]],
  ["unless it comes again", [{ ...alert, goodSince: NOW - MINUTE }], [trouble], {}, ["not good after all"]],
  ["a clock that was set back begins anew", [{ ...alert, goodSince: NOW + 60 * MINUTE }], [], {}, ["good since 0"]],
  ["a connection that was lost just now is not told", [], [{ ...down, isEarly: true }], {}, []],
  ["one that was told and is lost again goes on", [aLine], [{ ...down, isEarly: true }], {}, []],
  ["after a start connections are not told", [], [down], STARTED, []],
  ["nor are they over", [{ ...aLine, goodSince: NOW - 3 * MINUTE }], [], STARTED, []],
  ["all else is", [alert], [{ ...trouble, subject: "s3" }], STARTED, ["begun", "good since 0"]],
  ["a restart has no end", [{ ...alert, kind: "restart", subject: "1" }], [], {}, ["forgotten"]],
])("%s", ([_, alerts, troubles, more, expected]) => {
  expect(said(alerts, troubles, more)).toEqual(expected);
});
