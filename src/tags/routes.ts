import { tags } from "../contract/tags.ts";
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

  on(tags.remove, ({ company, params }) =>
    company.write((db, tell) => {
      removeTag(db, params.id);
      tell("tag", { action: "delete", id: params.id });
      return {};
    }));
});
