import { expect, test } from "vitest";
import { crc16, staticCode } from "./static_code.ts";

const KEY = "123e4567-e12b-12d1-a456-426655440000";

test("the published check value of CRC-16/CCITT-FALSE", () => {
  expect(crc16("123456789")).toBe("29B1");
});

test("the complete example of the Banco Central's manual", () => {
  expect(staticCode({ key: KEY, name: "Fulano de Tal", city: "BRASILIA" })).toBe(
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de " +
      "Tal6008BRASILIA62070503***63041D3D",
  );
});

/** The fields of a code, by their numbers; those of 26 and 62 within. */
function fieldsOf(code: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < code.length;) {
    const id = code.slice(at, at + 2), length = Number(code.slice(at + 2, at + 4));
    fields[id] = code.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return fields;
}

test("with an amount, a text and a txid, each in its place", () => {
  const code = staticCode({
    key: "529.982.247-25",
    name: "Balcão Tecnologia",
    city: "São Paulo",
    cents: 123_405,
    text: "Fatura 12 — março",
    txid: "FATURA12",
  });
  const fields = fieldsOf(code);
  expect(Object.keys(fields).sort()).toEqual(["00", "26", "52", "53", "54", "58", "59", "60", "62", "63"]);
  expect(fields).toMatchObject({ "54": "1234.05", "59": "Balcao Tecnologia", "60": "Sao Paulo", "62": "0508FATURA12" });
  expect(fieldsOf(fields["26"]!)).toEqual({ "00": "br.gov.bcb.pix", "01": "52998224725", "02": "Fatura 12 marco" });
  expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
});

test("what is too long is cut at the manual's lengths, and the account keeps within 99 characters", () => {
  const fields = fieldsOf(staticCode({ key: KEY, name: "N".repeat(40), city: "C".repeat(40), text: "T".repeat(200) }));
  expect(fields["59"]).toBe("N".repeat(25));
  expect(fields["60"]).toBe("C".repeat(15));
  expect(fields["26"]).toHaveLength(99);
  expect(fieldsOf(fields["26"]!)).toMatchObject({ "01": KEY, "02": "T".repeat(37) });
});

test("the longest key leaves no room for a text and stands alone", () => {
  const email = `${"a".repeat(61)}@provedor.com.br`;
  const { "26": account } = fieldsOf(staticCode({ key: email, name: "N", city: "C", text: "Fatura" }));
  expect(account).toHaveLength(99);
  expect(fieldsOf(account!)).toEqual({ "00": "br.gov.bcb.pix", "01": email });
});

test("a txid that the manual does not know is left out", () => {
  for (const txid of ["FATURA-12", "x".repeat(26), ""]) {
    expect(fieldsOf(staticCode({ key: KEY, name: "N", city: "C", txid }))["62"]).toBe("0503***");
  }
});

test.each([
  ["a key that is none", { key: "11987654321" }],
  ["no name", { name: " " }],
  ["a city without a letter of ASCII", { city: "東京" }],
  ["nothing to pay", { cents: 0 }],
  ["half a cent", { cents: 10.5 }],
])("%s makes no code", (_, wrong) => {
  expect(() => staticCode({ key: KEY, name: "Fulano", city: "BRASILIA", ...wrong })).toThrow(RangeError);
});
