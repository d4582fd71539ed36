import { may } from "../contract/permissions.ts";
import { users } from "../contract/users.ts";
import { routes } from "../platform/routes.ts";
import { listUsers, searchUsers, userDetails } from "./users.ts";

export const userRoutes = routes((on) => {
  on(users.search, ({ company, person, query }) => {
    const isAdmin = may(person, "user-modal:editProfile");
    const { users, hasMore } = searchUsers(company.read, { ...query, byEmail: isAdmin });
    const shown = users.map((user) => ({
      ...user,
      ...(isAdmin ? userDetails(company.read, user.id) : {}),
      online: company.hub.isPresent(user.id),
    }));
    return { users: shown, hasMore };
  });
  on(
    users.list,
    ({ company }) => listUsers(company.read).map((user) => ({ ...user, online: company.hub.isPresent(user.id) })),
  );
});
