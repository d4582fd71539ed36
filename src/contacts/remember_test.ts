import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Address } from "../channels/channel.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { addressOf } from "./contacts.ts";
import { canonicalNumber, formatNumber } from "../shared/phone_numbers.ts";
import { rememberContact } from "./remember.ts";
import { identityTable } from "./table.ts";

const WAY = { at: "linked" } as const;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const phone = (digits: string): Address => ({ jid: `${digits}@s.whatsapp.net`, phone: digits });
const lid = (digits: string, phone?: string): Address => ({ jid: `${digits}@lid`, lid: digits, phone });

function remember(address: Address, name = "Joana") {
  return balcao.aurora.write((db) => rememberContact(db, address, name, Date.now()));
}

test.each([
  ["5511987654321", "5511987654321"],
  ["551187654321", "5511987654321"],
  ["551167654321", "5511967654321"],
  ["551134567800", "551134567800"],
  ["551124567800", "551124567800"],
  ["551154567800", "551154567800"],
  ["5511887654321", "5511887654321"],
  ["351912345678", "351912345678"],
  ["5491112345678", "5491112345678"],
  ["55", "55"],
  ["", ""],
])("%s is kept as %s", (digits, kept) => expect(canonicalNumber(digits)).toBe(kept));

test.each([
  ["5511987654321", "+55 11 98765-4321"],
  ["551134567800", "+55 11 3456-7800"],
  ["351912345678", "+351912345678"],
  ["", ""],
])("%s is spoken %s", (digits, spoken) => expect(formatNumber(digits)).toBe(spoken));

describe("one person", () => {
  test("writes with and without the ninth digit, and is answered in the form the network used last", () => {
    const { contact } = remember(phone("551181230001"));
    expect(contact.number).toBe("5511981230001");
    expect(addressOf(balcao.aurora.read, contact.id, WAY).jid).toBe("551181230001@s.whatsapp.net");
    expect(remember(phone("5511981230001")).contact.id).toBe(contact.id);
    expect(addressOf(balcao.aurora.read, contact.id, WAY).jid).toBe("5511981230001@s.whatsapp.net");
  });

  test("on a landline is nobody else's mobile", () => {
    expect(remember(phone("551131230001")).contact.id).not.toBe(remember(phone("5511931230001")).contact.id);
  });

  test("behind a hidden number has no number, however many digits the network uses", () => {
    const { contact } = remember(lid("123456789012345"), "");
    expect(contact).toMatchObject({ name: "WhatsApp", number: "" });
    expect(addressOf(balcao.aurora.read, contact.id, WAY)).toEqual({ jid: "123456789012345@lid", phone: null });
    expect(remember(lid("123456789012345", "5511981230002"))).toMatchObject({
      contact: { id: contact.id, number: "5511981230002" },
      isNew: false,
    });
    expect(remember(phone("5511981230002")).contact.id).toBe(contact.id);
  });

  test("whose digits are the same as another's hidden number is another", () => {
    const one = remember(lid("5511981230003")), other = remember(phone("5511981230003"));
    expect(one.contact.id).not.toBe(other.contact.id);
    expect(one.contact.number).toBe("");
  });

  test("without a name is called by the number", () => {
    expect(remember(phone("5511981230004"), " ").contact.name).toBe("+55 11 98123-0004");
    expect(remember(phone("5511981230005"), "x".repeat(199) + "🧁").contact.name).toBe("x".repeat(199));
  });

  test("that was known as two is told to be a twin", () => {
    const old = remember(phone("5511981230006")).contact, young = remember(lid("42")).contact;
    expect(remember(lid("42", "5511981230006"))).toMatchObject({ contact: { id: old.id }, twin: { id: young.id } });
  });
});

test("who has two ids at WhatsApp and no number, as after a merge, is answered at the one that wrote", () => {
  const { aurora } = balcao;
  const user = (value: string): Address => ({
    jid: `${value}@wa.user`,
    user: { kind: "wa_user", value, jid: `${value}@wa.user` },
  });
  const { contact } = remember(user("BR.111")), other = remember(user("BR.222")).contact;
  aurora.write((db) =>
    void db.update(identityTable).set({ contactId: contact.id }).where(eq(identityTable.contactId, other.id)).run()
  );
  for (const chat of ["BR.111@wa.user", "BR.222@wa.user"]) {
    expect(addressOf(aurora.read, contact.id, { at: "cloud", chat }).jid).toBe(chat);
  }
});

test("who is known without a number is written to by each kind of connection at the id that it takes", () => {
  const { aurora } = balcao, chat = "BR.333@wa.user";
  const { contact } = remember(lid("333"));
  const user = { kind: "wa_user", value: "BR.333", contactId: contact.id, address: chat } as const;
  aurora.write((db) => void db.insert(identityTable).values(user).run());
  expect(addressOf(aurora.read, contact.id, { at: "linked", chat }).jid).toBe("333@lid");
  expect(addressOf(aurora.read, contact.id, { at: "cloud", chat: "333@lid" }).jid).toBe(chat);
  const hidden = remember({ jid: "BR.444@wa.user", user: { kind: "wa_user", value: "BR.444", jid: "BR.444@wa.user" } });
  expect(() => addressOf(aurora.read, hidden.contact.id, { at: "linked" })).toThrow("ERR_CONTACT_NOT_THERE");
});
