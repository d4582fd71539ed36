import { Trans, useLingui } from "@lingui/react/macro";
import { Download, Eraser } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Contact } from "../../src/contract/contacts.ts";
import { type Erasure, privacy } from "../../src/contract/privacy.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { reachText } from "../ui/reach.ts";
import { showError } from "../ui/showError.ts";
import { ErasureReport } from "./ErasureReport.tsx";
import css from "./Privacy.module.css";

/** What somebody may ask for by law: all that is known of them, or that it is forgotten (LGPD art. 18). */
export default function PrivacyDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useLingui();
  const [erasure, setErasure] = useState<Erasure>();
  const name = contact.name || reachText(contact);
  if (erasure) {
    return (
      <Dialog
        title={t`Dados apagados`}
        onClose={onClose}
        foot={
          <Button variant="primary" onClick={onClose}>
            <Trans>Fechar</Trans>
          </Button>
        }
      >
        <div role="status">
          <ErasureReport erasure={erasure} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t`Privacidade de ${name}`} onClose={onClose} bodyClassName={css.parts}>
      <ExportPart id={contact.id} />
      <ErasePart id={contact.id} name={name} onErased={setErasure} />
    </Dialog>
  );
}

function ExportPart({ id }: { id: number }) {
  const { t } = useLingui();
  const { busy, press } = useBusy(async () => {
    const { address } = await call(privacy.export, { id });
    Object.assign(document.createElement("a"), { href: address, download: "" }).click();
  });
  return (
    <Part
      title={t`Exportar os dados`}
      text={t`Tudo o que a empresa sabe deste contato, com as mensagens e os arquivos, em um só arquivo (.tar), para entregar a quem pediu.`}
    >
      <Button variant="secondary" icon={Download} busy={busy} onClick={press}>
        <Trans>Exportar</Trans>
      </Button>
    </Part>
  );
}

interface EraseProps {
  id: number;
  name: string;
  onErased: (erasure: Erasure) => void;
}

function ErasePart({ id, name, onErased }: EraseProps) {
  const { t } = useLingui();
  const { busy, press } = useBusy(async () => {
    const isSure = await confirm({
      title: t`Apagar tudo de ${name}?`,
      text: t`As conversas, os arquivos e tudo o mais deste contato somem para sempre. Isso não tem volta.`,
      yes: t`Apagar tudo`,
      danger: true,
    });
    if (isSure) onErased(await call(privacy.erase, { id }));
  });
  return (
    <Part
      title={t`Apagar os dados`}
      text={t`Apaga o contato de toda parte: atendimentos, mensagens, arquivos, listas, campanhas, agendamentos e registros. Fica um relatório que não diz quem era, em Configurações, Privacidade.`}
    >
      <Button variant="danger" icon={Eraser} busy={busy} onClick={press}>
        <Trans>Apagar tudo</Trans>
      </Button>
    </Part>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </section>
  );
}

/** One at a time; what is refused is said. */
function useBusy(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await work().catch(showError);
    setBusy(false);
  };
  return { busy, press: () => void press() };
}
