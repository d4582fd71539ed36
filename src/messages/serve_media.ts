import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { sessionOf } from "../access/authenticate.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { maySeeTicket } from "../contract/permissions.ts";
import type { Read } from "../platform/company.ts";
import { mediaPath, serveFile } from "../platform/media.ts";
import type { Vars } from "../platform/routes.ts";
import { checkMayWork, type Session } from "../platform/session.ts";
import { ticketTable } from "../tickets/table.ts";
import { readMediaAddress } from "./media_address.ts";
import { mediaTable, messageTable } from "./table.ts";

/**
 * Files of messages: to a bearer token that may see the ticket, or to a short-lived signed address of one who may see it
 * still.
 */
export const mediaRoutes = new Hono<Vars>()
  .get("/media/signed/:token", async (http) => {
    const { tenants } = http.var;
    const { companyId, messageId, userId, sessionId } = await readMediaAddress(tenants.keys, http.req.param("token"));
    return serve(http.req.raw, sessionOf(tenants, { sid: sessionId, uid: userId, cid: companyId }), messageId);
  })
  .get("/media/:id{[0-9]+}", (http) => {
    const { who } = http.var;
    if (who instanceof Refusal) throw who;
    return serve(http.req.raw, who, Number(http.req.param("id")));
  });

function serve(request: Request, session: Session, messageId: number): Promise<Response> {
  session.token?.admit();
  checkMayWork(session, { scope: "tickets" });
  const { company, person } = session;
  const { media, ticket } = mediaOf(company.read, messageId);
  if (!maySeeTicket(person, ticket)) refuse("ERR_NO_PERMISSION");
  return serveFile(request, mediaPath(company, media.file!), media);
}

function mediaOf(db: Read, messageId: number) {
  const found = db.select({ media: mediaTable, ticket: ticketTable }).from(mediaTable)
    .innerJoin(messageTable, eq(messageTable.id, mediaTable.messageId))
    .innerJoin(ticketTable, eq(ticketTable.id, messageTable.ticketId))
    .where(eq(mediaTable.messageId, messageId)).all()[0] ?? refuse("ERR_NO_MESSAGE_FOUND");
  if (found.media.state !== "ready" || !found.media.file) refuse("ERR_WAPP_DOWNLOAD_MEDIA");
  return found;
}
