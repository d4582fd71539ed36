import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { Plus } from "lucide-react";
import type { Message } from "../../../src/contract/messages.ts";
import type { RowEntry } from "../../ui/Menu.tsx";
import { messageDialogAtom } from "../messageDialog.ts";
import { ownReactionTo, QUICK_REACTIONS, react } from "../reactions.ts";

/** The six usual reactions and the way to all others, as a menu's row; chosen once more, the own one is taken off. */
export function useQuickReactions(message: Message): { label: string; entries: RowEntry[] } {
  const { t } = useLingui();
  const openDialog = useSetAtom(messageDialogAtom);
  const own = ownReactionTo(message);
  const isOther = own !== "" && !(QUICK_REACTIONS as readonly string[]).includes(own);
  const usual = [...QUICK_REACTIONS, ...(isOther ? [own] : [])].map((emoji) => ({
    label: emoji === own ? t`Tirar a reação ${emoji}` : t`Reagir com ${emoji}`,
    content: emoji,
    isChosen: emoji === own,
    onChoose: () => void react(message, emoji),
  }));
  const other = {
    label: t`Outra reação`,
    content: <Plus size={16} aria-hidden />,
    onChoose: () => openDialog({ kind: "react", message }),
  };
  return { label: t`Reagir`, entries: [...usual, other] };
}
