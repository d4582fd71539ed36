// Long, as every e-mail stands here in three languages side by side: who changes one sees the others.
import { accentsOf } from "../shared/accent.ts";
import { moneyText } from "../shared/money.ts";
import { LOCALES, type MailLanguage } from "../contract/mail.ts";

/** An e-mail as it is written; the two bodies say the same. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Whose product it is that writes. */
export interface Sender {
  name: string;
  /** `#rrggbb`, or null: the product's own. */
  color: string | null;
  /** The whole address of a picture that mail programs can show, or null. */
  logo: string | null;
  /** Where its help, its terms and its privacy notice are, or null. */
  helpLink: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
}

/** What one of our e-mails says, before it is laid out. */
export interface MailSaid {
  subject: string;
  paragraphs: string[];
  button?: { label: string; link: string };
  /** Below the button, in small letters. */
  notes: string[];
}

interface Invited {
  /** Whom it goes to. */
  name: string;
  company: string;
  /** Where a password is chosen. */
  link: string;
  /** So many days the link is good. */
  days: number;
}

/** Asks somebody in who has no password yet. */
export function invitationMail(language: MailLanguage, sender: Sender, invited: Invited): MailText {
  return laidOut(language, sender, INVITATION[language]({ ...oneLine(invited), product: lineOf(sender.name) }));
}

type Words<Given> = Record<MailLanguage, (given: Given & { product: string }) => MailSaid>;

const INVITATION: Words<Invited> = {
  pt: ({ name, company, link, days, product }) => ({
    subject: `Seu acesso a ${company} no ${product}`,
    paragraphs: [`Olá, ${name}!`, `Você tem um acesso a ${company} no ${product}. Escolha uma senha para entrar.`],
    button: { label: "Escolher a senha", link },
    notes: [`O link vale uma vez, por ${days === 1 ? "1 dia" : `${days} dias`}.`, UNASKED.pt],
  }),
  en: ({ name, company, link, days, product }) => ({
    subject: `Your access to ${company} on ${product}`,
    paragraphs: [`Hello, ${name}!`, `You have access to ${company} on ${product}. Choose a password to log in.`],
    button: { label: "Choose a password", link },
    notes: [`The link works once, for ${days === 1 ? "1 day" : `${days} days`}.`, UNASKED.en],
  }),
  es: ({ name, company, link, days, product }) => ({
    subject: `Tu acceso a ${company} en ${product}`,
    paragraphs: [`¡Hola, ${name}!`, `Tienes acceso a ${company} en ${product}. Elige una contraseña para entrar.`],
    button: { label: "Elegir la contraseña", link },
    notes: [`El enlace vale una vez, por ${days === 1 ? "1 día" : `${days} días`}.`, UNASKED.es],
  }),
};

interface Resetting {
  name: string;
  company: string;
  link: string;
  /** So many hours the link is good. */
  hours: number;
  /** Which administrator has sent it; left out when the person asked for it. */
  by?: string;
}

/** Brings a link by which somebody chooses another password. */
export function passwordResetMail(language: MailLanguage, sender: Sender, resetting: Resetting): MailText {
  return laidOut(language, sender, PASSWORD_RESET[language]({ ...oneLine(resetting), product: lineOf(sender.name) }));
}

