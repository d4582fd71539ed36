import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { PlanExcess } from "../../src/contract/plans.ts";
import { sizeText } from "../ui/sizes.ts";

/** How much there is of what a plan allows less of. */
export function excessText({ what, count, limit }: PlanExcess): string {
  switch (what) {
    case "users":
      return t`${count} usuários de ${limit}`;
    case "connections":
      return t`${count} conexões de ${limit}`;
    case "queues":
      return t`${count} filas de ${limit}`;
    case "storage":
      return t`${sizeText(count, i18n.locale)} de arquivos de ${sizeText(limit, i18n.locale)}`;
  }
}
