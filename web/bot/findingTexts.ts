import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Finding, FindingName } from "../../src/shared/bot/lint.ts";

type Words = (about: string) => MessageDescriptor;

/** What is wrong, and what to do about it. */
const TEXTS: Record<FindingName, Words> = {
  noTitle: () => msg`Falta o título: o cliente vê uma linha vazia.`,
  numberTitle: () => msg`O título é um número ou #, que o robô entende como outra escolha. Use palavras.`,
  sameTitle: (about) =>
    msg`Outra opção deste menu já se chama “${about}”: quem responde com o título chega à primeira.`,
  nothingSaid: () => msg`Quem escolhe esta opção não recebe resposta. Escreva uma mensagem ou anexe um arquivo.`,
  noGreeting: () => msg`Falta a saudação: as opções chegam sem uma pergunta antes.`,
  queueGone: () => msg`A fila de destino não existe mais, então um atendente desta fila assume. Escolha outra.`,
  queueUnchosen: () => msg`Falta escolher a fila de destino. Enquanto isso, um atendente desta fila assume.`,
  queueSilent: (about) => msg`A fila ${about} não tem saudação nem opções: o cliente não recebe resposta.`,
  userGone: () => msg`O atendente indicado não existe mais, então qualquer um da fila assume. Escolha outro.`,
  userUnchosen: () => msg`Falta escolher o atendente. Enquanto isso, qualquer um da fila assume.`,
  userElsewhere: () => msg`O atendente indicado não atende esta fila, então qualquer um da fila assume.`,
  noBillSystem: () =>
    msg`Nenhum sistema de cobrança está configurado, então um atendente assume em vez da segunda via.`,
  botUnchosen: () => msg`Falta escolher o robô externo. Enquanto isso, um atendente assume.`,
  botOff: () => msg`O webhook do robô externo está desligado ou foi excluído, então um atendente assume.`,
  actionUnused: () => msg`Há opções abaixo desta, por isso o que foi escolhido para o final nunca acontece.`,
  unreachable: () => msg`Nenhum caminho leva a esta opção. Mova-a ou exclua-a.`,
  circle: (about) => msg`O cliente pode andar em círculo: ${about}.`,
  noWayOut: () => msg`Nenhum caminho chega a um atendente nem ao fim da conversa.`,
  tooDeep: () => msg`Mais de nove níveis: poucos clientes chegam até aqui.`,
  neverOpens: () => msg`Os horários nunca abrem: todos os dias estão fechados.`,
  unknownVariable: (about) => msg`${about} não é uma variável e chega ao cliente como está escrito.`,
};

export function findingText({ name, about }: Finding): MessageDescriptor {
  return TEXTS[name](about);
}
