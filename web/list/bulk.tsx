import { t } from "@lingui/core/macro";
import { MOST_AT_ONCE, type Outcome } from "../../src/contract/bulk.ts";
import type { ErrorCode } from "../../src/contract/errors.ts";
import { CallError } from "../call.ts";
import { confirm, type Question } from "../ui/confirm.ts";
import { errorText, showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { offerUndo } from "../ui/undo.ts";
import css from "./Selection.module.css";

interface Together<Row, Done extends Outcome> {
  rows: readonly Row[];
  /** Asked once for all of them; nothing to ask where nothing is lost. */
  question?: Question;
  ask: (ids: number[]) => Promise<{ outcomes: Done[] }>;
  /** Shows what became of one that was not refused. */
  note?: (id: number) => void;
  nameOf: (row: Row) => string;
  done: (count: number) => string;
  /** Takes back what was done. */
  undo?: (done: readonly Done[]) => void;
  refused: (count: number) => string;
}

/**
 * Does the same with several rows: what can be done is done, and what was refused is named with the reason. Says whether
 * an answer came at all: when none did, what was chosen or written for it is still wanted.
 */
export async function together<Row extends { id: number }, Done extends Outcome>(
  what: Together<Row, Done>,
): Promise<boolean> {
  const { rows, question, ask, note, done, undo, refused } = what;
  if (question && !await confirm(question)) return false;
  const outcomes: Done[] = [];
  try {
    for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
      const answer = await ask(rows.slice(from, from + MOST_AT_ONCE).map(({ id }) => id));
      outcomes.push(...answer.outcomes);
      for (const one of answer.outcomes) if (isDone(one, question)) note?.(one.id);
    }
  } catch (error) {
    showError(error);
  }
  const kept = outcomes.filter((one) => !isDone(one, question)), count = outcomes.length - kept.length;
  if (count > 0 && undo) offerUndo(done(count), () => undo(outcomes.filter((one) => isDone(one, question))));
  else if (count > 0) toast.success(done(count));
  if (kept.length > 0) {
    await confirm({
      title: refused(kept.length),
      text: <Reasons rows={rows} nameOf={what.nameOf} kept={kept} />,
      yes: t`Entendi`,
      isNews: true,
    });
  }
  return outcomes.length > 0;
}

/** Whom a colleague has deleted meanwhile is gone, as was wanted. */
function isDone({ error }: Outcome, question: Question | undefined): boolean {
  return error === undefined || (question?.danger === true && /^ERR_NO_\w+_FOUND$/.test(error));
}

interface ReasonsProps<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  kept: readonly Outcome[];
}

function Reasons<Row extends { id: number }>({ rows, nameOf, kept }: ReasonsProps<Row>) {
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
  return (
    <ul className={css.reasons}>
      {kept.map(({ id, error, detail }) => (
        <li key={id}>
          <b>
            <bdi>{names.get(id)}</bdi>
          </b>
          {" – "}
          {errorText(new CallError(error as ErrorCode, 409, {}, detail))}
        </li>
      ))}
    </ul>
  );
}
