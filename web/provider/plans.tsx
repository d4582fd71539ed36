import { plural, t } from "@lingui/core/macro";
import type { Change } from "../../src/contract/events.ts";
import { type Excess, type Plan, plans } from "../../src/contract/plans.ts";
import { call } from "../call.ts";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { CallError } from "../request.ts";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { askRemoval } from "./askRemoval.ts";
import { excessText } from "./excessText.ts";
import { showRemovalRefused } from "./refusals.ts";
import css from "./Excesses.module.css";

/** All plans by name, kept live. */
export const planList = pagedList(plans.all, { rows: (answer): readonly Plan[] => answer });

const byName = (one: Plan, other: Plan) =>
  folded(one.name).localeCompare(folded(other.name), "pt") || one.id - other.id;

/** Shows a change that a call has answered, or an event has brought. */
export function notePlan(change: Change<Plan>): void {
  planList.change((rows) => applyChange(rows, change, byName));
}

onEvent("plan", notePlan);

/** Deletes a plan after a question (spec 2 §2); says whether it is gone. */
export async function removePlan({ id }: Plan): Promise<boolean> {
  if (!await askRemoval()) return false;
  try {
    await call(plans.remove, { id });
    notePlan({ action: "delete", id });
    toast.success(t`Operação realizada com sucesso!`);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.code === "ERR_PLAN_IN_USE") {
      const { companies } = error.detail as { companies: number };
      toast.error(
        plural(companies, {
          one: "# empresa tem este plano. Dê outro a ela antes de excluir.",
          other: "# empresas têm este plano. Dê outro a elas antes de excluir.",
        }),
      );
    } else showRemovalRefused(error);
    return false;
  }
}

/** Says who has more than a plan allows: nothing is taken from them. */
export async function showExcesses(excesses: readonly Excess[]): Promise<void> {
  if (excesses.length === 0) return;
  await confirm({
    title: t`Há quem tenha mais do que este plano permite`,
    text: (
      <>
        <p>{t`Nada é tirado de ninguém, mas estas empresas não adicionam mais:`}</p>
        <ul className={css.excesses}>
          {excesses.map((excess) => (
            <li key={`${excess.company.id} ${excess.what}`}>
              <b>
                <bdi>{excess.company.name}</bdi>
              </b>
              {" – "}
              {excessText(excess)}
            </li>
          ))}
        </ul>
      </>
    ),
    yes: t`Entendi`,
    isNews: true,
  });
}
