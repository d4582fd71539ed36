import { useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { ContactRound, FileText, MapPin, Paperclip, Signature, Sticker, Zap } from "lucide-react";
import { Suspense, useRef } from "react";
import type { Ticket } from "../../src/contract/tickets.ts";
import { withPageTexts } from "../i18n/i18n.ts";
import { useMe } from "../session.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import { traitsOf } from "../thread/traits.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { attach } from "./attachments.ts";
import { isComposerNarrowAtom } from "../tickets/panes.ts";
import { sendSticker } from "./sending/sending.ts";
import { signAtom } from "./signature.ts";

const DIALOGS = {
  place: lazyDialog(() => import("./PlaceDialog.tsx")),
  cards: lazyDialog(() => import("./CardsDialog.tsx")),
  template: lazyDialog(() => withPageTexts(import("../answering/templates/TemplateDialog.tsx"))),
  replies: lazyDialog(() => import("./replies/RepliesDialog.tsx")),
};
export type AttachDialogName = keyof typeof DIALOGS;

interface AttachDialogProps {
  name: AttachDialogName;
  ticket: Ticket;
  onClose: () => void;
  /** Takes a text that was chosen. */
  onPick: (text: string) => void;
}

/** What is asked before a place or contacts are sent. It stands beside the composer, because a form can't hold a form. */
export function AttachDialog({ name, ...rest }: AttachDialogProps) {
  const Dialog = DIALOGS[name];
  return (
    <Suspense>
      <Dialog {...rest} />
    </Suspense>
  );
}

interface AttachMenuProps {
  ticket: Ticket;
  disabled: boolean;
  onAsk: (name: AttachDialogName) => void;
}

/**
 * Everything that can be sent besides words: files, a place, contacts, a sticker. On a phone, where the bar is too narrow for
 * them, the quick replies and the signature, too.
 */
export function AttachMenu({ ticket, disabled, onAsk }: AttachMenuProps) {
  const { t } = useLingui();
  const me = useMe();
  const isNarrow = useAtomValue(isComposerNarrowAtom);
  const [isSigned, setSigned] = useAtom(signAtom);
  const { stickers, templates } = traitsOf(ticket);
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu
        label={t`Anexar`}
        align="start"
        trigger={(trigger) => <IconButton {...trigger} icon={Paperclip} label={t`Anexar`} disabled={disabled} />}
        entries={[
          { label: t`Arquivos, fotos e vídeos`, icon: Paperclip, onChoose: () => files.current?.click() },
          { label: t`Localização`, icon: MapPin, onChoose: () => onAsk("place") },
          { label: t`Contato`, icon: ContactRound, onChoose: () => onAsk("cards") },
          ...stickers ? [{ label: t`Figurinha (.webp)`, icon: Sticker, onChoose: () => chooseSticker(ticket) }] : [],
          ...templates ? [{ label: t`Modelo aprovado`, icon: FileText, onChoose: () => onAsk("template") }] : [],
          ...isNarrow
            ? [
              { label: t`Respostas rápidas`, icon: Zap, onChoose: () => onAsk("replies") },
              {
                label: t`Assinar como ${me.name}`,
                icon: Signature,
                checked: isSigned,
                onChoose: () => setSigned(!isSigned),
              },
            ]
            : [],
        ]}
      />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t`Anexar arquivos`}
        onChange={(event) => {
          void attach(ticket.id, [...event.target.files ?? []]);
          event.target.value = "";
        }}
      />
    </>
  );
}

function chooseSticker(ticket: Ticket): void {
  const chooser = Object.assign(document.createElement("input"), { type: "file", accept: "image/webp" });
  chooser.onchange = () => {
    const [file] = chooser.files ?? [];
    if (file) sendSticker(ticket, file);
  };
  chooser.click();
}
