import { plural, t } from "@lingui/core/macro";
import type { TextsOf } from "./said.ts";
import { spanText } from "./words.ts";

/** What the companies' people notice. */
export const workTexts: TextsOf<
  "slow_statements" | "lines_held" | "connection_down" | "outbox_stuck" | "mail_failing"
> = {
  slow_statements: ({ count, name, ms }) => ({
    says: t`Na última hora ${
      plural(count, { one: "# consulta demorou", other: "# consultas demoraram" })
    } mais de 200 ms (${name}, até ${ms} ms).`,
    todo: t`Veja se o disco está ocupado ou lento (\`iostat\`) e o tamanho do arquivo da empresa.`,
  }),
  lines_held: () => ({
    says:
      t`As conexões estão paradas: nenhuma mensagem chega nem sai. A instalação foi recuperada de um backup, e o servidor de antes talvez ainda atenda os números.`,
    todo: t`Com o servidor de antes desligado de vez, inicie as conexões aqui ou por \`balcao lines start\`.`,
  }),
  connection_down: ({ name, ms }) => ({
    says: t`A conexão ${name} está fora do ar há ${spanText(ms)}.`,
    todo: t`Veja a página Conexões da empresa: vincule o número de novo, ou reinicie a conexão.`,
  }),
  outbox_stuck: ({ count, ms }) => ({
    says: plural(count, {
      one: `# mensagem espera para sair há ${spanText(ms)}.`,
      other: `# mensagens esperam para sair, a mais antiga há ${spanText(ms)}.`,
    }),
    todo: t`Veja se as conexões da empresa estão no ar; o que não sai a tempo é marcado como falha.`,
  }),
  mail_failing: ({ count, faults }) => ({
    says: t`${plural(count, { one: "# e-mail não saiu", other: "# e-mails não saíram" })} no último dia (${faults}).`,
    todo: t`Confira o servidor de e-mail em Configurações, Provedor, com o e-mail de teste.`,
  }),
};
