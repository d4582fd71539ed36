import { connectionRows } from "../connections/connections.ts";
import { firstSteps } from "../contract/first_steps.ts";
import { routes } from "../platform/routes.ts";
import { listQueues } from "../queues/queues.ts";
import { setting } from "../settings/settings.ts";
import { listUsers } from "../users/users.ts";

export const firstStepRoutes = routes((on) => {
  on(firstSteps.show, ({ company: { read } }) => ({
    connection: connectionRows(read).some(({ status, number }) => status === "CONNECTED" || Boolean(number)),
    queue: listQueues(read).length > 0,
    users: listUsers(read).length > 1,
    hours: setting(read, "scheduleType") !== "disabled",
  }));
});
