import { Trans, useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { showTab } from "../inbox/desk.ts";
import type { Shared } from "../keptFiles.ts";
import { askNewTicket } from "../tickets/dialogs.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Empty } from "../ui/Empty.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import type { Receiver } from "./receivers.ts";
import { ShareChoice } from "./ShareChoice.tsx";
import { SharedThings } from "./SharedThings.tsx";
import { forgetShared, latestShared, shareWith, shareWithNobody } from "./sharing.ts";
import css from "./SharePage.module.css";

/** Where the phone's own "share" leads: for whom it is, before it lies in a composer. */
export default function SharePage() {
  const { t } = useLingui();
  const [, go] = useLocation();
  const shared = useShared();
  usePageTitle(t`Compartilhar`);
  if (shared === "reading") return null;
  if (!shared) return <NothingShared isLost={location.search === "?lost"} onGo={() => go("/tickets")} />;
  const choose = ({ contact, ticket }: Receiver) => {
    shareWith(contact, shared);
    if (ticket) go(`/tickets/${ticket.uuid}`, { replace: true });
    else askNewTicket(contact, t`O que você compartilhou fica no campo de mensagem, para você conferir e enviar.`);
  };
  return (
    <ShareDialog
      shared={shared}
      onClose={() => {
        shareWithNobody();
        void forgetShared();
        go("/tickets", { replace: true });
      }}
      onChosen={choose}
    />
  );
}

function useShared(): Shared | undefined | "reading" {
  const [shared, setShared] = useState<Shared | "reading">();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    showTab("open");
    latestShared(Date.now()).then(setShared, () => {}).finally(() => setRead(true));
  }, []);
  return isRead ? shared : "reading";
}

function NothingShared({ isLost, onGo }: { isLost: boolean; onGo: () => void }) {
  const { t } = useLingui();
  return (
    <div className={css.nothing}>
      <Empty
        icon={Share2}
        heading="h1"
        title={isLost ? t`O que você compartilhou não chegou` : t`Nada foi compartilhado`}
        text={isLost
          ? t`Abra o aplicativo uma vez com conexão, confira o espaço livre do aparelho e compartilhe de novo.`
          : t`Compartilhe uma foto ou um arquivo de outro aplicativo com este.`}
        action={
          <Button variant="primary" onClick={onGo}>
            <Trans>Ir para os atendimentos</Trans>
          </Button>
        }
      />
    </div>
  );
}

interface ShareDialogProps {
  shared: Shared;
  onClose: () => void;
  onChosen: (receiver: Receiver) => void;
}

function ShareDialog({ shared, onClose, onChosen }: ShareDialogProps) {
  const { t } = useLingui();
  if (shared.files.length === 0 && shared.text === "") return <AllTooLarge shared={shared} onClose={onClose} />;
  return (
    <Dialog title={t`Compartilhar com quem?`} onClose={onClose} bodyClassName={css.body}>
      <SharedThings shared={shared} />
      <p className={css.hint}>
        <Trans>Nada é enviado agora: você ainda confere no atendimento.</Trans>
      </p>
      <ShareChoice onChosen={onChosen} />
    </Dialog>
  );
}

function AllTooLarge({ shared, onClose }: Pick<ShareDialogProps, "shared" | "onClose">) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Nada para compartilhar`}
      onClose={onClose}
      bodyClassName={css.short}
      foot={
        <Button variant="primary" onClick={onClose}>
          <Trans>Entendi</Trans>
        </Button>
      }
    >
      <SharedThings shared={shared} />
    </Dialog>
  );
}
