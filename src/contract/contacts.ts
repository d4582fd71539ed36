import * as z from "zod/mini";
import { get } from "./call.ts";
import { Id, PageNumber, SearchParam } from "./fields.ts";

export const Contact = z.object({
  id: Id,
  name: z.string(),
  /** Digits only; empty when only a WhatsApp LID is known. */
  number: z.string(),
  email: z.string(),
  isGroup: z.boolean(),
  profilePicUrl: z.nullable(z.string()),
});
export type Contact = z.infer<typeof Contact>;

export const contacts = {
  list: get("/contacts", "Contacts by name", {
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ contacts: z.array(Contact), hasMore: z.boolean() }),
  }),
  show: get("/contacts/:id", "One contact", { answer: Contact }),
};
