import { expect, test } from "vitest";
import { formatTaxNumber, isCnpj, isCpf, readTaxNumber } from "./tax_number.ts";

test("a CPF has two right check digits, and is not one digit eleven times", () => {
  expect(["52998224725", "12345678909", "11144477735", "00000000191"].map(isCpf)).toEqual([true, true, true, true]);
  expect(["52998224724", "52998224735", "11111111111", "5299822472", "529982247250", "5299822472A"].map(isCpf))
    .toEqual([false, false, false, false, false, false]);
});

test("a CNPJ has them too, also one with letters, as the Receita Federal's example has", () => {
  expect(["11222333000181", "12ABC34501DE35", "00000000000191"].map(isCnpj)).toEqual([true, true, true]);
  expect(["11222333000180", "12ABC34501DE36", "12abc34501de35", "12ABC34501DEA5", "00000000000000"].map(isCnpj))
    .toEqual([false, false, false, false, false]);
});

test.each([
  ["52998224725", "52998224725"],
  ["529.982.247-25", "52998224725"],
  ["529 982 247 25", "52998224725"],
  ["529.982.247/25", "52998224725"],
  ["529.982.247 – 25", "52998224725"],
  ["boa tarde, meu cpf é 529.982.247-25, obrigado", "52998224725"],
  ["CPF:52998224725.", "52998224725"],
  ["\u202a529.982.247-25\u202c", "52998224725"],
  ["５２９９８２２４７２５", "52998224725"],
  ["liguei do 11 98765-4321, cpf 52998224725", "52998224725"],
  ["529\n982\n247\n25", "52998224725"],
  ["11.222.333/0001-81", "11222333000181"],
  ["o cnpj da firma: 11222333000181", "11222333000181"],
  ["11 222 333 / 0001 - 81", "11222333000181"],
  ["12.ABC.345/01DE-35", "12ABC34501DE35"],
  ["12abc34501de35", "12ABC34501DE35"],
  ["52998224724 não, 52998224725", "52998224725"],
])("%j is read as %s", (sentence, number) => {
  expect(readTaxNumber(sentence)?.number).toBe(number);
});

test.each([
  "",
  "não tenho aqui",
  "52998224724",
  "111.111.111-11",
  "5299822472",
  "152998224725",
  "529982247259",
  "52998224725a",
  "11 98765-4321",
  "34191790010104351004791020150008291070026000",
])("%j has none", (sentence) => {
  expect(readTaxNumber(sentence)).toBeUndefined();
});

test("it says whose number it is", () => {
  expect(readTaxNumber("529.982.247-25")).toEqual({ kind: "cpf", number: "52998224725" });
  expect(readTaxNumber("12.ABC.345/01DE-35")).toEqual({ kind: "cnpj", number: "12ABC34501DE35" });
});

test("it is written with its dots", () => {
  expect(["52998224725", "12ABC34501DE35"].map(formatTaxNumber)).toEqual(["529.982.247-25", "12.ABC.345/01DE-35"]);
});
