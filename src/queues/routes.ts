import { companyAsked } from "../companies/asked_company.ts";
import { checkLimit, checkStorage, storageLeft } from "../companies/limits.ts";
import { queues } from "../contract/queues.ts";
import { wholeQueues } from "../contract/whole_queues.ts";
import { queueOptions } from "../contract/queue_options.ts";
import { routes } from "../platform/routes.ts";
import { removeQueue } from "../tickets/remove_queue.ts";
import { dropOptionFile, forgetFiles, setOptionFile } from "./option_file.ts";
import { addOption, changeOption, optionById, optionsBelow, removeOption, treeOf } from "./options.ts";
import { listQueues, queueById } from "./queues.ts";
import { emitSaved, type Maker, saveNewQueue, saveOptions, saveQueue } from "./save.ts";

export const queueRoutes = routes((on) => {
  on(queues.remove, ({ company, params }) => {
    removeQueue(company, params.id);
    return {};
  });
  on(queues.list, ({ query, ...asked }) => listQueues(companyAsked(asked, query.companyId).read));
  on(
    wholeQueues.show,
    ({ company: { read }, params: { id } }) => ({ ...queueById(read, id), options: treeOf(read, id) }),
  );

  on(wholeQueues.add, ({ company, tenants, body, person }) =>
    company.write((db) => {
      checkLimit(tenants, company, "queues", db);
      return saveNewQueue(company, body, makerOf(person));
    }));
  on(
    wholeQueues.change,
    ({ company, params, body, person }) => saveQueue(company, params.id, body, makerOf(person)),
  );

  on(
    queueOptions.list,
    ({ company, query }) => optionsBelow(company.read, query.queueId, query.parentId > 0 ? query.parentId : null),
  );
  on(queueOptions.add, ({ company, body, person }) =>
    company.write((db, emit) => {
      const option = addOption(db, body);
      emitSaved(db, emit, option.queueId, makerOf(person));
      return option;
    }));
  on(queueOptions.change, ({ company, params, body, person }) =>
    company.write((db, emit) => {
      const option = changeOption(db, params.id, body);
      emitSaved(db, emit, option.queueId, makerOf(person));
      return option;
    }));
  on(queueOptions.remove, ({ company, params, person }) =>
    company.write((db, emit) => {
      const { queueId } = optionById(db, params.id);
      forgetFiles(company, removeOption(db, params.id));
      emitSaved(db, emit, queueId, makerOf(person));
      return {};
    }));

  on(queueOptions.tree, ({ company, params }) => treeOf(company.read, params.id));
  on(
    queueOptions.saveTree,
    ({ company, params, body, person }) => saveOptions(company, params.id, body, makerOf(person)),
  );
  on(queueOptions.setFile, ({ company, params, files, tenants }) => {
    for (const { size } of files) checkStorage(tenants, company, size);
    return setOptionFile(company, params.id, files);
  }, ({ company, params, tenants }) => {
    optionById(company.read, params.id);
    return storageLeft(tenants, company);
  });
  on(queueOptions.dropFile, ({ company, params }) => dropOptionFile(company, params.id));
});

function makerOf({ id }: { id: number }): Maker {
  return { userId: id, now: Date.now() };
}
