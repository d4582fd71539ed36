import { Trans, useLingui } from "@lingui/react/macro";
import type { Connection } from "../../../src/contract/connections.ts";
import { meta, MetaAccountChange, type MetaAccountShown } from "../../../src/contract/meta.ts";
import { call } from "../../call.ts";
import { useList } from "../../list/pagedList.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Failed } from "../../ui/Empty.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useDates } from "../../ui/useDates.ts";
import { useForm } from "../../ui/useForm.ts";
import { showConnection } from "../connections.ts";
import { HumanAgent } from "./HumanAgent.tsx";
import { accountList } from "./metaState.ts";
import { META_WORDS, metaProblem } from "./useAccountForm.ts";
import css from "./Meta.module.css";

interface AccountDialogProps {
  connection: Connection;
  onClose: () => void;
}

/** The account at Meta that a connection speaks through, and a new token for it. */
export default function AccountDialog({ connection, onClose }: AccountDialogProps) {
  const { t } = useLingui();
  const { rows: [account], state, error, retry } = useList(accountList, { id: connection.id });
  const title = t`Conta de ${connection.name}`;
  if (account) {
    return <Change key={String(account.humanAgent)} {...{ connection, account, title, onClose }} />;
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <Button variant="secondary" onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
      }
    >
      {state === "failed"
        ? <Failed title={t`A conta não veio`} error={error} onRetry={retry} />
        : <Skeleton width="80%" height={120} />}
    </Dialog>
  );
}

interface ChangeProps extends AccountDialogProps {
  account: MetaAccountShown;
  title: string;
}

function Change({ connection, account, title, onClose }: ChangeProps) {
  const { t } = useLingui();
  const form = useChange({ connection, account, onClose });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  return (
    <Dialog
      title={title}
      width={560}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>Salvar</Trans>
        </FormFoot>
      }
    >
      <Facts connection={connection} account={account} />
      <TextField
        label={t`Novo token de acesso`}
        hint={t`Deixe em branco para manter o de agora.`}
        type="password"
        autoComplete="new-password"
        maxLength={1000}
        {...form.text("token")}
      />
      {connection.kind !== "cloud" && <HumanAgent {...form.flag("humanAgent")} />}
    </Dialog>
  );
}

function useChange({ connection, account, onClose }: Omit<ChangeProps, "title">) {
  const { t } = useLingui();
  const form = useForm(MetaAccountChange, {
    start: { token: undefined, humanAgent: account.humanAgent },
    words: META_WORDS,
    submit: async (typed) => {
      const { id, kind } = connection;
      const changed = await call(meta.change, kind === "cloud" ? { id, token: typed.token } : { id, ...typed });
      showConnection(changed);
      void accountList.reload({ id });
      toast.success(t`Conexão ${changed.name} salva.`);
      onClose();
    },
    refused: (error) => {
      const problem = metaProblem(error);
      // Which account it is cannot be changed here: what Meta denies is denied to the token.
      if (problem) form.mark({ token: Object.values(problem)[0]! });
      return problem !== undefined;
    },
  });
  return {
    ...form,
    text: (name: "token") => ({
      ...form.text(name),
      onText: (token: string) => form.change("token", token || undefined),
    }),
  };
}

/** Its ids, and when its token ends. */
function Facts({ connection: { kind }, account }: Pick<ChangeProps, "connection" | "account">) {
  const { t } = useLingui();
  const { date, full } = useDates();
  const { accountId, parentId, tokenExpiresAt, linkedAt } = account;
  return (
    <dl className={css.facts}>
      <dt>
        {kind === "cloud" ? t`ID do número de telefone` : kind === "facebook" ? t`ID da página` : t`ID da conta`}
      </dt>
      <dd>{accountId}</dd>
      {parentId && <dt>{kind === "cloud" ? t`ID da conta do WhatsApp Business` : t`ID da página do Facebook`}</dt>}
      {parentId && <dd>{parentId}</dd>}
      <dt>{t`Ligada em`}</dt>
      <dd>
        <time dateTime={linkedAt} data-tooltip={full(linkedAt)}>{date(linkedAt)}</time>
      </dd>
      <dt>{t`Token`}</dt>
      <dd>
        {tokenExpiresAt === null
          ? t`sem data para vencer`
          : <time dateTime={tokenExpiresAt}>{t`vence em ${date(tokenExpiresAt)}`}</time>}
      </dd>
    </dl>
  );
}
