import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { queuesAtom } from "../../tickets/choices.ts";
import { TextField } from "../../ui/TextField.tsx";
import { QueuesField } from "../QueuesField.tsx";
import { HumanAgent } from "./HumanAgent.tsx";
import type { MetaKind } from "./kinds.ts";
import type { AccountForm } from "./useAccountForm.ts";

const PLAIN = { autoComplete: "off", spellCheck: false, inputMode: "numeric" } as const;

/** An account's name here, its ids at Meta and its token, with where each of them stands there. */
export function AccountFields({ kind, form, isMove }: { kind: MetaKind; form: AccountForm; isMove: boolean }) {
  const { t } = useLingui();
  return (
    <>
      {isMove
        ? (
          <p>
            <Trans>
              Os atendimentos, as filas e os textos desta conexão ficam; o que espera para sair sai pela API oficial. O
              mesmo número precisa estar na sua conta do WhatsApp Business, na Meta.
            </Trans>
          </p>
        )
        : (
          <TextField
            label={t`Nome`}
            hint={t`Como a equipe chama esta conta: Loja Centro…`}
            autoComplete="off"
            {...form.text("name")}
          />
        )}
      <Ids kind={kind} form={form} />
      <TextField
        label={t`Token de acesso`}
        hint={kind === "cloud"
          ? t`De um usuário do sistema, em Configurações do negócio › Usuários do sistema: assim ele não vence.`
          : t`Gerado no aplicativo da Meta, em Messenger ou Instagram › Configuração da API.`}
        type="password"
        autoComplete="new-password"
        maxLength={1000}
        {...form.text("token")}
      />
      {kind !== "cloud" && <HumanAgent {...form.flag("humanAgent")} />}
      {!isMove && <Queues form={form} />}
    </>
  );
}

function Ids({ kind, form }: { kind: MetaKind; form: AccountForm }) {
  const { t } = useLingui();
  if (kind === "facebook") {
    return (
      <TextField
        label={t`ID da página`}
        hint={t`Na página do Facebook, em Sobre › Transparência da página.`}
        {...PLAIN}
        {...form.text("accountId")}
      />
    );
  }
  if (kind === "instagram") {
    return (
      <>
        <TextField
          label={t`ID da conta do Instagram`}
          hint={t`Começa com 1784; está ao lado da conta onde o token é gerado.`}
          {...PLAIN}
          {...form.text("accountId")}
        />
        <TextField
          label={t`ID da página do Facebook`}
          hint={t`Só se a conta estiver ligada a uma página, e o token for dela.`}
          {...PLAIN}
          {...form.text("parentId")}
        />
      </>
    );
  }
  return (
    <>
      <p>
        <Trans>
          Os dois ids estão no aplicativo da Meta, em <b>WhatsApp › Configuração da API</b>, abaixo do número.
        </Trans>
      </p>
      <TextField label={t`ID do número de telefone`} {...PLAIN} {...form.text("accountId")} />
      <TextField label={t`ID da conta do WhatsApp Business`} {...PLAIN} {...form.text("parentId")} />
    </>
  );
}

function Queues({ form }: { form: AccountForm }) {
  const queues = useAtomValue(queuesAtom);
  const chosen = (form.values.queueIds ?? []).flatMap((id) => queues.find((queue) => queue.id === id) ?? []);
  return (
    <QueuesField
      queues={queues}
      chosen={chosen}
      disabled={form.busy}
      onChosen={(queueIds) => form.change("queueIds", queueIds)}
    />
  );
}
