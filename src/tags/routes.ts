import { tags } from "../contract/tags.ts";
import type { Company } from "../platform/company.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import { addTag, allTags, changeTag, listTags, removeTag, tagById } from "./tags.ts";

export const tagRoutes = routes((on) => {
  on(tags.all, ({ company }) => allTags(company.read));
  on(tags.list, ({ company, query }) => listTags(company.read, query));
  on(tags.show, ({ company, params }) => tagById(company.read, params.id));

  on(tags.add, ({ company, person, body }) =>
    company.write((db, tell) => {
      const record = addTag(db, body, person.id);
      tell("tag", { action: "create", record });
      return record;
    }));

  on(tags.change, ({ company, params, body, person }) =>
    company.write((db, tell) => {
      const record = changeTag(db, params.id, body, { userId: person.id, now: Date.now() });
      tell("tag", { action: "update", record });
      return record;
    }));

  on(tags.remove, ({ company, params }) => remove(company, params.id));
  on(tags.removeMany, ({ company, body }) => outcomesOf(body.ids, (id) => remove(company, id)));
});

function remove(company: Company, id: number) {
  return company.write((db, tell) => {
    removeTag(db, id);
    tell("tag", { action: "delete", id });
    return {};
  });
}
