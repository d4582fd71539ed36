import * as z from "zod/mini";
import { get } from "./call.ts";
import { Id, PageNumber, SearchParam } from "./fields.ts";
import { QueueRef } from "./queues.ts";

export const UserRef = z.object({ id: Id, name: z.string() });
export type UserRef = z.infer<typeof UserRef>;

/** An attendant with presence, as lists of colleagues show it. */
export const Colleague = z.extend(UserRef, { online: z.boolean() });
export type Colleague = z.infer<typeof Colleague>;

/** A colleague whom a ticket may be given to, in one of the queues that they serve. */
export const Attendant = z.extend(Colleague, { queues: z.array(QueueRef) });
export type Attendant = z.infer<typeof Attendant>;

export const users = {
  search: get("/users", "Users by name, with their queues", {
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ users: z.array(Attendant), hasMore: z.boolean() }),
  }),
  list: get("/users/list", "The company's users", { answer: z.array(Colleague) }),
};
