import { t } from "@lingui/core/macro";
import type { Scope } from "../../src/contract/scopes.ts";

/** What a token may do, in a word or two. */
export function scopeText(scope: Scope): string {
  switch (scope) {
    case "send":
      return t`enviar mensagens`;
    case "tickets":
      return t`ler atendimentos`;
    case "contacts":
      return t`contatos`;
    case "webhooks":
      return t`webhooks`;
  }
}

/** What that lets it see and change. */
export function scopeHint(scope: Scope): string {
  switch (scope) {
    case "send":
      return t`Envia por qualquer conexão e vê o que aconteceu com o que enviou.`;
    case "tickets":
      return t`Lê atendimentos, mensagens e arquivos de todas as filas.`;
    case "contacts":
      return t`Lê, cria e altera contatos; anota quem não quer campanhas.`;
    case "webhooks":
      return t`Cadastra os próprios webhooks, do que as outras permissões deixam ler.`;
  }
}
