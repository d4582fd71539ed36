import { plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { TagsDialog } from "../../tags/choosing/TagsDialog.tsx";
import { tagSeveral } from "./several.ts";

/** Which tags several tickets get, besides those that they have. */
export function TagSeveral({ rows, onClose }: { rows: readonly Ticket[]; onClose: () => void }) {
  return (
    <TagsDialog
      title={plural(rows.length, { one: "Tags de # atendimento", other: "Tags de # atendimentos" })}
      yes={<Trans>Adicionar</Trans>}
      onTags={(tagIds) => tagSeveral(rows, tagIds)}
      onClose={onClose}
    />
  );
}
