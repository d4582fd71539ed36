import { milliseconds } from "date-fns/milliseconds";
import { addChat } from "../chats/chats.ts";
import { sendToChat, type Writer } from "../chats/messages.ts";
import { readChat } from "../chats/reads.ts";
import type { Company } from "../platform/company.ts";

const ANA: Writer = { id: 1, name: "Ana Ribeiro", profile: "admin", super: false, queueIds: [] };
const BRUNO: Writer = { id: 2, name: "Bruno Tavares", profile: "user", super: false, queueIds: [1, 2] };
const CARLA: Writer = { id: 3, name: "Carla Nogueira", profile: "user", super: false, queueIds: [2, 3] };

/** Who wrote what, how many minutes ago. */
const CHATS: { title: string; lines: [Writer, number, string][] }[] = [
  { title: "Todos da Aurora", lines: [[ANA, 2880, "Reunião sexta às 16h, na cozinha."]] },
  {
    title: "Caixa e financeiro",
    lines: [[BRUNO, 240, "O caixa de ontem fechou certo."], [CARLA, 25, "@Ana, quem fechou o de domingo?"]],
  },
  {
    title: "Entregas de hoje",
    lines: [
      [BRUNO, 300, "Bom dia! Hoje são 11 entregas. A moto 1 leva o centro, a 2 leva a zona norte."],
      [BRUNO, 299, "O forno atrasou 20 min, avisei quem esperava até as 9h."],
      [ANA, 290, "Obrigada, @Bruno! Já respondi às duas que perguntaram."],
      [BRUNO, 60, "@Ana, esta pediu para trocar o endereço: #1"],
      [ANA, 55, "Vi. É do lado, dá para ir na mesma volta."],
      [BRUNO, 12, "A moto 2 volta às 15h."],
    ],
  },
];

/** What the people of a bakery write to each other. */
export function seedChats(company: Company, now: number): void {
  for (const { title, lines } of CHATS) {
    const begun = now - milliseconds({ minutes: lines[0]![1] });
    const { id } = addChat(company, { title, users: [BRUNO.id, CARLA.id] }, ANA, begun);
    for (const [person, ago, message] of lines) {
      sendToChat(company, id, { message }, { files: [], person, now: now - milliseconds({ minutes: ago }) });
      for (const reader of [BRUNO, CARLA]) if (ago > 30) readChat(company, id, { person: reader, now });
    }
    if (lines.at(-1)![1] > 30) readChat(company, id, { person: ANA, now });
  }
}
