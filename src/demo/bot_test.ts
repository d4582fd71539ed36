import { expect, test } from "vitest";
import { lintQueue } from "../shared/bot/lint.ts";
import { listQueues, queueById, queuesOfUser } from "../queues/queues.ts";
import { treeOf } from "../queues/options.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { seedBot } from "./bot.ts";

test("the demonstration's bot has options on two levels, and nothing of what the screens warn of", async () => {
  const balcao = await aBalcao();
  const { aurora } = balcao;
  const ids = ["Encomendas", "Entregas", "Atacado"].map((name) =>
    listQueues(aurora.read).find((queue) => queue.name === name)!.id
  );
  aurora.write((db) => seedBot(db, 1, ids));
  const options = ids.flatMap((id) => treeOf(aurora.read, id));
  expect(options.filter(({ parentId }) => parentId !== null).map(({ title }) => title)).toEqual([
    "Bolos",
    "Salgados para festa",
    "Pães e cestas",
  ]);
  const queues = ids.map((id) => queueById(aurora.read, id));
  const people = [1, 2, 3].map((id) => ({ id, queueIds: queuesOfUser(aurora.read, id).map((queue) => queue.id) }));
  const found = queues.flatMap((queue) => lintQueue(queue, { queues, options, people }, true));
  expect(found).toEqual([]);
  await balcao.close();
});
