import { expect, test } from "vitest";
import { calledIn, callNameOf, ticketsIn } from "./mentions.ts";

const ANA = { id: 1, name: "Ana Ribeiro" }, BRUNO = { id: 2, name: "Bruno Tavares" }, CARLA = { id: 3, name: "Carla" };
const ANA_2 = { id: 4, name: "Ana Paula Sá" }, JOSE = { id: 5, name: "José Álvares" };
const ALL = [ANA, BRUNO, CARLA, JOSE];

test.each([
  ["@Bruno, veja", ALL, [[2, "@Bruno"]]],
  ["Obrigada, @Bruno Tavares!", ALL, [[2, "@Bruno Tavares"]]],
  ["(@bruno)", ALL, [[2, "@bruno"]]],
  ["@Jose e @José Álvares", ALL, [[5, "@Jose"]]],
  ["@Carla @Ana @Carla", ALL, [[3, "@Carla"], [1, "@Ana"]]],
  ["ana@Bruno.com.br", ALL, []],
  ["@Brunos vem?", ALL, []],
  ["@ Bruno", ALL, []],
  ["fala com @Dora", ALL, []],
  ["@Ana vem?", [ANA, ANA_2], []],
  ["@Ana Paula Sá vem?", [ANA, ANA_2], [[4, "@Ana Paula Sá"]]],
  ["@Ana", [{ id: 7, name: "Ana" }, ANA_2], [[7, "@Ana"]]],
  ["@Ana Ribeiro", [ANA, { id: 9, name: "Ana Ribeiro" }], [[1, "@Ana Ribeiro"], [9, "@Ana Ribeiro"]]],
])("in %j these are called", (text, people, called) => {
  expect(calledIn(text, people).map(({ userId, written }) => [userId, written])).toEqual(called);
});

test("somebody is called by the first name, and by the whole where another has the same", () => {
  expect(callNameOf(BRUNO, ALL)).toBe("Bruno");
  expect(callNameOf(ANA, [ANA, ANA_2])).toBe("Ana Ribeiro");
  expect(callNameOf(CARLA, ALL)).toBe("Carla");
});

test.each([
  ["#12 e #7, de novo #12", [12, 7]],
  ["(#4819)", [4819]],
  ["a#5, ##6, #0, #12a, &#39;, /#8, # 9", []],
  ["#1 #2 #3 #4 #5 #6 #7", [1, 2, 3, 4, 5]],
])("%j speaks of these tickets", (text, ids) => expect(ticketsIn(text)).toEqual(ids));