const PASSWORD_RESET: Words<Resetting> = {
  pt: ({ name, company, link, hours, by, product }) => ({
    subject: `Senha do ${product}`,
    paragraphs: [
      `Olá, ${name}!`,
      by
        ? `${by} enviou este link para você escolher a senha do seu acesso a ${company}.`
        : `Alguém pediu uma senha nova para o seu acesso a ${company}. Se foi você, escolha a senha aqui.`,
    ],
    button: { label: "Escolher a senha", link },
    notes: [
      `O link vale uma vez, por ${hours === 1 ? "1 hora" : `${hours} horas`}.`,
      by ? UNASKED.pt : "Se não foi você, não faça nada: a sua senha continua a mesma.",
    ],
  }),
  en: ({ name, company, link, hours, by, product }) => ({
    subject: `Password for ${product}`,
    paragraphs: [
      `Hello, ${name}!`,
      by
        ? `${by} has sent you this link to choose the password of your access to ${company}.`
        : `Somebody asked for a new password for your access to ${company}. If it was you, choose it here.`,
    ],
    button: { label: "Choose a password", link },
    notes: [
      `The link works once, for ${hours === 1 ? "1 hour" : `${hours} hours`}.`,
      by ? UNASKED.en : "If it was not you, do nothing: your password stays the same.",
    ],
  }),
  es: ({ name, company, link, hours, by, product }) => ({
    subject: `Contraseña de ${product}`,
    paragraphs: [
      `¡Hola, ${name}!`,
      by
        ? `${by} te envió este enlace para elegir la contraseña de tu acceso a ${company}.`
        : `Alguien pidió una contraseña nueva para tu acceso a ${company}. Si fuiste tú, elígela aquí.`,
    ],
    button: { label: "Elegir la contraseña", link },
    notes: [
      `El enlace vale una vez, por ${hours === 1 ? "1 hora" : `${hours} horas`}.`,
      by ? UNASKED.es : "Si no fuiste tú, no hagas nada: tu contraseña sigue igual.",
    ],
  }),
};

interface Confirming {
  name: string;
  link: string;
  days: number;
}

/** Asks whoever signed up to show that the address is theirs. */
export function emailConfirmationMail(language: MailLanguage, sender: Sender, confirming: Confirming): MailText {
  return laidOut(language, sender, CONFIRMATION[language]({ ...oneLine(confirming), product: lineOf(sender.name) }));
}

const CONFIRMATION: Words<Confirming> = {
  pt: ({ name, link, days, product }) => ({
    subject: `Confirme o seu e-mail no ${product}`,
    paragraphs: [`Olá, ${name}!`, `A sua conta no ${product} está pronta. Confirme que este e-mail é seu.`],
    button: { label: "Confirmar o e-mail", link },
    notes: [`O link vale por ${days} dias.`, UNASKED.pt],
  }),
  en: ({ name, link, days, product }) => ({
    subject: `Confirm your e-mail on ${product}`,
    paragraphs: [`Hello, ${name}!`, `Your account on ${product} is ready. Confirm that this e-mail is yours.`],
    button: { label: "Confirm the e-mail", link },
    notes: [`The link works for ${days} days.`, UNASKED.en],
  }),
  es: ({ name, link, days, product }) => ({
    subject: `Confirma tu correo en ${product}`,
    paragraphs: [`¡Hola, ${name}!`, `Tu cuenta en ${product} está lista. Confirma que este correo es tuyo.`],
    button: { label: "Confirmar el correo", link },
    notes: [`El enlace vale por ${days} días.`, UNASKED.es],
  }),
};

/** Tells somebody who signs up, or whose address a stranger has typed, that it has an account already. */
export function alreadyKnownMail(language: MailLanguage, sender: Sender, link: string): MailText {
  return laidOut(language, sender, ALREADY_KNOWN[language]({ link: lineOf(link), product: lineOf(sender.name) }));
}

const ALREADY_KNOWN: Words<{ link: string }> = {
  pt: ({ link, product }) => ({
    subject: `Você já tem uma conta no ${product}`,
    paragraphs: [
      `Alguém fez um cadastro no ${product} com este e-mail, que já tem uma conta. Nada mudou nela.`,
      "Se foi você, entre com a sua senha. Se não lembra dela, peça outra em “Esqueci minha senha”.",
    ],
    button: { label: "Entrar", link },
    notes: ["Se não foi você, não faça nada."],
  }),
  en: ({ link, product }) => ({
    subject: `You already have an account on ${product}`,
    paragraphs: [
      `Somebody signed up on ${product} with this e-mail, which has an account already. Nothing has changed in it.`,
      "If it was you, log in with your password. If you do not remember it, ask for another with “I forgot my password”.",
    ],
    button: { label: "Log in", link },
    notes: ["If it was not you, do nothing."],
  }),
  es: ({ link, product }) => ({
    subject: `Ya tienes una cuenta en ${product}`,
    paragraphs: [
      `Alguien se registró en ${product} con este correo, que ya tiene una cuenta. Nada cambió en ella.`,
      "Si fuiste tú, entra con tu contraseña. Si no la recuerdas, pide otra en «Olvidé mi contraseña».",
    ],
    button: { label: "Entrar", link },
    notes: ["Si no fuiste tú, no hagas nada."],
  }),
};

