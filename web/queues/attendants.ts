import { type User, users } from "../../src/contract/users.ts";
import { call } from "../call.ts";
import { keptWhileReading } from "../tickets/choices.ts";

/** Everybody of the company with the queues that they serve; for administrators. */
export const attendantsAtom = keptWhileReading(async () => {
  const all: User[] = [];
  for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
    const page = await call(users.search, { pageNumber, searchParam: "" });
    all.push(...page.users as User[]);
    hasMore = page.hasMore;
  }
  return all;
});
