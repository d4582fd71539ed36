import { millisecondsInHour } from "date-fns/constants";
import { milliseconds } from "date-fns/milliseconds";
import { and, eq } from "drizzle-orm";
import { extraInfoTable } from "../contacts/table.ts";
import { saveDraft } from "../drafts/drafts.ts";
import { editTable, messageTable, reactionTable } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import { addQuickReply } from "../quick_replies/quick_replies.ts";
import type { Write } from "../platform/company.ts";
import { scheduleTable } from "../schedules/table.ts";
import { ticketTagTable } from "../tags/table.ts";
import { addTag } from "../tags/tags.ts";
import { ticketTable } from "../tickets/table.ts";

const TAGS = [["Aniversário", "#be185d"], ["Sinal pendente", "#b45309"], ["Cliente fiel", "#15803d"], [
  "Reclamação",
  "#b91c1c",
]];

const REPLIES = [
  ["bomdia", "{{greeting}}, {{firstName}}! Aqui é da Padaria Aurora. Como posso ajudar?"],
  ["pix", "A chave Pix é o nosso CNPJ: 12.345.678/0001-90. Assim que o sinal cair eu confirmo a encomenda."],
  ["horario", "Abrimos de terça a domingo, das 6h às 20h."],
  ["entrega", "Entregamos até 8 km da loja. A taxa é de R$ 9,00 e a entrega leva em torno de 40 minutos."],
];

const NOTES = [
  "Prefere retirar na loja do centro. Da última vez pediu para tirar o coco.",
  "Paga sempre por Pix, na hora.",
];

/** Some days from now, or ago. */
const SCHEDULES = [
  { contact: 2, days: 2, body: "{{greeting}}, {{firstName}}! Passando para lembrar da sua encomenda de amanhã." },
  { contact: 5, days: 1, body: "A fornada de panetone começa hoje. Quer que a gente separe um para você?" },
  { contact: 8, days: -1, body: "Feliz aniversário, {{firstName}}! Tem um bolo esperando por você." },
  { contact: 11, days: -2, body: "Seu orçamento vale até sexta-feira.", failure: "ERR_WAPP_INVALID_CONTACT" },
];

/** What people do with messages once they are there. */
function seedTouches(db: Write, now: number): void {
  const messages = db.select().from(messageTable).where(eq(messageTable.ticketId, 1)).all();
  const [theirs, ours] = [messages.find(({ fromMe }) => !fromMe), messages.find(({ fromMe }) => fromMe)];
  if (!theirs || !ours) return;
  const reaction = { emoji: "❤️", at: now };
  db.insert(reactionTable).values([
    { ...reaction, messageId: ours.id, who: "them" },
    { ...reaction, messageId: theirs.id, who: "me", emoji: "👍" },
  ]).run();
  const before = ours.body.replace("Para quantas pessoas seria?", "É para quantas pessoas?");
  db.insert(editTable).values({ messageId: ours.id, body: before, at: ours.createdAt + milliseconds({ minutes: 1 }) })
    .run();
  db.update(messageTable).set({ isEdited: true }).where(eq(messageTable.id, ours.id)).run();
}

/** Tags, quick replies, notes and scheduled messages such as a bakery would have. */
export function seedThings(db: Write, now: number): void {
  seedTouches(db, now);
  const served = db.select().from(ticketTable).where(and(eq(ticketTable.status, "open"), eq(ticketTable.userId, 1)));
  const last = served.all().at(-1);
  if (last) saveDraft(db, 1, { ticketId: last.id, body: "Consigo deixar pronto até as 17h" }, now);
  for (const [shortcode, message] of REPLIES) {
    addQuickReply(db, { shortcode: shortcode!, message: message! }, 1);
  }
  const ids = TAGS.map(([name, color]) => addTag(db, { name: name!, color: color! }, 1).id);
  for (const [nth, tagId] of [...ids, ...ids].entries()) {
    db.insert(ticketTagTable).values({ ticketId: 1 + nth * 2, tagId }).run();
  }
  db.insert(ticketTagTable).values({ ticketId: 1, tagId: ids[1]! }).run();
  const [{ contactId }] = db.select({ contactId: ticketTable.contactId }).from(ticketTable)
    .where(eq(ticketTable.id, 1)).all() as [{ contactId: number }];
  for (const [nth, note] of NOTES.entries()) {
    const createdAt = now - (NOTES.length - nth) * milliseconds({ days: 30 });
    db.insert(noteTable).values({ note, contactId, ticketId: 1, userId: 2 + nth, createdAt }).run();
  }
  for (const { contact, days, body, failure } of SCHEDULES) {
    const sendAt = Math.floor((now + milliseconds({ days })) / millisecondsInHour) * millisecondsInHour;
    const isOver = days < 0, sentAt = isOver && !failure ? sendAt + 2000 : null;
    const status = failure ? "ERRO" : isOver ? "ENVIADA" : "PENDENTE";
    db.insert(scheduleTable).values({
      body,
      contactId: contact,
      userId: 2,
      sendAt,
      sentAt,
      status,
      failure,
      createdAt: now,
    }).run();
  }
  for (const [name, value] of [["Endereço", "R. Ipê Amarelo, 58"], ["Restrição", "Sem amendoim"]]) {
    db.insert(extraInfoTable).values({ contactId, name: name!, value: value! }).run();
  }
}