interface Reminded {
  company: string;
  /** In reais. */
  amount: number;
  /** YYYY-MM-DD */
  dueDate: string;
  /** The due date is over. */
  isOverdue: boolean;
  /** Where it is paid. */
  link: string;
}

/** Reminds a company's administrators of an invoice. */
export function invoiceReminderMail(language: MailLanguage, sender: Sender, reminded: Reminded): MailText {
  return laidOut(language, sender, REMINDER[language]({ ...oneLine(reminded), product: lineOf(sender.name) }));
}

const REMINDER: Words<Reminded> = {
  pt: ({ company, amount, dueDate, isOverdue, link, product }) => ({
    subject: isOverdue
      ? `A fatura do ${product} venceu em ${dayText("pt", dueDate)}`
      : `A fatura do ${product} vence em ${dayText("pt", dueDate)}`,
    paragraphs: [
      `A fatura de ${company}, de ${moneyText(amount)}, ${isOverdue ? "venceu" : "vence"} em ${
        dayText("pt", dueDate)
      }.`,
      ...(isOverdue ? ["Até o pagamento, as mensagens que chegam ficam guardadas, mas ninguém atende."] : []),
    ],
    button: { label: "Ver e pagar a fatura", link },
    notes: ["Se ela já foi paga, desconsidere este aviso."],
  }),
  en: ({ company, amount, dueDate, isOverdue, link, product }) => ({
    subject: isOverdue
      ? `The ${product} invoice was due on ${dayText("en", dueDate)}`
      : `The ${product} invoice is due on ${dayText("en", dueDate)}`,
    paragraphs: [
      `The invoice of ${company}, for ${moneyText(amount)}, ${isOverdue ? "was" : "is"} due on ${
        dayText("en", dueDate)
      }.`,
      ...(isOverdue ? ["Until it is paid, incoming messages are kept, but nobody can answer them."] : []),
    ],
    button: { label: "See and pay the invoice", link },
    notes: ["If it has been paid already, disregard this notice."],
  }),
  es: ({ company, amount, dueDate, isOverdue, link, product }) => ({
    subject: isOverdue
      ? `La factura de ${product} venció el ${dayText("es", dueDate)}`
      : `La factura de ${product} vence el ${dayText("es", dueDate)}`,
    paragraphs: [
      `La factura de ${company}, de ${moneyText(amount)}, ${isOverdue ? "venció" : "vence"} el ${
        dayText("es", dueDate)
      }.`,
      ...(isOverdue ? ["Hasta el pago, los mensajes que llegan se guardan, pero nadie atiende."] : []),
    ],
    button: { label: "Ver y pagar la factura", link },
    notes: ["Si ya fue pagada, ignora este aviso."],
  }),
};

/** Shows the super user that the mail server works. */
export function testMail(language: MailLanguage, sender: Sender): MailText {
  return laidOut(language, sender, TEST[language]({ product: lineOf(sender.name) }));
}

const TEST: Words<unknown> = {
  pt: ({ product }) => ({
    subject: `Teste de e-mail do ${product}`,
    paragraphs: ["Este e-mail chegou: o servidor de e-mail funciona."],
    notes: [],
  }),
  en: ({ product }) => ({
    subject: `${product} e-mail test`,
    paragraphs: ["This e-mail has arrived: the mail server works."],
    notes: [],
  }),
  es: ({ product }) => ({
    subject: `Prueba de correo de ${product}`,
    paragraphs: ["Este correo llegó: el servidor de correo funciona."],
    notes: [],
  }),
};

const UNASKED: Record<MailLanguage, string> = {
  pt: "Se você não esperava este e-mail, desconsidere.",
  en: "If you did not expect this e-mail, disregard it.",
  es: "Si no esperabas este correo, ignóralo.",
};

const LINK_BELOW: Record<MailLanguage, string> = {
  pt: "Se o botão não abrir, copie este endereço:",
  en: "If the button does not open, copy this address:",
  es: "Si el botón no abre, copia esta dirección:",
};

function dayText(language: MailLanguage, day: string): string {
  const shown = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" });
  return shown.format(new Date(`${day}T00:00:00Z`));
}

