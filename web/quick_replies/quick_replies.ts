import { plural, t } from "@lingui/core/macro";
import type { Change } from "../../src/contract/events.ts";
import { quickReplies, type QuickReply } from "../../src/contract/quick_replies.ts";
import { call } from "../call.ts";
import { together } from "../list/bulk.tsx";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { confirmDeletion } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

const byShortcode = (one: QuickReply, other: QuickReply) => one.shortcode.localeCompare(other.shortcode, "pt");

/** The company's quick replies by shortcode, kept live. */
export const quickReplyList = pagedList(quickReplies.list, {
  rows: (answer): readonly QuickReply[] => answer.toSorted(byShortcode),
});

/** Shows a change that a call has answered, or an event has brought. */
export function noteQuickReply(change: Change<QuickReply>): void {
  quickReplyList.change((rows) => applyChange(rows, change, byShortcode));
}

onEvent("quickMessage", noteQuickReply);

/** The replies whose shortcode begins with what follows the stroke; then those that have it somewhere. */
export function suggestFor(text: string, replies: readonly QuickReply[]): QuickReply[] {
  const wanted = folded(text.slice(1));
  const place = ({ shortcode }: QuickReply) => folded(shortcode).indexOf(wanted);
  return replies.filter((reply) => place(reply) >= 0).sort((a, b) => Number(place(a) > 0) - Number(place(b) > 0));
}

/** A suggestion's label is cut after this many characters (spec 1 §9). */
const LABEL = 35;

export function labelOf({ shortcode, message }: QuickReply): string {
  const label = [...`${shortcode} - ${message.replace(/\s+/g, " ")}`];
  return label.length > LABEL ? `${label.slice(0, LABEL).join("")}…` : label.join("");
}

/** Deletes several after one question, in the words of the one for a single reply. */
export function removeQuickReplies(rows: readonly QuickReply[]): Promise<boolean> {
  return together({
    rows,
    question: {
      title: plural(rows.length, { one: "Excluir # registro", other: "Excluir # registros" }),
      text: plural(rows.length, {
        one: "Deseja realmente excluir este registro?",
        other: "Deseja realmente excluir estes # registros?",
      }),
      yes: t`Excluir`,
      danger: true,
    },
    ask: (ids) => call(quickReplies.removeMany, { ids }),
    note: (id) => noteQuickReply({ action: "delete", id }),
    nameOf: ({ shortcode }) => `/${shortcode}`,
    done: (count) => plural(count, { one: "# resposta rápida excluída.", other: "# respostas rápidas excluídas." }),
    refused: (count) =>
      plural(count, {
        one: "# resposta rápida não foi excluída",
        other: "# respostas rápidas não foram excluídas",
      }),
  });
}

export async function removeQuickReply({ id }: QuickReply): Promise<void> {
  if (!await confirmDeletion()) return;
  try {
    await call(quickReplies.remove, { id });
    noteQuickReply({ action: "delete", id });
    toast.success(t`Messagem excluída com sucesso.`);
  } catch (error) {
    showError(error);
  }
}
