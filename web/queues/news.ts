import { t } from "@lingui/core/macro";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import type { Tree } from "./tree.ts";

/** Where an option stands, for those who do not see it. */
export function placeInWords(tree: Tree, id: number): string {
  const option = tree.find((one) => one.id === id)!, parent = tree.find((one) => one.id === option.parentId);
  const name = nameOf(option), place = option.option;
  const count = tree.filter(({ parentId }) => parentId === option.parentId).length;
  if (!parent) return t`${name}: agora ${place} de ${count}.`;
  const above = nameOf(parent);
  return t`${name}: agora ${place} de ${count}, abaixo de ${above}.`;
}

export const nameOf = ({ title }: QueueOption): string => title || t`Sem título`;