/** A name with a line break in it would end a header and begin another (RFC 5322 §2.2). */
export function lineOf(text: string): string {
  // deno-lint-ignore no-control-regex -- the control characters are the point
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
}

function oneLine<Given extends object>(given: Given): Given {
  const entries = Object.entries(given).map((
    [name, value],
  ) => [name, typeof value === "string" ? lineOf(value) : value]);
  return Object.fromEntries(entries) as Given;
}

/** What an e-mail says, as it is written and drawn. */
export function laidOut(
  language: MailLanguage,
  sender: Sender,
  { subject, paragraphs, button, notes }: MailSaid,
): MailText {
  const links = linksOf(language, sender).map(([label, link]) => `\n${label}: ${link}`).join("");
  const end = `-- \n${lineOf(sender.name)}${links}`;
  const text = [...paragraphs, ...(button ? [button.link] : []), ...notes, end].join("\n\n");
  return { subject, text, html: htmlOf(language, sender, { subject, paragraphs, button, notes }) };
}

const LINKS: Record<MailLanguage, Record<"helpLink" | "termsUrl" | "privacyUrl", string>> = {
  pt: { helpLink: "Ajuda", termsUrl: "Termos de uso", privacyUrl: "Privacidade" },
  en: { helpLink: "Help", termsUrl: "Terms of use", privacyUrl: "Privacy" },
  es: { helpLink: "Ayuda", termsUrl: "Términos de uso", privacyUrl: "Privacidad" },
};

/** What the provider has set of them, by what they are called. */
function linksOf(language: MailLanguage, sender: Sender): [label: string, link: string][] {
  return (["helpLink", "termsUrl", "privacyUrl"] as const)
    .flatMap((name) => sender[name] ? [[LINKS[language][name], sender[name]] as [string, string]] : []);
}

// Mail programs know no style sheets of ours and no tokens: what is drawn stands here.
const INK = "#161a22", MUTED = "#4d5666", CANVAS = "#f0f2f5", SHEET = "#ffffff", BLUE = "#2563eb";

function htmlOf(language: MailLanguage, sender: Sender, { subject, paragraphs, button, notes }: MailSaid): string {
  const { text: accent, fill } = accentsOf(sender.color ?? BLUE).light;
  const name = escaped(lineOf(sender.name));
  const logo = sender.logo
    ? `<img src="${escaped(sender.logo)}" alt="" height="28" style="vertical-align:middle;margin-right:10px">`
    : "";
  const links = linksOf(language, sender).map(([label, link]) =>
    `<a href="${escaped(link)}" style="color:${MUTED}">${escaped(label)}</a>`
  );
  const small = `margin:0 0 8px;font-size:13px;line-height:18px;color:${MUTED};overflow-wrap:anywhere`;
  return [
    `<!doctype html><html lang="${LOCALES[language]}"><head><meta charset="utf-8"><title>${
      escaped(subject)
    }</title></head>`,
    `<body style="margin:0;padding:24px;background:${CANVAS};color:${INK};font:15px/22px system-ui,sans-serif">`,
    `<div style="max-width:520px;margin:0 auto">`,
    `<p style="margin:0 0 16px;font-weight:600">${logo}${name}</p>`,
    `<div style="padding:24px;border-radius:12px;background:${SHEET}">`,
    ...paragraphs.map((each) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escaped(each)}</p>`),
    ...(button
      ? [
        `<p style="margin:24px 0"><a href="${escaped(button.link)}" style="display:inline-block;padding:10px 18px;`,
        `border-radius:8px;background:${fill};color:${SHEET};font-weight:600;text-decoration:none">`,
        `${escaped(button.label)}</a></p>`,
        `<p style="${small}">${LINK_BELOW[language]}<br>`,
        `<a href="${escaped(button.link)}" style="color:${accent}">${escaped(button.link)}</a></p>`,
      ]
      : []),
    ...notes.map((each) => `<p style="${small}">${escaped(each)}</p>`),
    `</div>`,
    ...(links.length > 0 ? [`<p style="margin:16px 0 0;font-size:13px">${links.join(" · ")}</p>`] : []),
    `</div></body></html>`,
  ].join("");
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (char) => names[char]!);
}
