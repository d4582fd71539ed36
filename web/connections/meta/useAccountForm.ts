import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Connection } from "../../../src/contract/connections.ts";
import { CloudAccount, meta, MetaAccount } from "../../../src/contract/meta.ts";
import { call, type CallError } from "../../call.ts";
import { toast } from "../../ui/toast.ts";
import { useForm } from "../../ui/useForm.ts";
import { showConnection } from "../connections.ts";
import type { MetaKind } from "./kinds.ts";

/** What Meta has against an account or its token, beside the field. */
export const META_WORDS = {
  taken: msg`Esta conta já está ligada a uma conexão.`,
  refused_token: msg`A Meta não aceita este token: venceu, foi revogado ou foi copiado pela metade.`,
  not_allowed: msg`A Meta não mostra esta conta a este token: confira o id e as permissões do token.`,
};

/** Which field a refusal of Meta's is about, and what is wrong with it. */
export function metaProblem({ code }: CallError): Record<string, keyof typeof META_WORDS> | undefined {
  if (code === "ERR_META_TOKEN") return { token: "refused_token" };
  if (code === "ERR_META_NOT_ALLOWED") return { accountId: "not_allowed" };
  if (code === "ERR_META_ACCOUNT_TAKEN") return { accountId: "taken" };
}

/** The fields of an account whose ids and token are known; of a connection that goes on by it, `moved` is which one. */
export function useAccountForm(kind: MetaKind, onClose: () => void, moved?: Connection) {
  const { t } = useLingui();
  const form = useForm(kind === "cloud" ? CloudAccount : MetaAccount, {
    start: { kind, name: moved?.name ?? "", accountId: "", parentId: "", token: "", queueIds: [] },
    words: META_WORDS,
    submit: async (typed): Promise<void> => {
      const { accountId, parentId, token } = typed;
      const added = moved
        ? await call(meta.move, { id: moved.id, accountId, parentId, token })
        : await call(meta.add, typed);
      showConnection(added);
      toast.success(t`Conexão ${added.name} salva.`);
      onClose();
    },
    refused: (error): boolean => {
      const problem = metaProblem(error);
      if (problem) form.mark(problem);
      return problem !== undefined;
    },
  });
  return form;
}

export type AccountForm = ReturnType<typeof useAccountForm>;
