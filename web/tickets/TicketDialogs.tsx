import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { closeTicketDialog, ticketDialogAtom } from "./dialogs.ts";
import { withPageTexts } from "../i18n/i18n.ts";

const NewTicketDialog = lazyDialog(() => import("./dialogs/NewTicketDialog.tsx"));
const TransferDialog = lazyDialog(() => import("./dialogs/TransferDialog.tsx"));
const ScheduleDialog = lazyDialog(() => withPageTexts(import("../schedules/ScheduleDialog.tsx")));
const PeekDialog = lazyDialog(() => import("./dialogs/PeekDialog.tsx"));

/** Whichever of the tickets' dialogs is asked for. */
export function TicketDialogs() {
  const open = useAtomValue(ticketDialogAtom);
  if (!open) return null;
  return (
    <Suspense>
      {open.show === "new" && <NewTicketDialog contact={open.contact} hint={open.hint} onClose={closeTicketDialog} />}
      {open.show === "transfer" && <TransferDialog ticket={open.ticket} onClose={closeTicketDialog} />}
      {open.show === "schedule" && (
        <ScheduleDialog
          contact={open.ticket.contact}
          whatsappId={open.ticket.whatsappId}
          onClose={closeTicketDialog}
        />
      )}
      {open.show === "peek" && <PeekDialog ticket={open.ticket} onClose={closeTicketDialog} />}
    </Suspense>
  );
}
