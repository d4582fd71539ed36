import { expect, test } from "vitest";
import { MAIL_LANGUAGES } from "../contract/mail.ts";
import { contrast } from "../shared/accent.ts";
import {
  alreadyKnownMail,
  emailConfirmationMail,
  invitationMail,
  invoiceReminderMail,
  type MailText,
  passwordResetMail,
  type Sender,
  testMail,
} from "./texts.ts";

const NO_LINKS = { helpLink: null, termsUrl: null, privacyUrl: null };
const BALCAO: Sender = { name: "Balcão", color: null, logo: null, ...NO_LINKS };
const LINK = "https://desk.example/password#token";
const ANA = { name: "Ana", company: "Padaria Aurora", link: LINK };
const INVOICE = { company: "Padaria Aurora", amount: 1234.5, dueDate: "2026-12-05", isOverdue: false, link: LINK };

/** Every kind of e-mail, in a language and a name. */
const all = (language: typeof MAIL_LANGUAGES[number], { name, company }: typeof ANA, sender = BALCAO): MailText[] => [
  invitationMail(language, sender, { name, company, link: LINK, days: 3 }),
  passwordResetMail(language, sender, { name, company, link: LINK, hours: 1 }),
  passwordResetMail(language, sender, { name, company, link: LINK, hours: 24, by: name }),
  emailConfirmationMail(language, sender, { name, link: LINK, days: 3 }),
  alreadyKnownMail(language, sender, LINK),
  invoiceReminderMail(language, sender, { ...INVOICE, company }),
  testMail(language, sender),
];

test("an invitation says who is invited where, what to press and how long it is good", () => {
  const { subject, text, html } = invitationMail("pt", BALCAO, { ...ANA, days: 3 });
  expect(subject).toBe("Seu acesso a Padaria Aurora no Balcão");
  expect(text.split("\n\n")).toEqual([
    "Olá, Ana!",
    "Você tem um acesso a Padaria Aurora no Balcão. Escolha uma senha para entrar.",
    LINK,
    "O link vale uma vez, por 3 dias.",
    "Se você não esperava este e-mail, desconsidere.",
    "-- \nBalcão",
  ]);
  expect(html).toContain(`<a href="${LINK}"`);
  expect(html).toContain("Escolher a senha</a>");
});

test("no e-mail in Spanish says usted", () => {
  for (const { subject, text } of all("es", ANA)) expect(`${subject}\n${text}`).not.toMatch(/\b(usted|sus?)\b/i);
});

test("a reminder says the amount, the day and where to pay, before the due date and after it", () => {
  const said = (isOverdue: boolean, language: "pt" | "en" | "es") => {
    const { subject, text } = invoiceReminderMail(language, BALCAO, { ...INVOICE, isOverdue });
    return [subject, text.split("\n\n")[0]!.replace(/\s/g, " ")];
  };
  expect(said(false, "pt")).toEqual([
    "A fatura do Balcão vence em 5 de dezembro de 2026",
    "A fatura de Padaria Aurora, de R$ 1.234,50, vence em 5 de dezembro de 2026.",
  ]);
  expect(said(true, "pt")[0]).toBe("A fatura do Balcão venceu em 5 de dezembro de 2026");
  expect(said(false, "en")[0]).toBe("The Balcão invoice is due on 5 December 2026");
  expect(said(true, "es")[0]).toBe("La factura de Balcão venció el 5 de diciembre de 2026");
});

test.each(MAIL_LANGUAGES)("nothing that is typed makes a header or a tag of its own (%s)", (language) => {
  const evil = "Ana\r\nBcc: todos@mundo.test\n\n<img src=x onerror='alert(1)'>\u2028\"&";
  for (
    const { subject, text, html } of all(language, { name: evil, company: evil, link: LINK }, { ...BALCAO, name: evil })
  ) {
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(html).not.toContain("<img");
    expect(html).not.toContain("onerror='");
  }
  const [invitation] = all(language, { name: evil, company: evil, link: LINK });
  expect(invitation!.html).toContain("&lt;img src=x onerror=&#39;alert(1)&#39;&gt; &quot;&amp;");
});

test.each(MAIL_LANGUAGES)("long names and emoji stay whole (%s)", (language) => {
  const name = `👩‍👩‍👧‍👦 ${"Comprida".repeat(40)}`;
  for (const { text, html } of all(language, { name, company: name, link: LINK }).slice(0, 3)) {
    expect(text).toContain(name);
    expect(html).toContain(name);
  }
});

test("each language has its own words in every e-mail", () => {
  const [pt, en, es] = MAIL_LANGUAGES.map((language) => all(language, ANA).map(({ text, subject }) => subject + text));
  for (const nth of pt!.keys()) expect(new Set([pt![nth], en![nth], es![nth]]).size, pt![nth]).toBe(3);
});

test("the product's name, colour and logo are on it, and its button can be read in any colour", () => {
  for (const color of ["#ffff00", "#00ff88", "#7a1fa2", "#ffffff", "#000000"]) {
    const { html } = invitationMail("pt", {
      name: "Atende+",
      color,
      logo: "https://desk.example/api/public/brand/x.png",
      ...NO_LINKS,
    }, {
      ...ANA,
      days: 1,
    });
    expect(html).toContain("Atende+");
    expect(html).toContain(`<img src="https://desk.example/api/public/brand/x.png"`);
    const [, fill] = /background:(#[0-9a-f]{6});color:#ffffff;font-weight/.exec(html)!;
    expect(contrast(fill!, "#ffffff"), color).toBeGreaterThanOrEqual(4.5);
  }
});

test("the provider's help, terms and privacy notice stand below, in the language of the e-mail; what there is not is left out", () => {
  const sender = { ...BALCAO, helpLink: "https://ponte.test/help?a=1&b=2", privacyUrl: "https://ponte.test/p" };
  const { text, html } = testMail("es", sender);
  expect(text).toContain("-- \nBalcão\nAyuda: https://ponte.test/help?a=1&b=2\nPrivacidad: https://ponte.test/p");
  expect(html).toContain('<a href="https://ponte.test/help?a=1&amp;b=2"');
  expect(html).not.toContain("Términos");
});
