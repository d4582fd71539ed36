import { expect, test } from "vitest";
import { DEEPEST, MOST_OPTIONS, type QueueOption } from "../contract/queue_options.ts";
import { mediaPath } from "../platform/media.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { queueOptionTable } from "./table.ts";

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

let nth = 0;
const aQueue = async (): Promise<number> =>
  (await ana("POST", "/queue", { name: `Fila ${++nth}`, color: `#0000${10 + nth}` })).body.id;
const add = async (queueId: number, title: string, rest: object = {}): Promise<QueueOption> =>
  (await ana("POST", "/queue-options", { queueId, title, ...rest })).body;
const shown = async (queueId: number): Promise<string[]> =>
  (await ana("GET", `/queue/${queueId}/options`)).body.map(({ option, title }: QueueOption) => `${option} ${title}`);
const save = (queueId: number, options: object[]) => ana("PUT", `/queue/${queueId}/options`, { options });
const node = (title: string, is: object = {}) => ({ id: null, parent: null, title, ...is });

test("options are added at the end or in a place, at the top or below another, and are read level by level", async () => {
  const queueId = await aQueue();
  const cakes = await add(queueId, "Bolos", { message: "Qual bolo?", parentId: -1 });
  await add(queueId, "Pães");
  await add(queueId, "Salgados", { option: 1 });
  await add(queueId, "De chocolate", { parentId: cakes.id });
  expect(await shown(queueId)).toEqual(["1 Salgados", "2 Bolos", "1 De chocolate", "3 Pães"]);
  const level = async (parentId: number) =>
    (await ana("GET", `/queue-options?queueId=${queueId}&parentId=${parentId}`)).body.map((one: QueueOption) =>
      one.title
    );
  expect([await level(-1), await level(cakes.id)]).toEqual([["Salgados", "Bolos", "Pães"], ["De chocolate"]]);
  expect(cakes).toMatchObject({ message: "Qual bolo?", action: "human", toQueueId: null, file: null, parentId: null });
});

test("a deleted option takes along what is below it, and its later siblings move up", async () => {
  const queueId = await aQueue();
  const [first] = [await add(queueId, "Um"), await add(queueId, "Dois"), await add(queueId, "Três")];
  await add(queueId, "Um e meio", { parentId: first.id });
  await ana("DELETE", `/queue-options/${first.id}`);
  expect(await shown(queueId)).toEqual(["1 Dois", "2 Três"]);
});

test("an option is moved among its siblings and changed; what is left out stays", async () => {
  const queueId = await aQueue();
  await add(queueId, "Um");
  await add(queueId, "Dois");
  const third = await add(queueId, "Três", { message: "Olá" });
  const { body } = await ana("PUT", `/queue-options/${third.id}`, { title: "Zero", option: 1 });
  expect(body).toMatchObject({ title: "Zero", message: "Olá", option: 1 });
  expect(await shown(queueId)).toEqual(["1 Zero", "2 Um", "3 Dois"]);
});

test("a whole tree is saved at once: what is new comes, what moved keeps its id, what is left out goes", async () => {
  const queueId = await aQueue();
  const { body: first } = await save(queueId, [
    node("Bolos"),
    node("De festa", { parent: 0, action: "close", message: "Até logo" }),
    node("Pães", { action: "queue", toQueueId: 2 }),
  ]);
  expect(first.map((one: QueueOption) => [one.option, one.title, one.parentId])).toEqual([
    [1, "Bolos", null],
    [1, "De festa", first[0].id],
    [2, "Pães", null],
  ]);
  // "De festa" goes up to the top before its former parent is left out.
  const { body: second } = await save(queueId, [
    node("Pães", { id: first[2].id, action: "user", toUserId: 2 }),
    node("De festa", { id: first[1].id }),
    node("Novo", { parent: 1 }),
  ]);
  expect(second.map(({ id }: QueueOption) => id).slice(0, 2)).toEqual([first[2].id, first[1].id]);
  expect(second[0]).toMatchObject({ action: "user", toUserId: 2, toQueueId: null });
  expect(await shown(queueId)).toEqual(["1 Pães", "2 De festa", "1 Novo"]);
});

