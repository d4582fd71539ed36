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
    company.write((db, emit) => {
      const record = addTag(db, body, person.id);
      emit("tag", { action: "create", record });
      return record;
    }));

  on(tags.change, ({ company, params, body, person }) =>
    company.write((db, emit) => {
      const record = changeTag(db, params.id, body, { userId: person.id, now: Date.now() });
      emit("tag", { action: "update", record });
      return record;
    }));

  on(tags.remove, ({ company, params }) => remove(company, params.id));
  on(tags.removeMany, ({ company, body }) => outcomesOf(body.ids, (id) => remove(company, id)));
});

function remove(company: Company, id: number) {
  return company.write((db, emit) => {
    removeTag(db, id);
    emit("tag", { action: "delete", id });
    return {};
  });
}
