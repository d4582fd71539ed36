import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { sessionOf } from "../access/authenticate.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import { readMediaAddress } from "../messages/media_address.ts";
import type { Read } from "../platform/company.ts";
import { mediaPath, serveFile } from "../platform/media.ts";
import type { Vars } from "../platform/routes.ts";
import { checkMayWork, type Session } from "../platform/session.ts";
import { messageFor } from "./messages.ts";
import { type ChatMediaRow, chatMediaTable } from "./table.ts";

/** What the addresses of chats' files begin with; a signed one opens nothing else. */
export const CHAT_MEDIA = "chat-media";

/** Files of chats: to a bearer token of somebody in it, or to a short-lived signed address of one who is in it still. */
export const chatMediaRoutes = new Hono<Vars>()
  .get(`/${CHAT_MEDIA}/signed/:token`, async (http) => {
    const { tenants } = http.var;
    const { companyId, messageId, userId, sessionId } = await readMediaAddress(
      tenants.keys,
      http.req.param("token"),
      CHAT_MEDIA,
    );
    return serve(http.req.raw, sessionOf(tenants, { sid: sessionId, uid: userId, cid: companyId }), messageId);
  })
  .get(`/${CHAT_MEDIA}/:id{[0-9]+}`, (http) => {
    const { who } = http.var;
    if (who instanceof Refusal) throw who;
    return serve(http.req.raw, who, Number(http.req.param("id")));
  });

function serve(request: Request, session: Session, messageId: number): Promise<Response> {
  checkMayWork(session);
  const { company, person } = session;
  const media = chatMediaFor(company.read, person, messageId);
  return serveFile(request, mediaPath(company, media.file), media);
}

/** The file of a message, for somebody in its chat. */
export function chatMediaFor(db: Read, person: Person, messageId: number): ChatMediaRow {
  messageFor(db, person, messageId);
  return db.select().from(chatMediaTable).where(eq(chatMediaTable.messageId, messageId)).all()[0] ??
    refuse("ERR_NO_MESSAGE_FOUND");
}
