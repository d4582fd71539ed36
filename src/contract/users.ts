import * as z from "zod/mini";
import { Ids, Outcomes } from "./bulk.ts";
import { del, get, post, put } from "./call.ts";
import { Email, Id, PageNumber, QueryCompany, SearchParam, typed } from "./fields.ts";
import { LEAST, MOST } from "../shared/passwords.ts";
import { QueueRef } from "./queues.ts";
import { Revision, Was } from "./revisions.ts";
import { sorting } from "./sorting.ts";

export const UserRef = z.object({ id: Id, name: z.string() });
export type UserRef = z.infer<typeof UserRef>;

/** An attendant with presence, as lists of colleagues show it. */
export const Colleague = z.extend(UserRef, { online: z.boolean() });
export type Colleague = z.infer<typeof Colleague>;

/** A colleague whom a ticket may be given to, in one of the queues that they serve. */
export const Attendant = z.extend(Colleague, { queues: z.array(QueueRef) });
export type Attendant = z.infer<typeof Attendant>;

/** A user as those see it who may change it: administrators, and the person. */
export const User = z.extend(Attendant, {
  email: z.string(),
  profile: z.enum(["admin", "user"]),
  revision: Revision,
  /** For administrators: a code is asked for at their login. */
  hasSecondFactor: z.optional(z.boolean()),
});
export type User = z.infer<typeof User>;

export const Password = z.string().check(z.minLength(LEAST), z.maxLength(MOST));
/** Left empty, it is none. */
const TypedPassword = z.pipe(
  z.optional(z.string().check(z.maxLength(200))),
  z.transform((text: string | undefined) => text === "" ? undefined : text),
);

export const UserForm = z.object({
  name: typed(2, 50),
  email: Email,
  /** Left empty, it stays as it is. */
  password: z.pipe(TypedPassword, z.optional(Password)),
  /** With a new password or another e-mail of one's own: the password that counted so far. */
  currentPassword: z.optional(z.string().check(z.maxLength(200))),
  /** Both only from those who hold user-modal:editProfile and user-modal:editQueues. */
  profile: z.optional(z.enum(["admin", "user"])),
  queueIds: z.optional(z.array(Id).check(z.maxLength(500))),
  /** It counts only from super users: of everybody else the company is that of the token. */
  companyId: z.optional(z.nullable(Id)),
});

/** Without a password nobody could log in. */
export const NewUserForm = z.extend(UserForm, { password: z.pipe(TypedPassword, Password) });

export const USER_SORTS = ["name", "email", "profile"] as const;

export const users = {
  search: get("/users", "Users by name, for administrators by e-mail too, with their queues", {
    /** By e-mail and profile only for administrators: an order tells what it orders by. */
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber, ...sorting(USER_SORTS) }),
    /** With e-mail and profile when an administrator asks. */
    answer: z.object({ users: z.array(z.union([User, Attendant])), hasMore: z.boolean() }),
  }),
  show: get("/users/:id", "One user: anybody's own record, or any for an administrator", {
    query: z.object({ companyId: QueryCompany }),
    answer: User,
  }),
  add: post("/users", "Add a user with a login", {
    who: "drawer-admin-items:view",
    body: NewUserForm,
    answer: User,
  }),
  change: put("/users/:id", "Change a user: one's own record, or any for an administrator", {
    body: z.extend(UserForm, { was: Was }),
    answer: User,
  }),
  remove: del("/users/:id", "Delete a user; their open tickets go back to waiting; a super user any company's", {
    who: "drawer-admin-items:view",
    query: z.object({ companyId: QueryCompany }),
  }),
  removeMany: post("/users/bulk/delete", "Delete up to 500 users, each by itself", {
    who: "drawer-admin-items:view",
    body: z.object({ ids: Ids }),
    answer: Outcomes,
  }),
  list: get("/users/list", "The company's users; for a super user those of any company, the first of them first", {
    query: z.object({ companyId: QueryCompany }),
    answer: z.array(Colleague),
  }),
};
