/** What the bot says of its own accord, in the customers' language. Everything else is written by the company. */
export const BOT_TEXTS = {
  miss: "Não entendi. Responda com o número de uma das opções:",
  handOver: "Não entendi. Vou chamar alguém da equipe para falar com você, aguarde um momento.",
  /** Where neither the queue nor the connection has an out-of-hours text. */
  outOfHours:
    "Agora estamos fora do horário de atendimento. Sua mensagem ficou guardada e responderemos assim que voltarmos.",
  back: "Voltar",
  firstMenu: "Menu inicial",
  /** Where the connection has no rating text. */
  rating: "Como foi o nosso atendimento?",
  /** Spec 2 §2. */
  ratingScale: "1 - Insatisfeito, 2 - Satisfeito, 3 - Muito Satisfeito",
  /** To whoever calls a company that takes no calls. */
  call: "Não recebemos ligações neste número. Escreva a sua mensagem e responderemos por aqui.",
} as const;
