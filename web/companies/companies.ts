import { t } from "@lingui/core/macro";
import { companies, type CompanyRecord } from "../../src/contract/companies.ts";
import type { Change } from "../../src/contract/events.ts";
import { call } from "../call.ts";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { askRemoval } from "../provider/askRemoval.ts";
import { CallError } from "../request.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** All companies by name, kept live. */
export const companyList = pagedList(companies.list, { rows: (answer): readonly CompanyRecord[] => answer });

const byName = (one: CompanyRecord, other: CompanyRecord) =>
  folded(one.name).localeCompare(folded(other.name), "pt") || one.id - other.id;

/** Shows a change that a call has answered, or an event has brought. */
export function noteRecord(change: Change<CompanyRecord>): void {
  companyList.change((rows) => applyChange(rows, change, byName));
}

onEvent("companyRecord", noteRecord);

/** Removes a company after a question (spec 2 §2); says whether it is gone. */
export async function removeCompany({ id }: CompanyRecord): Promise<boolean> {
  const text =
    t`Ninguém da empresa entra mais, as conexões dela param e ela some das listas. Os arquivos ficam guardados por 30 dias.`;
  if (!await askRemoval(text)) return false;
  try {
    await call(companies.remove, { id });
    noteRecord({ action: "delete", id });
    toast.success(t`Operação realizada com sucesso!`);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.code === "ERR_PROVIDERS_COMPANY") showError(error);
    else toast.error(t`Não foi possível realizar a operação`);
    return false;
  }
}
