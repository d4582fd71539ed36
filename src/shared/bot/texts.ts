export const BOT_LANGUAGES = ["pt", "en", "es"] as const;
export type BotLanguage = typeof BOT_LANGUAGES[number];

/** What the bot says of its own accord. Everything else is written by the company. */
export interface BotTexts {
  miss: string;
  handOver: string;
  /** Where neither the queue nor the connection has an out-of-hours text. */
  outOfHours: string;
  back: string;
  firstMenu: string;
  /** Where the connection has no rating text. */
  rating: string;
  /** Spec 2 §2. */
  ratingScale: string;
  /** To whoever calls a company that takes no calls. */
  call: string;
  /** Asks for CPF or CNPJ, to look bills up by. */
  taxNumber: string;
  taxNumberMiss: string;
  noBill: string;
  /** The system that has the bills does not answer. */
  billFault: string;
}

/** Its words until a company writes its own, in the languages of customers. */
export const BOT_TEXTS_IN: Record<BotLanguage, BotTexts> = {
  pt: {
    miss: "Não entendi. Responda com o número de uma das opções:",
    handOver: "Não entendi. Vou chamar alguém da equipe para falar com você, aguarde um momento.",
    outOfHours:
      "Agora estamos fora do horário de atendimento. Sua mensagem ficou guardada e responderemos assim que voltarmos.",
    back: "Voltar",
    firstMenu: "Menu inicial",
    rating: "Como foi o nosso atendimento?",
    ratingScale: "1 - Insatisfeito, 2 - Satisfeito, 3 - Muito Satisfeito",
    call: "Não recebemos ligações neste número. Escreva a sua mensagem e responderemos por aqui.",
    taxNumber: "Para enviar a segunda via, informe o CPF ou o CNPJ de quem contratou.",
    taxNumberMiss: "Esse número não parece certo. Confira e envie o CPF (11 dígitos) ou o CNPJ (14 dígitos).",
    noBill: "Não há fatura em aberto para esse CPF ou CNPJ. Vou chamar alguém da equipe, aguarde um momento.",
    billFault: "Não consegui consultar as faturas agora. Vou chamar alguém da equipe, aguarde um momento.",
  },
  en: {
    miss: "I did not understand. Please answer with the number of one of the options:",
    handOver: "I did not understand. I am calling somebody of the team to talk to you, one moment please.",
    outOfHours: "We are closed at the moment. Your message has been kept, and we will answer as soon as we are back.",
    back: "Back",
    firstMenu: "First menu",
    rating: "How was our service?",
    ratingScale: "1 - Dissatisfied, 2 - Satisfied, 3 - Very satisfied",
    call: "We take no calls on this number. Write your message and we will answer here.",
    taxNumber: "To send you a copy of the bill, please give us the CPF or CNPJ of the contract.",
    taxNumberMiss:
      "That number does not look right. Please check it and send the CPF (11 digits) or the CNPJ (14 digits).",
    noBill: "There is no open bill for that CPF or CNPJ. I am calling somebody of the team, one moment please.",
    billFault: "I could not look up the bills right now. I am calling somebody of the team, one moment please.",
  },
  es: {
    miss: "No entendí. Responde con el número de una de las opciones:",
    handOver: "No entendí. Voy a llamar a alguien del equipo para que hable contigo, un momento por favor.",
    outOfHours:
      "Ahora estamos fuera del horario de atención. Tu mensaje quedó guardado y responderemos en cuanto volvamos.",
    back: "Volver",
    firstMenu: "Menú inicial",
    rating: "¿Cómo fue nuestra atención?",
    ratingScale: "1 - Insatisfecho, 2 - Satisfecho, 3 - Muy satisfecho",
    call: "No recibimos llamadas en este número. Escribe tu mensaje y responderemos por aquí.",
    taxNumber: "Para enviarte la segunda vía, dinos el CPF o el CNPJ del contrato.",
    taxNumberMiss: "Ese número no parece correcto. Revísalo y envía el CPF (11 dígitos) o el CNPJ (14 dígitos).",
    noBill:
      "No hay ninguna factura abierta para ese CPF o CNPJ. Voy a llamar a alguien del equipo, un momento por favor.",
    billFault: "No pude consultar las facturas ahora. Voy a llamar a alguien del equipo, un momento por favor.",
  },
};

export const BOT_TEXTS = BOT_TEXTS_IN.pt;

/** The company's setting for each text; left empty, the bot's own words in `botLanguage` count. */
export const BOT_TEXT_KEYS = {
  miss: "botMiss",
  handOver: "botHandOver",
  outOfHours: "botOutOfHours",
  back: "botBack",
  firstMenu: "botFirstMenu",
  rating: "botRating",
  ratingScale: "botRatingScale",
  call: "botCall",
  taxNumber: "botTaxNumber",
  taxNumberMiss: "botTaxNumberMiss",
  noBill: "botNoBill",
  billFault: "botBillFault",
} as const satisfies Record<keyof BotTexts, string>;
export type BotTextKey = typeof BOT_TEXT_KEYS[keyof BotTexts];

/** The bot's words as a company has set them; `setting` reads one. */
export function botTextsBy(setting: (key: BotTextKey | "botLanguage") => string): BotTexts {
  const texts = BOT_TEXTS_IN[setting("botLanguage") as BotLanguage] ?? BOT_TEXTS;
  const names = Object.keys(BOT_TEXT_KEYS) as (keyof BotTexts)[];
  return Object.fromEntries(
    names.map((name) => [name, setting(BOT_TEXT_KEYS[name]).trim() || texts[name]]),
  ) as unknown as BotTexts;
}
