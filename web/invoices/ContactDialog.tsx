import { Trans, useLingui } from "@lingui/react/macro";
import { Mail, MessageCircle } from "lucide-react";
import type { Subscription } from "../../src/contract/invoices.ts";
import { formatNumber, worldNumber } from "../../src/shared/phone_numbers.ts";
import { Dialog } from "../ui/Dialog.tsx";
import css from "./ContactDialog.module.css";

interface ContactDialogProps {
  provider: Subscription["provider"];
  onClose: () => void;
}

/** Whom to ask about the subscription (spec 2 §2, Subscription). */
export function ContactDialog({ provider: { name, email, phone }, onClose }: ContactDialogProps) {
  const { t } = useLingui();
  const digits = worldNumber(phone);
  return (
    <Dialog title={t`Assinar agora`} width={400} onClose={onClose} bodyClassName={css.contact}>
      <p>
        {email || digits
          ? <Trans>Fale com {name} para assinar:</Trans>
          : <Trans>Fale com quem fornece o sistema para assinar.</Trans>}
      </p>
      {email && (
        <a href={`mailto:${email}`}>
          <Mail size={16} aria-hidden />
          {email}
        </a>
      )}
      {digits && (
        <a href={`https://wa.me/${digits}`} target="_blank" rel="noreferrer">
          <MessageCircle size={16} aria-hidden />
          {formatNumber(digits)}
        </a>
      )}
    </Dialog>
  );
}
