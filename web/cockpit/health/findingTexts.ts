import { t } from "@lingui/core/macro";
import type { ShownFinding } from "../../../src/contract/doctor.ts";
import { type FindingName, FINDINGS } from "../../../src/contract/findings.ts";
import { backupTexts } from "./backupTexts.ts";
import { fileTexts } from "./fileTexts.ts";
import { machineTexts } from "./machineTexts.ts";
import type { About, Said, TextsOf } from "./said.ts";
import { workTexts } from "./workTexts.ts";

const TEXTS: TextsOf<FindingName> = {
  ...machineTexts,
  ...fileTexts,
  ...backupTexts,
  ...workTexts,
  not_looked_at: ({ why }) => ({
    says: t`Não deu para verificar: ${why}`,
    todo: t`Resolva o que mais estiver aqui e atualize.`,
  }),
};

/** What a finding says in the person's language and time zone; one that this screen does not know yet says it in its own. */
export function findingText({ what, facts, company, says, todo }: ShownFinding, timeZone: string): Said {
  if (!Object.hasOwn(FINDINGS, what)) return { says, todo };
  const text = TEXTS[what as FindingName] as (facts: unknown, about: About) => Said;
  return text(facts, { isCompany: company !== undefined, timeZone });
}
