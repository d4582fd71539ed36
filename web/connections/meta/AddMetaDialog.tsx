import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Connection } from "../../../src/contract/connections.ts";
import { useList } from "../../list/pagedList.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Failed } from "../../ui/Empty.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { AccountFields } from "./AccountFields.tsx";
import { LoginWay } from "./LoginWay.tsx";
import { META_NAMES, type MetaKind } from "./kinds.ts";
import { metaState } from "./metaState.ts";
import { useAccountForm } from "./useAccountForm.ts";
import css from "./Meta.module.css";

interface AddMetaDialogProps {
  kind: MetaKind;
  /** A phone's connection that goes on at the Cloud API, with its tickets, queues and texts. */
  moved?: Connection;
  onClose: () => void;
}

/** Adds a connection at Meta: by logging in there, or by an account's ids and token. */
export default function AddMetaDialog({ kind, moved, onClose }: AddMetaDialogProps) {
  const { t } = useLingui();
  const { rows: [state], state: loading, error, retry } = useList(metaState, {});
  const title = useTitle(kind, moved);
  if (state?.isSetUp) return <Ways kind={kind} moved={moved} title={title} onClose={onClose} />;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={<Button variant="primary" onClick={onClose}>{state ? t`Entendi` : t`Cancelar`}</Button>}
    >
      {state
        ? (
          <p>
            <Trans>
              O provedor deste sistema ainda não configurou o aplicativo da Meta, e sem ele não há canais oficiais. Fale
              com quem cuida deste servidor.
            </Trans>
          </p>
        )
        : loading === "failed"
        ? <Failed title={t`A Meta não pôde ser consultada`} error={error} onRetry={retry} />
        : <Skeleton width="80%" height={64} />}
    </Dialog>
  );
}

function Ways({ kind, moved, title, onClose }: AddMetaDialogProps & { title: string }) {
  const { t } = useLingui();
  const [way, setWay] = useState<"login" | "ids">(kind === "cloud" ? "ids" : "login");
  const form = useAccountForm(kind, onClose, moved);
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const isTyped = way === "ids";
  return (
    <Dialog
      title={title}
      width={560}
      onClose={close}
      form={isTyped ? form.props : undefined}
      bodyClassName={css.fields}
      foot={isTyped
        ? (
          <FormFoot onCancel={close} busy={form.busy}>
            {moved ? t`Continuar` : t`Adicionar`}
          </FormFoot>
        )
        : (
          <Button variant="secondary" onClick={close}>
            <Trans>Cancelar</Trans>
          </Button>
        )}
    >
      {kind !== "cloud" && (
        <Segments
          label={t`Como ligar`}
          value={way}
          onValue={setWay}
          options={[
            { value: "login", label: t`Entrar com o Facebook` },
            { value: "ids", label: t`Por id e token` },
          ]}
        />
      )}
      {isTyped
        ? <AccountFields kind={kind} form={form} isMove={moved !== undefined} />
        : <LoginWay startsWithInstagram={kind === "instagram"} />}
    </Dialog>
  );
}

function useTitle(kind: MetaKind, moved: Connection | undefined): string {
  const { t } = useLingui();
  if (moved) return t`Continuar ${moved.name} pela API oficial`;
  const channel = META_NAMES[kind];
  return kind === "cloud" ? t`Adicionar WhatsApp – API oficial` : t`Adicionar ${channel}`;
}
