import { describe, expect, test } from "vitest";
import { parseMarkup, type Piece, plainText } from "./markup.ts";

const bold = (...pieces: Piece[]): Piece => ({ mark: "bold", pieces });
const italic = (...pieces: Piece[]): Piece => ({ mark: "italic", pieces });
const strike = (...pieces: Piece[]): Piece => ({ mark: "strike", pieces });
const link = (text: string, href = text): Piece => ({ mark: "link", href, text });

describe("a text is read as WhatsApp marks it", () => {
  const cases: [string, Piece[]][] = [
    ["Bom dia!", ["Bom dia!"]],
    ["", []],
    ["o de *3 kg*, com nozes", ["o de ", bold("3 kg"), ", com nozes"]],
    ["_devagar_ e ~não~", [italic("devagar"), " e ", strike("não")]],
    ["*muito _muito_ bom*", [bold("muito ", italic("muito"), " bom")]],
    ["*Ana:*\nOlá", [bold("Ana:"), "\nOlá"]],
    ["2 * 3 * 4", ["2 * 3 * 4"]],
    ["2*3*4", ["2*3*4"]],
    ["nome_do_arquivo", ["nome_do_arquivo"]],
    ["* um item", ["* um item"]],
    ["*sem fim", ["*sem fim"]],
    ["*não passa\nda linha*", ["*não passa\nda linha*"]],
    ["** **", ["** **"]],
    ["(*oi*)", ["(", bold("oi"), ")"]],
    ["use `npm *i*` aqui", ["use ", { mark: "code", text: "npm *i*" }, " aqui"]],
    ["```\nlet a = 1 * 2\n```", [{ mark: "block", text: "let a = 1 * 2" }]],
    ["antes ```dentro``` depois", ["antes ", { mark: "block", text: "dentro" }, " depois"]],
    ["``` sem fim *b*", ["``` sem fim ", bold("b")]],
    ["veja https://balcao.app/a_b_c.", ["veja ", link("https://balcao.app/a_b_c"), "."]],
    ["www.aurora.com.br!", [link("www.aurora.com.br", "https://www.aurora.com.br"), "!"]],
    ["(https://pt.wikipedia.org/wiki/Bolo_(doce))", [
      "(",
      link("https://pt.wikipedia.org/wiki/Bolo_(doce))"),
    ]],
    ["*https://aurora.com.br*", [bold(link("https://aurora.com.br"))]],
    ["javascript:alert(1)", ["javascript:alert(1)"]],
    ["<b>não</b> <img src=x onerror=alert(1)>", ["<b>não</b> <img src=x onerror=alert(1)>"]],
  ];
  test.each(cases)("%j", (text, pieces) => expect(parseMarkup(text)).toEqual(pieces));
});

test("a preview has no marks and no line breaks", () => {
  expect(plainText("*Ana:*\nSegue ~o~ `link` https://aurora.com.br")).toBe("Ana: Segue o link https://aurora.com.br");
});

test("no letter is lost, whatever is typed", () => {
  const signs = ["*", "_", "~", "`", "```", " ", "\n", "a", "b", "https://a.bc", "(", ")"];
  let seed = 7;
  for (let round = 0; round < 500; round++) {
    let text = "";
    for (let i = 0; i < 14; i++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      text += signs[seed % signs.length];
    }
    const letters = (line: string) => line.replace(/[*_~`\s]/g, "");
    expect(letters(plainText(text))).toBe(letters(text));
  }
});

test("the longest text of lone signs is read at once", () => {
  for (const sign of ["*a ", "_a ", "`a ", "*a_b~c "]) {
    const started = performance.now();
    parseMarkup(sign.repeat(65_536 / sign.length));
    expect(performance.now() - started).toBeLessThan(500);
  }
});
