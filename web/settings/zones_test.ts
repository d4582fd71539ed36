import { expect, test } from "vitest";
import { zonesFound, zonesIn } from "./zones.ts";

const zones = zonesIn("pt", new Date("2026-06-01T12:00:00Z"));

test("a time zone is shown in words", () => {
  const { city, clock } = zones.find(({ name }) => name === "America/Sao_Paulo")!;
  expect([city, clock]).toEqual(["São Paulo", "Horário Padrão de Brasília, GMT-3"]);
});

test.each([
  ["sao paulo", "America/Sao_Paulo"],
  ["São", "America/Sao_Paulo"],
  ["brasilia", "America/Sao_Paulo"],
  ["america/sao_paulo", "America/Sao_Paulo"],
  ["Brazil/East", "America/Sao_Paulo"],
  ["buenos", "America/Argentina/Buenos_Aires"],
  ["america/buenos_aires", "America/Argentina/Buenos_Aires"],
  ["asia/calcutta", "Asia/Kolkata"],
  ["calcut", "Asia/Kolkata"],
  ["Kiev", "Europe/Kyiv"],
  ["saigon", "Asia/Ho_Chi_Minh"],
  ["noronha", "America/Noronha"],
])("%s finds %s", (typed, name) => expect(zonesFound(zones, typed).map((zone) => zone.name)).toContain(name));

test("nothing typed finds all, and nonsense none", () => {
  expect(zonesFound(zones, " ")).toHaveLength(zones.length);
  expect(zonesFound(zones, "mars/phobos")).toEqual([]);
});
