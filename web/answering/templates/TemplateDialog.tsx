import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { Template } from "../../../src/contract/templates.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { showError } from "../../ui/showError.ts";
import { useUnsaved } from "../../ui/unsaved.ts";
import { askMetaAgain } from "./templateList.ts";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { TemplateForm } from "./TemplateForm.tsx";
import { useTemplateForm } from "./useTemplateForm.ts";
import css from "./Templates.module.css";

interface TemplateDialogProps {
  ticket: Ticket;
  onClose: () => void;
}

/** Writes to a customer by a text that WhatsApp has approved: chosen first, then filled in. */
export default function TemplateDialog({ ticket, onClose }: TemplateDialogProps) {
  const [template, setTemplate] = useState<Template>();
  return template
    ? <Filling key={template.id} {...{ ticket, template, onClose }} onBack={() => setTemplate(undefined)} />
    : <Choosing ticket={ticket} onChoose={setTemplate} onClose={onClose} />;
}

function Choosing({ ticket, onChoose, onClose }: TemplateDialogProps & { onChoose: (template: Template) => void }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const connectionId = ticket.whatsappId ?? 0;
  const refresh = async () => {
    setBusy(true);
    await askMetaAgain(connectionId).catch(showError);
    setBusy(false);
  };
  return (
    <Dialog
      title={t`Escolher modelo`}
      width={640}
      onClose={onClose}
      bodyClassName={css.choosing}
      foot={
        <>
          <Button icon={RefreshCw} busy={busy} onClick={() => void refresh()}>
            <Trans>Atualizar da Meta</Trans>
          </Button>
          <span style={{ flex: 1 }} />
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
        </>
      }
    >
      <TemplateChoice connectionId={connectionId} onChoose={onChoose} />
    </Dialog>
  );
}

interface FillingProps extends TemplateDialogProps {
  template: Template;
  onBack: () => void;
}

function Filling({ ticket, template, onBack, onClose }: FillingProps) {
  const { t } = useLingui();
  const form = useTemplateForm({ ticket, template, onSent: onClose });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const { name } = ticket.contact;
  return (
    <Dialog
      title={t`Modelo para ${name}`}
      width={640}
      onClose={close}
      form={form.props}
      bodyClassName={css.filling}
      foot={
        <>
          <Button icon={ArrowLeft} disabled={form.busy} onClick={onBack}>
            <Trans>Outro modelo</Trans>
          </Button>
          <span style={{ flex: 1 }} />
          <Button type="submit" variant="primary" busy={form.busy}>
            <Trans>Enviar</Trans>
          </Button>
        </>
      }
    >
      <TemplateForm template={template} form={form} />
    </Dialog>
  );
}
