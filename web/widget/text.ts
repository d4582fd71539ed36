import { el } from "./dom.ts";

/** An address in a text; `www.` stands for https. What ends a sentence is no part of it. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+[^\s<>".,;:!?)\]}'*_~]/i;
/** WhatsApp's marks, which the company's texts are written with: around words, not within them. */
const MARKED = /(?<![\w*_~`])([*_~`])(?=\S)([^\n]*?\S)\1(?![\w*_~`])/;
const NAMES = { "*": "strong", "_": "em", "~": "s", "`": "code" } as const;

/** A text as it is drawn: its marks and its addresses. Whatever else is in it stays text. */
export function drawnText(text: string): Node[] {
  const address = ADDRESS.exec(text), marked = MARKED.exec(text);
  if (address && !(marked && marked.index < address.index)) {
    const [url] = address;
    const link = el("a", {
      href: /^www/i.test(url) ? `https://${url}` : url,
      target: "_blank",
      rel: "noopener noreferrer nofollow",
    }, url);
    return around(text, address, link);
  }
  if (!marked) return text === "" ? [] : [document.createTextNode(text)];
  const [, mark, words] = marked as unknown as [string, keyof typeof NAMES, string];
  return around(text, marked, el(NAMES[mark], {}, ...(mark === "`" ? [words] : drawnText(words))));
}

function around(text: string, { index, 0: found }: RegExpExecArray, node: Node): Node[] {
  return [...drawnText(text.slice(0, index)), node, ...drawnText(text.slice(index + found.length))];
}

export interface Choice {
  number: string;
  title: string;
}

/** The lines of a numbered menu, as the bot writes them. */
export function choicesIn(text: string): Choice[] {
  return [...text.matchAll(/^\*(\d{1,2})\* (.+)$/gm)].map(([, number, title]) => ({
    number: number!,
    title: title!.trim(),
  }));
}

/** What is said by choosing: the title, which the bot takes as well; its number where the title could be another's. */
export function saidBy({ number, title }: Choice): string {
  return number === "0" || /^\d+$/.test(title) ? number : title;
}

/** What stands above the choices. */
export function withoutChoices(text: string): string {
  return text.replace(/^\*\d{1,2}\* .+$\n?/gm, "").trim();
}
