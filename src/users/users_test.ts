import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

async function search(email: string, searchParam: string) {
  const { body } = await balcao.as(email)("GET", `/users?searchParam=${encodeURIComponent(searchParam)}`);
  return body as { users: { name: string; queues: { name: string }[] }[]; hasMore: boolean };
}

test("a colleague is found by a part of the name, in any case and without accents, with the queues they serve", async () => {
  const { users, hasMore } = await search("bruno@aurora.test", "NOGUÉ");
  expect(users).toMatchObject([{ name: "Carla Nogueira", queues: [{ name: "Atacado" }, { name: "Entregas" }] }]);
  expect(hasMore).toBe(false);
  expect(Object.keys(users[0]!).sort()).toEqual(["id", "name", "online", "queues"]);
});

test("an administrator finds somebody by their e-mail, which nobody else can", async () => {
  expect((await search("ana@aurora.test", "CARLA@aur")).users.map(({ name }) => name)).toEqual(["Carla Nogueira"]);
  expect((await search("bruno@aurora.test", "carla@aur")).users).toEqual([]);
});

test("another company's people are not found", async () => {
  expect((await search("nina@norte.test", "carla")).users).toEqual([]);
  expect((await search("nina@norte.test", "")).users.map(({ name }) => name)).toEqual(["Nina Prates", "Otto Brandt"]);
});
