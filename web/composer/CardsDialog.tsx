import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Contact } from "../../src/contract/contacts.ts";
import { MOST_CARDS } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ContactChoice } from "../tickets/choice/ContactChoice.tsx";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { sendCards } from "./sending/sending.ts";

/** Contacts to send as cards; one whose number nobody knows can't be sent. */
export default function CardsDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<readonly Contact[]>([]);
  const send = () => {
    sendCards(ticket, chosen.map(({ name, number }) => ({ name: name || formatNumber(number), number })));
    onClose();
  };
  return (
    <Dialog
      title={t`Enviar contato`}
      onClose={onClose}
      foot={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={send}>
            <Trans>Enviar</Trans>
          </Button>
        </>
      }
    >
      <ContactChoice
        chosen={chosen}
        onChosen={setChosen}
        most={MOST_CARDS}
        mayChoose={({ number }) => /^\d{8,15}$/.test(number)}
      />
    </Dialog>
  );
}
