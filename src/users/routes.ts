import { may } from "../contract/permissions.ts";
import { users } from "../contract/users.ts";
import { routes } from "../platform/routes.ts";
import { listUsers, searchUsers, userDetails, usersWithSecondFactor } from "./users.ts";

export const userRoutes = routes((on) => {
  on(users.search, ({ company, tenants, person, query }) => {
    const isAdmin = may(person, "user-modal:editProfile");
    const { users, hasMore } = searchUsers(company.read, { ...query, byEmail: isAdmin });
    const withFactor = isAdmin ? usersWithSecondFactor(tenants, company.id) : undefined;
    const shown = users.map((user) => ({
      ...user,
      ...(withFactor ? { ...userDetails(company.read, user.id), hasSecondFactor: withFactor.has(user.id) } : {}),
      online: company.hub.isPresent(user.id),
    }));
    return { users: shown, hasMore };
  });
  on(
    users.list,
    ({ company }) => listUsers(company.read).map((user) => ({ ...user, online: company.hub.isPresent(user.id) })),
  );
});
