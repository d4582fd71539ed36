import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PlaceFault } from "../../src/contract/backups.ts";

/** Why a place cannot keep backups, and what to do. */
export const PLACE_WORDS: Record<PlaceFault, MessageDescriptor> = {
  known: msg`Os backups já vão para lá.`,
  in_place: msg`Fica dentro de um lugar de backups, ou contém um. Escolha uma pasta à parte.`,
  in_data: msg`Fica dentro da pasta de dados: o que a apagasse apagaria também os backups. Escolha outra.`,
  foreign: msg`Lá já estão os backups de outra instalação, ou de outra chave. Escolha um lugar vazio.`,
  same_disk: msg`Fica no mesmo disco que os dados: se ele falhar, perdem-se os dois.`,
  not_there: msg`Esta pasta não existe. Crie-a no servidor, ou confira se o disco está montado.`,
  no_folder: msg`Isto não é uma pasta.`,
  not_writable: msg`O servidor não pode escrever nesta pasta. Dê-a ao usuário do serviço.`,
  disk_full: msg`Não há mais espaço lá.`,
  unreachable: msg`Ninguém responde neste endereço. Confira-o, e também a rede e o certificado.`,
  silent: msg`O armazenamento não respondeu em 20 segundos.`,
  key_unknown: msg`O armazenamento não conhece esta chave de acesso.`,
  key_wrong: msg`O segredo não é o desta chave de acesso.`,
  not_allowed: msg`Esta chave não pode gravar, ler, listar e apagar neste bucket.`,
  no_bucket: msg`Este bucket não existe. Crie-o no armazenamento.`,
  wrong_region: msg`O bucket fica em outra região.`,
  unreliable: msg`O armazenamento não devolveu o que recebeu. Não serve para backups.`,
  failing: msg`O teste falhou lá. O registro do servidor diz por quê.`,
};

/** What the name of a place may be wrong with, by the rules of its field. */
export const PATH_WORDS = { ...PLACE_WORDS, invalid: msg`O caminho começa na raiz: /mnt/backup` };
export const STORE_WORDS = { ...PLACE_WORDS, invalid: msg`Confira como se escreve` };
