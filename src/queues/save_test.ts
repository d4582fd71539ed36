import { expect, test } from "vitest";
import type { QueueOption } from "../contract/queue_options.ts";
import { mediaPath } from "../platform/media.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { treeOf } from "./options.ts";
import { queueById } from "./queues.ts";
import { queueOptionTable } from "./table.ts";

const { balcao, ana, nina } = await aBalcaoWithCallers();
const carla = (method: string, path: string, body?: unknown) => balcao.as("carla@aurora.test")(method, path, body);

let nth = 0;
const form = (is: object = {}) => ({ name: `Fila ${++nth}`, color: `#0000${10 + nth}`, ...is });
const node = (title: string, is: object = {}) => ({ id: null, parent: null, title, ...is });
const aQueue = async (is: object = {}) => (await ana("POST", "/queue", form(is))).body;
const titles = (options: QueueOption[]) => options.map(({ option, title }) => `${option} ${title}`);
const stored = (id: number) => {
  const { name, revision } = queueById(balcao.aurora.read, id);
  return [name, revision, ...titles(treeOf(balcao.aurora.read, id))];
};

test("a queue is added and saved with its tree in one call, and answers it in the order sent", async () => {
  const queue = await aQueue({ options: [node("Bolos"), node("De festa", { parent: 0 }), node("Pães")] });
  expect(titles(queue.options)).toEqual(["1 Bolos", "1 De festa", "2 Pães"]);
  expect(queue).toMatchObject({ revision: 1, changedBy: { id: 1, name: "Ana Ribeiro" } });
  expect((await ana("GET", `/queue/${queue.id}`)).body).toEqual(queue);
  const [cakes, , bread] = queue.options;
  const options = [node("Pães", { id: bread.id }), node("Salgados"), node("Bolos", { id: cakes.id })];
  const { body } = await ana("PUT", `/queue/${queue.id}`, { ...form(), name: "Loja", options, was: 1 });
  expect([body.name, body.revision, ...titles(body.options)]).toEqual(["Loja", 2, "1 Pães", "2 Salgados", "3 Bolos"]);
  expect(body.options.map(({ id }: QueueOption) => id)).toMatchObject([bread.id, expect.any(Number), cakes.id]);
});

test("of two who save at once the second is refused and told who was before; nothing of theirs is written", async () => {
  await ana("PUT", "/users/3", { name: "Carla Nogueira", email: "carla@aurora.test", profile: "admin", queueIds: [2] });
  const { id, name, color, options, revision } = await aQueue({ options: [node("Um")] });
  const emitted = balcao.listenAs(balcao.aurora, "Bruno");
  const first = await carla("PUT", `/queue/${id}`, { name, color, options: [node("Dois")], was: revision });
  expect(first.status).toBe(200);
  expect(emitted.at(-1)).toMatchObject({ name: "queue", payload: { record: { id, revision: 2 } } });
  const mine = { name: "Minha", color, options: [node("Meu", { id: options[0].id })], was: revision };
  const { status, body } = await ana("PUT", `/queue/${id}`, mine);
  const { changedAt } = first.body;
  const detail = { revision: 2, changedAt, changedBy: { id: 3, name: "Carla Nogueira" } };
  expect([status, body]).toEqual([409, { error: "ERR_QUEUE_CHANGED", detail }]);
  expect((await ana("PUT", `/queue/${id}/options`, { options: mine.options, was: revision })).body).toEqual(body);
  expect(stored(id)).toEqual([name, 2, "1 Dois"]);
  const over = await ana("PUT", `/queue/${id}`, { ...mine, options: [node("Meu")], was: 2 });
  expect(over.status).toBe(200);
  expect(stored(id)).toEqual(["Minha", 3, "1 Meu"]);
});

test("who says nothing of what they saw is not refused, and each change of an option counts", async () => {
  const { id, name, color } = await aQueue();
  const option = (await ana("POST", "/queue-options", { queueId: id, title: "Um" })).body;
  await ana("PUT", `/queue-options/${option.id}`, { title: "Dois" });
  await ana("DELETE", `/queue-options/${option.id}`);
  await ana("PUT", `/queue/${id}/options`, { options: [] });
  await ana("PUT", `/queue/${id}`, { name, color });
  expect(stored(id)).toEqual([name, 6]);
  expect((await ana("PUT", `/queue/${id}`, { name, color, was: 5 })).body.error).toBe("ERR_QUEUE_CHANGED");
});

test("what is wrong in the tree keeps the texts as they were, and the other way round", async () => {
  const { id, name, color } = await aQueue({ options: [node("Um")] });
  const save = async (is: object) => (await ana("PUT", `/queue/${id}`, { name, color, was: 1, ...is })).body.error;
  expect(await save({ name: "Outra", options: [node("Um", { id: 999 })] })).toBe("ERR_NO_QUEUE_OPTION_FOUND");
  expect(await save({ name: "Entregas", options: [] })).toBe("ERR_DUPLICATED_NAME");
  expect(stored(id)).toEqual([name, 1, "1 Um"]);
  const { status } = await ana("POST", "/queue", form({ name: "Nova", options: [node("Um", { id: 1 })] }));
  expect(status).toBe(404);
  expect((await ana("GET", "/queue")).body.some((queue: { name: string }) => queue.name === "Nova")).toBe(false);
  expect((await nina("PUT", `/queue/${id}`, { name, color, was: 1 })).body.error).toBe("ERR_NO_QUEUE_FOUND");
});

test("a file goes along without a save: its event comes, and it stays when another saves the tree", async () => {
  const { id, options: [option] } = await aQueue({ options: [node("Cardápio")] });
  const emitted = balcao.listenAs(balcao.aurora, "Bruno");
  const files = new FormData();
  files.append("medias", new File(["um"], "a.pdf", { type: "application/pdf" }));
  await ana("POST", `/queue-options/${option.id}/file`, files);
  expect(emitted).toMatchObject([{ name: "queue", payload: { record: { id, revision: 1 } } }]);
  const { body } = await ana("PUT", `/queue/${id}/options`, { options: [node("Menu", { id: option.id })], was: 1 });
  expect(body[0].file).toMatchObject({ name: "a.pdf" });
  const { file } = balcao.aurora.read.select().from(queueOptionTable).all().find((row) => row.id === option.id)!;
  // A refused save leaves the file of an option that it would have deleted.
  expect((await ana("PUT", `/queue/${id}/options`, { options: [], was: 1 })).status).toBe(409);
  expect(Deno.readTextFileSync(mediaPath(balcao.aurora, file!))).toBe("um");
});
