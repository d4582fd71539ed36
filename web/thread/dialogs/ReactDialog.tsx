import { useLingui } from "@lingui/react/macro";
import type { Message } from "../../../src/contract/messages.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import EmojiPicker from "../../composer/emoji/EmojiPicker.tsx";
import { react } from "../reactions.ts";

/** Any emoji as a reaction. */
export default function ReactDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useLingui();
  const choose = (emoji: string) => {
    onClose();
    void react(message, emoji);
  };
  return (
    <Dialog title={t`Reagir`} width={376} onClose={onClose}>
      <EmojiPicker onPick={choose} />
    </Dialog>
  );
}
