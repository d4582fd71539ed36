import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { Plus } from "lucide-react";
import type { Message } from "../../../src/contract/messages.ts";
import { messageDialogAtom } from "../messageDialog.ts";
import { ownReactionTo, QUICK_REACTIONS, react } from "../reactions.ts";
import css from "./QuickReactions.module.css";

/** The six usual reactions and the way to all others; pressed once more, the own one is taken off. */
export function QuickReactions({ message, onDone }: { message: Message; onDone: () => void }) {
  const { t } = useLingui();
  const openDialog = useSetAtom(messageDialogAtom);
  const own = ownReactionTo(message);
  const isOther = own !== "" && !(QUICK_REACTIONS as readonly string[]).includes(own);
  const choose = (emoji: string) => {
    onDone();
    void react(message, emoji);
  };
  return (
    <div className={css.quick} role="group" aria-label={t`Reagir`}>
      {[...QUICK_REACTIONS, ...(isOther ? [own] : [])].map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-label={emoji === own ? t`Tirar a reação ${emoji}` : t`Reagir com ${emoji}`}
          data-chosen={emoji === own || undefined}
          onClick={() => choose(emoji)}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-label={t`Outra reação`}
        onClick={() => {
          onDone();
          openDialog({ kind: "react", message });
        }}
      >
        <Plus size={16} aria-hidden />
      </button>
    </div>
  );
}
