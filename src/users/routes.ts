import { users } from "../contract/users.ts";
import { routes } from "../platform/routes.ts";
import { listUsers, searchUsers } from "./users.ts";

export const userRoutes = routes((on) => {
  on(users.search, ({ company, query }) => {
    const { users, hasMore } = searchUsers(company.read, query);
    return { users: users.map((user) => ({ ...user, online: company.hub.isPresent(user.id) })), hasMore };
  });
  on(
    users.list,
    ({ company }) => listUsers(company.read).map((user) => ({ ...user, online: company.hub.isPresent(user.id) })),
  );
});
