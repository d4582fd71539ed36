// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { choicesIn, drawnText, saidBy, withoutChoices } from "./text.ts";
import { languageOf } from "./words.ts";

function html(text: string): string {
  const paragraph = document.createElement("p");
  paragraph.append(...drawnText(text));
  return paragraph.innerHTML;
}

test.each([
  ["Sim, *até as 18h*!", "Sim, <strong>até as 18h</strong>!"],
  ["_hoje_ ~não~ `123`", "<em>hoje</em> <s>não</s> <code>123</code>"],
  ["*_os dois_*", "<strong><em>os dois</em></strong>"],
  ["2*3*4 e snake_case_aqui", "2*3*4 e snake_case_aqui"],
  ["<b>alto</b> & <script>x</script>", "&lt;b&gt;alto&lt;/b&gt; &amp; &lt;script&gt;x&lt;/script&gt;"],
])("%s is drawn as it is meant", (text, drawn) => expect(html(text)).toBe(drawn));

test("addresses can be pressed, and nothing else can", () => {
  expect(html("Veja https://padaria.test/a_b_c?x=1.")).toContain(">https://padaria.test/a_b_c?x=1</a>.");
  expect(html("www.padaria.test")).toContain('href="https://www.padaria.test"');
  expect(html("javascript:alert(1) data:text/html,x")).not.toContain("<a");
});

describe("a numbered menu", () => {
  const MENU = "Com quem quer falar?\n\n*1* Encomendas\n*2* 38\n*0* Voltar";

  test("is what can be pressed, below what stands above it", () => {
    expect(choicesIn(MENU).map(({ title }) => title)).toEqual(["Encomendas", "38", "Voltar"]);
    expect(withoutChoices(MENU)).toBe("Com quem quer falar?");
    expect(choicesIn("Temos *3* tipos de pão")).toEqual([]);
  });

  test("is answered by titles, and by numbers where a title could be another line's", () => {
    expect(choicesIn(MENU).map(saidBy)).toEqual(["Encomendas", "2", "0"]);
  });
});

test.each([[["pt-BR"], "pt"], [["de", "es-419"], "es"], [["de"], "en"], [[], "en"]])(
  "to who reads %s it speaks %s",
  (wanted, language) => expect(languageOf(wanted)).toBe(language),
);
