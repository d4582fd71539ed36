import { plural, t } from "@lingui/core/macro";
import { type Fault, lintText } from "../../src/shared/campaigns/lint.ts";

type Missing = readonly { name: string; count: number }[];

/** What speaks against a message; a question before it need not say how to leave, the message does. */
export function faultsOf(
  text: string,
  known: ReadonlySet<string>,
  { missing = [], isQuestion = false }: { missing?: Missing; isQuestion?: boolean } = {},
): Fault[] {
  if (text.trim() === "") return [];
  return lintText(text, known, missing).filter(({ code }) => !(isQuestion && code === "no_opt_out"));
}

/** A fault with what can be done about it. */
export function faultText(fault: Fault): string {
  if (fault.code === "unknown_variable") {
    const word = `{${fault.name}}`;
    return t`A variável ${word} não existe: sai como está escrita.`;
  }
  if (fault.code === "missing_value") {
    const word = `{${fault.name}}`, instead = `{${fault.name}|…}`;
    return plural(fault.count, {
      one: `# contato não tem ${word}: ponha um valor de reserva, como ${instead}.`,
      other: `# contatos não têm ${word}: ponha um valor de reserva, como ${instead}.`,
    });
  }
  if (fault.code === "no_opt_out") {
    return t`Não diz como sair: termine com algo como “Responda SAIR para não receber mais”.`;
  }
  if (fault.code === "short_link") return t`${fault.name} esconde o destino do link: use o endereço inteiro.`;
  if (fault.code === "capitals") return t`Quase tudo em maiúsculas: parece grito, e spam.`;
  return t`Há uma chave aberta sem a que fecha, ou o contrário.`;
}
