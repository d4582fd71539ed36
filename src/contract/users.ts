import * as z from "zod/mini";
import { get } from "./call.ts";
import { Id } from "./fields.ts";

export const UserRef = z.object({ id: Id, name: z.string() });
export type UserRef = z.infer<typeof UserRef>;

/** An attendant with presence, as lists of colleagues show it. */
export const Colleague = z.extend(UserRef, { online: z.boolean() });
export type Colleague = z.infer<typeof Colleague>;

export const users = {
  list: get("/users/list", "The company's users", { answer: z.array(Colleague) }),
};
