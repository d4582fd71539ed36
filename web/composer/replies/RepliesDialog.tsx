import { useLingui } from "@lingui/react/macro";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import QuickReplyPicker from "./QuickReplyPicker.tsx";

interface RepliesDialogProps {
  ticket: Ticket;
  onClose: () => void;
  onPick: (text: string) => void;
}

/** The quick replies where a phone has room for them. */
export default function RepliesDialog({ ticket, onClose, onPick }: RepliesDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Respostas rápidas`} onClose={onClose}>
      <QuickReplyPicker
        ticket={ticket}
        onPick={(text) => {
          onPick(text);
          onClose();
        }}
      />
    </Dialog>
  );
}
