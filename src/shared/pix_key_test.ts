import { expect, test } from "vitest";
import { readPixKey } from "./pix_key.ts";

test.each([
  ["529.982.247-25", "52998224725"],
  [" 52998224725 ", "52998224725"],
  ["11.222.333/0001-81", "11222333000181"],
  ["12.abc.345/01de-35", "12ABC34501DE35"],
  ["+55 (11) 98765-4321", "+5511987654321"],
  ["+551133334444", "+551133334444"],
  ["Financeiro@Provedor.com.br", "financeiro@provedor.com.br"],
  ["123E4567-e12b-12d1-a456-426655440000", "123e4567-e12b-12d1-a456-426655440000"],
])("%j is the key %s", (typed, key) => expect(readPixKey(typed)).toBe(key));

test.each([
  "",
  "52998224724",
  "11987654321",
  "+15551234567",
  "+5511",
  "cpf 52998224725",
  "52998224725 11222333000181",
  "a@b c",
  "@provedor.com",
  `${"a".repeat(70)}@provedor.com`,
  "123e4567e12b12d1a456426655440000",
])("%j is none", (typed) => expect(readPixKey(typed)).toBeUndefined());
