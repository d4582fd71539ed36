import { Hono } from "hono";
import { accessRoutes } from "../access/routes.ts";
import { securityRoutes } from "../access/security_routes.ts";
import { companyRoutes } from "../companies/routes.ts";
import { connectionRoutes } from "../connections/routes.ts";
import { contactRoutes } from "../contacts/routes.ts";
import { CALLS } from "../contract/contract.ts";
import { dashboardRoutes } from "../dashboard/routes.ts";
import { draftRoutes } from "../drafts/routes.ts";
import { firstStepRoutes } from "../first_steps/routes.ts";
import { holidayRoutes } from "../holidays/routes.ts";
import { mergeRoutes } from "../merges/routes.ts";
import { messageRoutes } from "../messages/routes.ts";
import { mediaRoutes } from "../messages/serve_media.ts";
import { noteRoutes } from "../notes/routes.ts";
import { openApi } from "../platform/openapi.ts";
import type { Vars } from "../platform/routes.ts";
import { queueRoutes } from "../queues/routes.ts";
import { quickReplyRoutes } from "../quick_replies/routes.ts";
import { VERSION } from "../root.ts";
import { scheduleRoutes } from "../schedules/routes.ts";
import { searchRoutes } from "../search/routes.ts";
import { settingRoutes } from "../settings/routes.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { tagRoutes } from "../tags/routes.ts";
import { ticketRoutes } from "../tickets/routes.ts";
import { severalTicketRoutes } from "../tickets/several_routes.ts";
import { userRoutes } from "../users/routes.ts";

/** Every call of the product, below /api. */
export function api(supervisor: Supervisor): Hono<Vars> {
  const app = new Hono<Vars>({ strict: false });
  const document = openApi(CALLS, VERSION);
  app.get("/openapi.json", (http) => http.json(document));
  app.route("/", mediaRoutes);
  app.route("/", accessRoutes);
  app.route("/", securityRoutes);
  app.route("/", companyRoutes);
  app.route("/", connectionRoutes(supervisor));
  app.route("/", contactRoutes(supervisor));
  app.route("/", dashboardRoutes);
  app.route("/", draftRoutes);
  app.route("/", firstStepRoutes);
  app.route("/", holidayRoutes);
  app.route("/", mergeRoutes);
  app.route("/", messageRoutes(supervisor));
  app.route("/", noteRoutes);
  app.route("/", queueRoutes);
  app.route("/", quickReplyRoutes);
  app.route("/", scheduleRoutes);
  app.route("/", searchRoutes);
  app.route("/", settingRoutes);
  app.route("/", tagRoutes);
  // Before the calls whose /tickets/:id would take /tickets/bulk for an id.
  app.route("/", severalTicketRoutes);
  app.route("/", ticketRoutes(supervisor));
  app.route("/", userRoutes);
  return app;
}
