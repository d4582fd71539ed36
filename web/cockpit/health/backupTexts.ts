import { plural, t } from "@lingui/core/macro";
import type { TextsOf } from "./said.ts";
import { spanText } from "./words.ts";

const seePlace = () => t`Veja se o lugar existe, aceita gravação e tem espaço; depois \`balcao backup now\`.`;
const tryRestore = () => t`Prove de novo: \`balcao backup prove\`.`;

const lookByDoctor = () =>
  t`Nenhum outro programa (sqlite3, por exemplo) deve abrir o arquivo enquanto o servidor roda: use \`balcao doctor\` ou uma exportação.`;

/** Whether there are backups, and what they are worth. */
export const backupTexts: TextsOf<
  | "backup_demo"
  | "backup_no_key"
  | "backup_key_unread"
  | "backup_key_damaged"
  | "backup_key_foreign"
  | "backup_key_missing"
  | "backup_no_place"
  | "backup_same_disk"
  | "backup_words_owed"
  | "backup_fault"
  | "backup_claimed"
  | "backup_emptied"
  | "backup_broken"
  | "backup_still"
  | "backup_untaken"
  | "backup_lapsed"
  | "backup_missing"
  | "backup_behind"
  | "proof_failed"
  | "proof_old"
  | "proof_missing"
  | "proof_waiting"
> = {
  backup_demo: () => ({ says: t`É uma demonstração: dela não se guardam backups.`, todo: "" }),
  backup_no_key: () => ({
    says: t`Não há chave para os backups: nenhum é feito.`,
    todo: t`Crie uma e anote as palavras: \`balcao backup key\`.`,
  }),
  backup_key_unread: () => ({
    says: t`O servidor roda sem a chave dos backups.`,
    todo: t`Reinicie o servidor.`,
  }),
  backup_key_damaged: ({ path, why }) => ({
    says: t`A chave dos backups não se lê: ${why}`,
    todo: t`Tire ${path} do lugar e faça-a de novo pelas palavras: \`balcao backup key --words\`.`,
  }),
  backup_key_foreign: ({ path }) => ({
    says: t`${path} não é a chave com que os backups foram feitos: nenhum é feito agora.`,
    todo: t`Tire-a do lugar: \`balcao backup key --words\` refaz aquela. Depois reinicie o servidor.`,
  }),
  backup_key_missing: ({ path, was }) => ({
    says: t`A chave com que os backups foram feitos não está em ${path}: nenhum é feito agora.`,
    todo: was && was !== path
      ? t`Traga-a de onde estava (${was}) e reinicie o servidor, ou refaça-a pelas palavras: \`balcao backup key --words\`.`
      : t`Traga-a de volta e reinicie o servidor, ou refaça-a pelas palavras: \`balcao backup key --words\`.`,
  }),
  backup_no_place: () => ({
    says: t`Não há lugar para os backups: nenhum é guardado.`,
    todo:
      t`Acrescente um em outro disco ou máquina: \`balcao backup add folder /mnt/backup\`, ou \`balcao backup add s3\`.`,
  }),
  backup_same_disk: ({ place }) => ({
    says: t`Os backups ficam no mesmo disco que os dados (${place}): o que leva um leva o outro.`,
    todo:
      t`Acrescente um lugar em outro disco ou máquina: \`balcao backup add folder /mnt/backup\`, ou \`balcao backup add s3\`.`,
  }),
  backup_words_owed: () => ({
    says: t`Ninguém confirmou ter anotado as palavras de recuperação. Sem elas, os backups não se abrem.`,
    todo: t`Em Configurações › Provedor, veja as palavras outra vez e confirme.`,
  }),
  backup_fault: ({ place, why }) => ({ says: t`${place} não aceita o que recebe: ${why}`, todo: seePlace() }),
  backup_claimed: ({ id, place, who, ms }) => ({
    says: who
      ? t`Nada mais vai para ${place}: outra instalação (${who}) tem esse lugar há ${spanText(ms)}.`
      : t`Nada mais vai para ${place}: outra instalação tem esse lugar há ${spanText(ms)}.`,
    todo:
      t`Se é ela que atende as empresas agora, pare este servidor. Senão, pare a outra e, aqui, \`balcao backup remove ${id}\` e \`balcao backup add\` com o mesmo lugar; se ele for recusado, porque já tem os backups de outra chave, com um vazio.`,
  }),
  backup_emptied: ({ id, place }) => ({
    says:
      t`Nada vai para ${place}: não há mais nada do que foi levado para lá. O disco não está montado, ou alguém o esvaziou.`,
    todo:
      t`Monte o disco: o que espera vai então para lá. Se o que havia se perdeu, \`balcao backup remove ${id}\` e \`balcao backup add\` com o mesmo lugar: tudo é levado de novo.`,
  }),
  backup_broken: ({ ms }) => ({
    says: t`O backup recomeçou há ${
      spanText(ms)
    }: sem o servidor, um comando, outro programa ou uma queda de energia mudou o arquivo.`,
    todo: lookByDoctor(),
  }),
  backup_still: ({ ms }) => ({
    says: t`Nada foi guardado há ${spanText(ms)}: outro programa segura o arquivo, e não há como copiá-lo de novo.`,
    todo: lookByDoctor(),
  }),
  backup_untaken: ({ ms, why }) => ({
    says: t`O que foi escrito há ${spanText(ms)} não entra no backup: ${why}`,
    todo:
      t`Veja se a pasta \`backup-spool\`, na pasta de dados, aceita gravação e se o disco tem espaço; depois \`balcao backup now\`.`,
  }),
  backup_lapsed: ({ ms, why }) => ({
    says: t`O backup recomeçou há ${spanText(ms)}, porque o de antes não podia continuar: ${why}`,
    todo: t`Nada mais a fazer: só os momentos logo antes não podem ser escolhidos numa volta.`,
  }),
  backup_missing: ({ place, count, companies, ms }) => ({
    says: plural(count, {
      one: `${place} não tem nada de # empresa, depois de ${spanText(ms)}: ${companies}.`,
      other: `${place} não tem nada de # empresas, depois de ${spanText(ms)}: ${companies}.`,
    }),
    todo:
      t`Veja no registro do servidor por que não podem ser copiadas (0 é o arquivo do provedor); depois \`balcao backup now\`.`,
  }),
  backup_behind: ({ place, count, ms }) => ({
    says: plural(count, {
      one: `Falta # parte em ${place}, há ${spanText(ms)}.`,
      other: `Faltam # partes em ${place}, a mais antiga há ${spanText(ms)}.`,
    }),
    todo: seePlace(),
  }),
  proof_failed: ({ place, why }) => ({
    says: t`O backup em ${place} não pôde ser restaurado: ${why}`,
    todo: tryRestore(),
  }),
  proof_old: ({ place, ms }) => ({
    says: t`A última prova de que o backup em ${place} restaura é de ${spanText(ms)} atrás.`,
    todo: tryRestore(),
  }),
  proof_missing: ({ place }) => ({
    says: t`Nunca foi provado que o backup em ${place} restaura.`,
    todo: tryRestore(),
  }),
  proof_waiting: ({ place }) => ({
    says: t`Ainda não se tentou restaurar o backup em ${place}: isso se faz à noite.`,
    todo: tryRestore(),
  }),
};
