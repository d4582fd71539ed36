import { plural, t } from "@lingui/core/macro";
import type { TextsOf } from "./said.ts";
import { bytesText, spanText } from "./words.ts";

/** `path`, and how many besides. */
function several({ path, more }: { path: string; more: number }): string {
  return more === 0 ? path : t`${path} (e ${plural(more, { one: "mais #", other: "mais #" })})`;
}

/** What lies in the data folder. */
export const fileTexts: TextsOf<
  | "held"
  | "read_only"
  | "server_key_missing"
  | "server_key_damaged"
  | "server_key_foreign"
  | "foreign_owner"
  | "open_to_others"
  | "schema_newer"
  | "schema_older"
  | "damaged"
  | "not_upgraded"
  | "wal_large"
  | "media_missing"
  | "not_set_up"
  | "recover_unfinished"
  | "rollback_unfinished"
  | "move_unconfirmed"
  | "move_waiting"
  | "moved_away"
> = {
  held: ({ who }) => ({
    says: t`A pasta de dados está com ${who}, que não responde.`,
    todo: t`Espere terminar, ou pare esse processo, e atualize.`,
  }),
  not_set_up: ({ path }) => ({
    says: t`Nada foi preparado ainda em ${path}.`,
    todo: t`Comece por \`balcao serve\`. Se já havia algo, veja se o disco está montado.`,
  }),
  recover_unfinished: ({ path, again }) => ({
    says: t`A recuperação de ${path} a partir de um backup não terminou.`,
    todo: t`Dê outra vez o comando, que começa de novo: \`${again}\`.`,
  }),
  rollback_unfinished: ({ path }) => ({
    says: t`A volta de ${path} à versão anterior não terminou; ninguém é atendido.`,
    todo: t`Dê outra vez o comando, que a termina: \`balcao rollback\`.`,
  }),
  move_unconfirmed: ({ address, ms }) => ({
    says: t`Ninguém a atende: foi entregue a ${address} há ${spanText(ms)}, que não confirmou.`,
    todo:
      t`Dê outra vez o comando da mudança, com o número da empresa, ou traga-a de volta: \`balcao company move EMPRESA --to DESTINO --back\`.`,
  }),
  move_waiting: ({ name, ms }) => ({
    says: t`${name} chegou de outro servidor há ${spanText(ms)} e não foi entregue.`,
    todo: t`Dê outra vez lá o comando da mudança. Se foi cancelada, a cópia sai sozinha depois de um mês.`,
  }),
  moved_away: ({ address, ms }) => ({ says: t`Atendida em ${address} há ${spanText(ms)}.`, todo: "" }),
  read_only: ({ path, why }) => ({
    says: t`Não dá para gravar em ${path}: ${why}`,
    todo:
      t`Veja nos registros do sistema por que o disco está só para leitura (\`mount\`, \`dmesg\`) e de quem é a pasta.`,
  }),
  server_key_missing: ({ path }) => ({ says: t`Falta ${path}.`, todo: bringKey() }),
  server_key_damaged: ({ path }) => ({ says: t`${path} está danificada.`, todo: bringKey() }),
  server_key_foreign: ({ path }) => ({
    says: t`${path} não é a chave desta pasta: nada do que ela guarda selado se lê.`,
    todo: bringKey(),
  }),
  foreign_owner: ({ owner, ...which }) => ({
    says: t`${several(which)} é de outro usuário da máquina.`,
    todo: t`Devolva a pasta de dados a quem serve: \`chown -R ${owner}\`.`,
  }),
  open_to_others: (which) => ({
    says: t`Outros usuários da máquina podem abrir ${several(which)}.`,
    todo:
      t`Reinicie o servidor, que fecha as permissões, ou use \`chmod 700\` nas pastas e \`chmod 600\` nos arquivos.`,
  }),
  schema_newer: ({ path, has, knows }) => ({
    says: t`${path} tem o formato ${has}; esta versão conhece até o ${knows} e não o abre.`,
    todo: t`Comece uma versão mais nova do Balcão, ou restaure um backup.`,
  }),
  schema_older: ({ path, has, knows }) => ({
    says: t`${path} tem o formato ${has}; esta versão usa o ${knows}.`,
    todo: t`Tenha um backup e reinicie o servidor: ele traz o arquivo para esta versão, depois de uma cópia.`,
  }),
  damaged: ({ why }, { isCompany }) =>
    isCompany
      ? {
        says: t`O arquivo da empresa não abre, e ela está fora do ar: ${why}`,
        todo: t`Traga-a de volta do backup em Configurações, Empresas, ou com \`balcao restore EMPRESA\`.`,
      }
      : {
        says: t`O arquivo do provedor não abre: ${why}`,
        todo: t`Pare o servidor e traga a pasta de um backup: \`balcao recover\`.`,
      },
  not_upgraded: ({ why }) => ({
    says: t`A empresa está fora do ar, porque o arquivo dela não pôde ser atualizado: ${why}`,
    todo:
      t`O arquivo está como era. Corrija o que se diz e reinicie o servidor, que tenta de novo; ou volte à versão anterior em até um dia: \`balcao rollback\`. Se ele está danificado (malformed), traga-o de um backup: \`balcao restore EMPRESA\`.`,
  }),
  media_missing: ({ path, count, of }) => ({
    says: t`Faltam ou foram alterados em ${path}: ${count} de ${of} arquivos procurados.`,
    todo:
      t`\`balcao company files EMPRESA\` traz de volta os que ainda existem em algum lugar e diz de quem são os outros; com \`--accept\`, eles são dados por perdidos.`,
  }),
  wal_large: ({ path, size }) => ({
    says: t`${path} chegou a ${bytesText(size)}: o que foi gravado não passa para o arquivo.`,
    todo: t`Feche o que lê o arquivo ao lado do Balcão (\`lsof\` diz quem) e reinicie o servidor.`,
  }),
};

function bringKey(): string {
  return t`Traga-a de um backup (\`balcao recover\`) antes de reiniciar: sem ela nada do que está lacrado se lê.`;
}
