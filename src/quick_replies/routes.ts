import { quickReplies } from "../contract/quick_replies.ts";
import type { Company } from "../platform/company.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import { addQuickReply, changeQuickReply, listQuickReplies, removeQuickReply } from "./quick_replies.ts";

export const quickReplyRoutes = routes((on) => {
  on(quickReplies.list, ({ company }) => listQuickReplies(company.read));

  on(quickReplies.add, ({ company, person, body }) =>
    company.write((db, emit) => {
      const record = addQuickReply(db, body, person.id);
      emit("quickMessage", { action: "create", record });
      return record;
    }));

  on(quickReplies.change, ({ company, params, body, person }) =>
    company.write((db, emit) => {
      const record = changeQuickReply(db, params.id, body, { userId: person.id, now: Date.now() });
      emit("quickMessage", { action: "update", record });
      return record;
    }));

  on(quickReplies.remove, ({ company, params }) => remove(company, params.id));
  on(quickReplies.removeMany, ({ company, body }) => outcomesOf(body.ids, (id) => remove(company, id)));
});

function remove(company: Company, id: number) {
  return company.write((db, emit) => {
    removeQuickReply(db, id);
    emit("quickMessage", { action: "delete", id });
    return {};
  });
}
