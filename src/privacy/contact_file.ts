import { Hono } from "hono";
import { sessionOf } from "../access/authenticate.ts";
import { contactById } from "../contacts/contacts.ts";
import type { ContactRow } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import { may } from "../contract/permissions.ts";
import { readMediaAddress } from "../messages/media_address.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { mediaPath } from "../platform/media.ts";
import type { Vars } from "../platform/routes.ts";
import { checkMayWork } from "../platform/session.ts";
import { packed, type Part, partOfFile, partOfJson } from "../platform/tar.ts";
import { gather, messagesOf } from "./gather.ts";

/** What the addresses of such files begin with; a signed one opens nothing else. */
export const CONTACT_DATA = "contact-data";

/** All that is known of a contact as one file, to a short-lived signed address of an administrator who is one still. */
export const contactFileRoutes = new Hono<Vars>()
  .get(`/${CONTACT_DATA}/signed/:token`, async (http) => {
    const { tenants } = http.var, { keys } = tenants;
    const right = await readMediaAddress(keys, http.req.param("token"), CONTACT_DATA);
    const session = sessionOf(tenants, { sid: right.sessionId, uid: right.userId, cid: right.companyId });
    checkMayWork(session);
    if (!may(session.person, "contacts-page:exportContacts")) refuse("ERR_NO_PERMISSION");
    const { company } = session, contact = contactById(company.read, right.messageId) ?? refuse("ERR_NO_CONTACT_FOUND");
    return new Response(ReadableStream.from(named(company, packed(partsOf(company, contact)))), {
      headers: {
        "content-type": "application/x-tar",
        "content-disposition": `attachment; filename="contato-${contact.id}.tar"`,
        "cache-control": "no-store",
      },
    });
  });

/** Whoever breaks off is no fault; anything else that ends the stream is noted. */
async function* named(company: Company, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    log.error("A contact's data could not be exported", { company: company.id, error });
    throw error;
  }
}

async function* partsOf(company: Company, contact: ContactRow): AsyncGenerator<Part> {
  yield partOfJson("dados.json", gather(company.read, contact));
  let page = 0;
  for await (const messages of messagesOf(() => company.read, contact.id)) {
    yield partOfJson(`mensagens-${String(++page).padStart(4, "0")}.json`, messages);
    for (const { id, media } of messages) {
      if (media?.file) yield* fileOf(mediaPath(company, media.file), `arquivos/${id}-${safe(media.name)}`);
    }
  }
}

/** A file that somebody has deleted meanwhile is left out. */
async function* fileOf(path: string, name: string): AsyncGenerator<Part> {
  const part = await partOfFile(name, path).catch(() => undefined);
  if (part) yield part;
}

/** A name that every system may give a file; what a customer called it may lead anywhere. */
function safe(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_").replace(/^\.+/, "").slice(-80) || "arquivo";
}
