import { users } from "../contract/users.ts";
import { routes } from "../platform/routes.ts";
import { listUsers } from "./users.ts";

export const userRoutes = routes((on) => {
  on(
    users.list,
    ({ company }) => listUsers(company.read).map((user) => ({ ...user, online: company.hub.isPresent(user.id) })),
  );
});
