import { queues } from "../contract/queues.ts";
import { routes } from "../platform/routes.ts";
import { listQueues } from "./queues.ts";

export const queueRoutes = routes((on) => {
  on(queues.list, ({ company }) => listQueues(company.read));
});
