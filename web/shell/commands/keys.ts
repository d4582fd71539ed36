import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { COMMAND_KEY } from "../commandBar.ts";

/** Every key of the product, as the list of keys shows it. */
export const KEY_LIST: readonly { heading: MessageDescriptor; keys: readonly [string[], MessageDescriptor][] }[] = [
  {
    heading: msg`Em qualquer página`,
    keys: [
      [[COMMAND_KEY], msg`Buscar ou ir para um atendimento, contato, página ou ação`],
      [["N"], msg`Novo atendimento`],
      [["Esc"], msg`Fechar o que está por cima`],
      [["?"], msg`Mostrar estes atalhos`],
    ],
  },
  {
    heading: msg`Atendimentos`,
    keys: [
      [["J"], msg`Próximo atendimento`],
      [["K"], msg`Atendimento anterior`],
      [["A"], msg`Aceitar o aberto, ou quem espera há mais tempo`],
      [["R"], msg`Resolver`],
      [["T"], msg`Transferir`],
      [["/"], msg`Buscar na lista`],
      [["↑", "↓"], msg`Andar pela lista`],
    ],
  },
  {
    heading: msg`Na mensagem`,
    keys: [
      [["Enter"], msg`Enviar`],
      [["Shift", "Enter"], msg`Nova linha`],
      [["/"], msg`Respostas rápidas`],
      [["↑"], msg`Editar a sua última mensagem, se nada foi escrito`],
      [["Esc"], msg`Sair do campo`],
    ],
  },
];
