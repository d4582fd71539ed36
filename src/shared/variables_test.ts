import { expect, test } from "vitest";
import { fillVariables, type Occasion } from "./variables.ts";

const contact = { id: 1, name: "Mariana Souza", number: "", email: "", isGroup: false, profilePicUrl: null };
const occasion: Occasion = {
  ticket: {
    id: 4821,
    createdAt: "2026-01-01T01:00:00.000Z",
    contact,
    queue: { name: "Entregas" },
  },
  user: "Ana Ribeiro",
  timeZone: "America/Sao_Paulo",
  now: new Date("2026-11-21T02:05:00Z"),
};

test.each([
  ["Oi, {{firstName}}!", "Oi, Mariana!"],
  ["{{name}}: {{ queue }}", "Mariana Souza: Entregas"],
  ["{{user}}, {{date}} {{time}}", "Ana Ribeiro, 20/11/2026 23:05"],
  ["{{protocol}}", "2025-004821"],
  ["{{unknown}} {{constructor}} {name} {{}}", "{{unknown}} {{constructor}} {name} {{}}"],
  ["<b>{{firstName}}</b> $& $1", "<b>Mariana</b> $& $1"],
])("%j becomes %j", (text, filled) => {
  expect(fillVariables(text, occasion)).toBe(filled);
});

test.each([
  ["2026-11-21T07:59:00Z", "Boa noite"],
  ["2026-11-21T08:00:00Z", "Bom dia"],
  ["2026-11-21T15:00:00Z", "Boa tarde"],
  ["2026-11-21T21:00:00Z", "Boa noite"],
])("at %s one says %s in the company's zone", (now, greeting) => {
  expect(fillVariables("{{greeting}}", { ...occasion, now: new Date(now) })).toBe(greeting);
});

test("a number that stands for a name is not cut, and without a queue nothing is said of it", () => {
  const ticket = { ...occasion.ticket, contact: { ...contact, name: "+55 11 98765-4321" }, queue: null };
  expect(fillVariables("{{firstName}}|{{queue}}", { ...occasion, ticket })).toBe("+55 11 98765-4321|");
});

test("somebody without a name is called nothing, and no comma stands alone", () => {
  const ticket = { ...occasion.ticket, contact: { ...contact, name: "Instagram" } };
  expect(fillVariables("Olá, {{firstName}}! Obrigado, {{name}}.", { ...occasion, ticket })).toBe("Olá! Obrigado.");
});
