import { folded } from "../folded.ts";

/** What somebody says to a campaign: yes or no to its question, or that they want no more of them. */
export type CampaignAnswer = "yes" | "no" | "opt_out" | "perhaps_opt_out";

const YES = new Set(["1", "sim", "s", "si", "yes", "y", "ok"]);
const NO = new Set(["2", "nao", "n", "no"]);

/** Said alone, in Portuguese, Spanish and English, they mean one thing. */
const STOP_WORDS = new Set([
  "sair",
  "stop",
  "parar",
  "pare",
  "parem",
  "descadastrar",
  "descadastre",
  "descadastro",
  "descadastra",
  "remover",
  "remova",
  "unsubscribe",
  "salir",
  "baja",
]);

/** Words around a stop word that leave its meaning: "quero sair, por favor". */
const AROUND = new Set(
  "eu me quero queria gostaria de favor por pf pfv please desejo lista desta dessa quiero darme obrigado obrigada"
    .split(
      " ",
    ),
);

/** What may stand behind a refusal: it is of all that is sent, and not of a delivery, a bill, a photo. */
const SENT =
  "mensagem|mensagens|propaganda|propagandas|publicidade|oferta|ofertas|promocao|promocoes|campanha|campanhas";
const BEHIND = `(?: (?:${SENT}|nada|mais|por favor|obrigad[oa]))*`;

/** Each is the whole text: what has more behind it speaks of something else as often as not. */
const REFUSALS = [
  `(?:eu )?nao (?:quero|desejo|gostaria de)(?: mais)? receber${BEHIND}`,
  `(?:eu )?nao (?:quero|desejo|gostaria de)(?: mais)? (?:${SENT})${BEHIND}`,
  `(?:quero |queria |gostaria de )?(?:parar|deixar) de receber${BEHIND}`,
  `(?:pare|parem|parar|para|pode parar|podem parar|deixe|deixem) de (?:me )?(?:mandar|enviar|encher|incomodar)(?: me)?${BEHIND}`,
  `nao (?:me )?(?:mande|mandem|manda|envie|enviem|envia)(?: me)?(?: mais)? (?:${SENT}|nada)${BEHIND}`,
  "(?:me )?(?:tira|tirar|tire|tirem|remova|remove|remover|exclua|excluir|exclui)(?: me)?(?: meu (?:numero|contato|nome))? (?:da|dessa|desta|de sua|da sua) lista",
  "no (?:quiero|deseo) recibir(?: mas| mensajes?| publicidad| nada| por favor| gracias)*",
].map((refusal) => new RegExp(`^(?:por favor )?${refusal}(?: por favor| obrigad[oa])*$`));

/** What may be one, wherever it stands. */
const HINTS = [
  /\bnao (quero|desejo|gostaria de)( mais)? (receber|mensagens|propaganda|ofertas|promocoes)/,
  /\b(pare|parem|parar|para|pode parar|deixe|deixem) de (me )?(mandar|enviar|receber|encher|incomodar)/,
  /\bnao (me )?(mande|mandem|manda|envie|enviem|envia)( me)? mais\b/,
  /\b(tira|tirar|tire|tirem|remova|remove|remover|exclua|excluir|exclui)( me)?( meu (numero|contato|nome))? (da|dessa|desta|de sua|da sua) lista/,
  /\bno (quiero|deseo) (recibir )?mas\b/,
  // Said alone it may be of the campaign; "quero cancelar o pedido" is not.
  /^(quero |queria )?(cancelar?|cancele|cancelamento|sai|cancelar (a |minha )?inscricao)( por favor)?$/,
  /^(eu )?nao quero mais( nada)?( por favor| obrigad[oa])*$/,
  /^(eu )?nao (tenho|temos|ha)( mais)? interesse( por favor| obrigad[oa])*$/,
];

/** Longer than this (words), a text that holds a stop word is a conversation. */
const LONGEST = 12;

/**
 * What an answer to a campaign says, whatever its case, accents, signs and spacing; nothing for what is just a message. Only
 * what says nothing else is an opt-out; what looks like one is asked about once.
 */
export function readAnswer(text: string): CampaignAnswer | undefined {
  const words = wordsOf(text);
  if (words.length === 0) return sign(text);
  const [only] = words;
  if (words.length === 1 && YES.has(only!)) return "yes";
  if (words.length === 1 && NO.has(only!)) return "no";
  const held = words.map((word) => isStopWord(word));
  if (held.includes(true) && words.every((word, nth) => held[nth] || AROUND.has(word))) return "opt_out";
  if (isStopWord(words.join(""))) return "opt_out";
  const line = words.join(" ");
  if (REFUSALS.some((refusal) => refusal.test(line))) return "opt_out";
  if (HINTS.some((hint) => hint.test(line))) return "perhaps_opt_out";
  return held.includes(true) && words.length <= LONGEST ? "perhaps_opt_out" : undefined;
}

/** Said again after they were asked, they leave no doubt. */
const PLAIN = new Set(["sair", "stop", "descadastrar", "unsubscribe", "salir"]);

/** Whether somebody who was asked whether they want no more says so, with a word that means nothing else. */
export function insists(text: string): boolean {
  return PLAIN.has(wordsOf(text).join(""));
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A thumb is an answer, too, and so is a stop sign. */
function sign(text: string): CampaignAnswer | undefined {
  if (/^\s*🛑+\s*$/u.test(text)) return "perhaps_opt_out";
  return /^\s*👍[\u{1f3fb}-\u{1f3ff}]?\s*$/u.test(text) ? "yes" : undefined;
}

/** "SAIRRR" is "sair". */
function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || STOP_WORDS.has(word.replace(/(.)\1+/g, "$1"));
}

/** Whether a text tells its reader how to get no more of them. */
export function saysHowToLeave(text: string): boolean {
  return wordsOf(text).some((word) => STOP_WORDS.has(word));
}
