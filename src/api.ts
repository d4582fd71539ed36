import { Hono } from "hono";
import { accessRoutes } from "./access/routes.ts";
import { accountRoutes } from "./access/user_routes.ts";
import { botRoutes } from "./bot/routes.ts";
import { contactRoutes } from "./contacts/routes.ts";
import { CALLS } from "./contract/contract.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { draftRoutes } from "./drafts/routes.ts";
import { mergeRoutes } from "./inbox/routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import { mediaRoutes } from "./messages/serve_media.ts";
import { noteRoutes } from "./notes/routes.ts";
import { outboxRoutes } from "./outbox/routes.ts";
import { openApi } from "./platform/openapi.ts";
import type { Vars } from "./platform/routes.ts";
import { quickReplyRoutes } from "./quick_replies/routes.ts";
import { queueRoutes } from "./queues/routes.ts";
import { VERSION } from "./root.ts";
import { scheduleRoutes } from "./schedules/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { contactNetworkRoutes } from "./sessions/contact_routes.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import type { Sessions } from "./sessions/sessions.ts";
import { companyRoutes } from "./settings/company_routes.ts";
import { settingRoutes } from "./settings/routes.ts";
import { tagRoutes } from "./tags/routes.ts";
import { ticketRoutes } from "./tickets/routes.ts";
import { userRoutes } from "./users/routes.ts";

/** Every call of the product, below /api. */
export function api(sessions: Sessions): Hono<Vars> {
  const app = new Hono<Vars>({ strict: false });
  const document = openApi(CALLS, VERSION);
  app.get("/openapi.json", (http) => http.json(document));
  app.route("/", mediaRoutes);
  app.route("/", accessRoutes);
  // Before the tickets', whose /tickets/:id would take /tickets/search for an id.
  app.route("/", messageRoutes);
  app.route("/", ticketRoutes);
  app.route("/", botRoutes);
  app.route("/", draftRoutes);
  app.route("/", outboxRoutes);
  app.route("/", sessionRoutes(sessions));
  app.route("/", contactRoutes);
  app.route("/", contactNetworkRoutes(sessions));
  app.route("/", noteRoutes);
  app.route("/", mergeRoutes);
  app.route("/", queueRoutes);
  app.route("/", settingRoutes);
  app.route("/", companyRoutes);
  app.route("/", tagRoutes);
  app.route("/", quickReplyRoutes);
  app.route("/", scheduleRoutes);
  app.route("/", searchRoutes);
  app.route("/", dashboardRoutes);
  app.route("/", userRoutes);
  app.route("/", accountRoutes);
  return app;
}