test("five hundred options twenty levels deep are saved and read; one more of either is refused", async () => {
  const queueId = await aQueue();
  const chain = Array.from(
    { length: DEEPEST },
    (_, at) => node(`Nível ${at + 1}`, { parent: at === 0 ? null : at - 1 }),
  );
  const wide = Array.from({ length: MOST_OPTIONS - DEEPEST }, (_, at) => node(`Opção ${at + 1}`, { parent: 0 }));
  expect((await save(queueId, [...chain, ...wide])).body).toHaveLength(MOST_OPTIONS);
  expect(await shown(queueId)).toHaveLength(MOST_OPTIONS);
  expect((await add(queueId, "Mais uma") as unknown as { error: string }).error).toBe("ERR_TREE_TOO_LARGE");
  expect((await save(queueId, [...chain, node("Mais fundo", { parent: DEEPEST - 1 })])).body.error).toBe(
    "ERR_TREE_TOO_LARGE",
  );
  expect((await save(queueId, [...chain, ...wide, node("Mais uma")])).status).toBe(400);
  expect(await shown(queueId)).toHaveLength(MOST_OPTIONS);
});

test("a tree that bites its own tail, or comes from another queue or company, is refused and changes nothing", async () => {
  const queueId = await aQueue(), otherId = await aQueue();
  const mine = await add(queueId, "Minha"), other = await add(otherId, "Outra");
  const wrong: [object[], string][] = [
    [[node("Um", { parent: 1 }), node("Dois", { parent: 0 })], "ERR_INVALID_INPUT"],
    [[node("Um", { parent: 0 })], "ERR_INVALID_INPUT"],
    [[node("Um", { id: mine.id }), node("Dois", { id: mine.id })], "ERR_INVALID_INPUT"],
    [[node("Um", { id: other.id })], "ERR_NO_QUEUE_OPTION_FOUND"],
    [[node("Um", { action: "queue", toQueueId: 999 })], "ERR_NO_QUEUE_FOUND"],
    [[node("Um", { action: "user", toUserId: 999 })], "ERR_NO_USER_FOUND"],
    [[node("")], "ERR_INVALID_INPUT"],
  ];
  for (const [options, error] of wrong) expect((await save(queueId, options)).body.error).toBe(error);
  expect(await shown(queueId)).toEqual(["1 Minha"]);
  expect((await ana("POST", "/queue-options", { queueId, parentId: other.id, title: "Fora" })).body.error).toBe(
    "ERR_NO_QUEUE_OPTION_FOUND",
  );
  expect((await nina("GET", `/queue/${queueId}/options`)).body.error).toBe("ERR_NO_QUEUE_FOUND");
  expect((await nina("PUT", `/queue-options/${mine.id}`, { title: "Tomada" })).body.error).toBe(
    "ERR_NO_QUEUE_OPTION_FOUND",
  );
  expect((await bruno("GET", `/queue/${queueId}/options`)).body.error).toBe("ERR_NO_PERMISSION");
});

test("a file goes along with an option, is replaced by another, and is gone with the option", async () => {
  const queueId = await aQueue();
  const option = await add(queueId, "Cardápio");
  const fileOf = () =>
    balcao.aurora.read.select().from(queueOptionTable).all().find(({ id }) => id === option.id)?.file;
  const upload = (text: string) => {
    const form = new FormData();
    form.append("medias", new File([text], "Cardápio.pdf", { type: "application/pdf" }));
    return ana("POST", `/queue-options/${option.id}/file`, form);
  };
  expect((await upload("um")).body.file).toEqual({ name: "Cardápio.pdf", mimetype: "application/pdf", size: 2 });
  const first = mediaPath(balcao.aurora, fileOf()!);
  expect(Deno.readTextFileSync(first)).toBe("um");
  await upload("dois");
  const second = mediaPath(balcao.aurora, fileOf()!);
  await expect.poll(() => exists(first)).toBe(false);
  expect(Deno.readTextFileSync(second)).toBe("dois");
  expect((await save(queueId, [node("Cardápio da casa", { id: option.id })])).body[0].file).toMatchObject({ size: 4 });
  await ana("DELETE", `/queue-options/${option.id}`);
  await expect.poll(() => exists(second)).toBe(false);
});

test("a file is taken off again", async () => {
  const option = await add(await aQueue(), "Cardápio");
  const form = new FormData();
  form.append("medias", new File(["um"], "a.pdf", { type: "application/pdf" }));
  await ana("POST", `/queue-options/${option.id}/file`, form);
  expect((await ana("DELETE", `/queue-options/${option.id}/file`)).body.file).toBeNull();
});

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
