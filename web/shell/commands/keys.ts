import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ALT_KEY, COMMAND_KEY, UNDO_KEY } from "../../ui/keyNames.ts";

/** Every key of the product, as the list of keys shows it. */
export const KEY_LIST: readonly { heading: MessageDescriptor; keys: readonly [string[], MessageDescriptor][] }[] = [
  {
    heading: msg`Em qualquer página`,
    keys: [
      [[COMMAND_KEY], msg`Buscar ou ir para um atendimento, contato, página ou ação`],
      [[UNDO_KEY], msg`Desfazer, até 8 segundos depois`],
      [[ALT_KEY, "N"], msg`Novo atendimento`],
      [["Esc"], msg`Fechar o que está por cima`],
      [[ALT_KEY, "?"], msg`Mostrar estes atalhos`],
    ],
  },
  {
    heading: msg`Atendimentos: sem Alt quando a lista está em foco`,
    keys: [
      [[ALT_KEY, "J"], msg`Próximo atendimento`],
      [[ALT_KEY, "K"], msg`Atendimento anterior`],
      [[ALT_KEY, "A"], msg`Aceitar o escolhido, ou quem espera há mais tempo`],
      [[ALT_KEY, "R"], msg`Resolver`],
      [[ALT_KEY, "T"], msg`Transferir`],
      [[ALT_KEY, "/"], msg`Buscar na lista`],
      [["↑", "↓"], msg`Andar pela lista`],
      [["X"], msg`Selecionar (na lista); A, R e T valem para todos`],
      [["Shift", "↑", "↓"], msg`Selecionar vários`],
      [["Esc"], msg`Da lista para a mensagem, e de volta`],
    ],
  },
  {
    heading: msg`Na mensagem: tudo o que se digita vai para ela`,
    keys: [
      [["Enter"], msg`Enviar`],
      [["Shift", "Enter"], msg`Nova linha`],
      [["/"], msg`Respostas rápidas`],
      [["↑"], msg`Editar a sua última mensagem, se nada foi escrito`],
    ],
  },
];
