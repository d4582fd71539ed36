import { checkLimit } from "../companies/limits.ts";
import { queues } from "../contract/queues.ts";
import { queueOptions } from "../contract/queue_options.ts";
import { routes } from "../platform/routes.ts";
import { dropOptionFile, forgetFiles, setOptionFile } from "./option_file.ts";
import { addOption, changeOption, optionsBelow, removeOption, saveTree, treeOf } from "./options.ts";
import { addQueue, changeQueue, listQueues, queueById, rowOf } from "./queues.ts";

export const queueRoutes = routes((on) => {
  on(queues.list, ({ company }) => listQueues(company.read));
  on(queues.show, ({ company, params }) => queueById(company.read, params.id));

  on(queues.add, ({ company, tenants, body }) =>
    company.write((db, tell) => {
      checkLimit(tenants, company, "queues", db);
      const queue = addQueue(db, body);
      tell("queue", { action: "create", record: rowOf(queue) });
      return queue;
    }));

  on(queues.change, ({ company, params, body }) =>
    company.write((db, tell) => {
      const queue = changeQueue(db, params.id, body);
      tell("queue", { action: "update", record: rowOf(queue) });
      return queue;
    }));

  on(
    queueOptions.list,
    ({ company, query }) => optionsBelow(company.read, query.queueId, query.parentId > 0 ? query.parentId : null),
  );
  on(queueOptions.add, ({ company, body }) => company.write((db) => addOption(db, body)));
  on(queueOptions.change, ({ company, params, body }) => company.write((db) => changeOption(db, params.id, body)));
  on(queueOptions.remove, ({ company, params }) => {
    company.write((db) => forgetFiles(company, removeOption(db, params.id)));
    return {};
  });

  on(queueOptions.tree, ({ company, params }) => treeOf(company.read, params.id));
  on(queueOptions.saveTree, ({ company, params, body }) =>
    company.write((db) => {
      const { options, unused } = saveTree(db, params.id, body.options);
      forgetFiles(company, unused);
      return options;
    }));
  on(queueOptions.setFile, ({ company, params, files }) => setOptionFile(company, params.id, files));
  on(queueOptions.dropFile, ({ company, params }) => dropOptionFile(company, params.id));
});
