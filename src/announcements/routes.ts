import type { AnyCall } from "../contract/call.ts";
import { announcements, LARGEST_PICTURE } from "../contract/announcements.ts";
import { refuse } from "../contract/errors.ts";
import { publishToAll } from "../platform/publish_to_all.ts";
import { type Asked, routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import {
  addAnnouncement,
  announcementFor,
  announcementOf,
  announcementRow,
  changeAnnouncement,
  listAnnouncements,
  readAnnouncements,
  type Reader,
  removeAnnouncement,
  setPicture,
} from "./announcements.ts";
import { forgetPicture, keepPicture } from "./pictures.ts";
import type { AnnouncementRow } from "./table.ts";

export const announcementRoutes = routes((on) => {
  on(announcements.list, (asked) => listAnnouncements(asked.tenants.provider.read, readerOf(asked), asked.query));
  on(announcements.show, (asked) => announcementFor(asked.tenants.provider.read, readerOf(asked), asked.params.id));

  on(announcements.read, (asked) => {
    const reader = readerOf(asked), { tenants, company, person, body: { ids } } = asked;
    tenants.provider.write((db) => readAnnouncements(db, reader, ids));
    // On the person's other screens, too.
    company.hub.publish("announcementRead", { ids }, (each) => each.id === person.id);
    return {};
  });

  on(announcements.add, ({ tenants, body, ...asked }) => {
    const row = tenants.provider.write((db) => {
      const added = addAnnouncement(db, body, Date.now());
      // Whoever has written it has seen it.
      readAnnouncements(db, readerOf(asked), [added.id]);
      return added;
    });
    publish(tenants, row, "create");
    return announcementFor(tenants.provider.read, readerOf(asked), row.id);
  });

  on(announcements.change, ({ tenants, params, body, ...asked }) => {
    const by = { by: asked.person, now: Date.now() };
    const { row, before } = tenants.provider.write((db) => changeAnnouncement(db, params.id, body, by));
    publish(tenants, row, "update", before);
    return announcementFor(tenants.provider.read, readerOf(asked), params.id);
  });

  on(announcements.remove, async ({ tenants, params }) => {
    const picture = tenants.provider.write((db) => removeAnnouncement(db, params.id));
    publishToAll(tenants, "announcement", { action: "delete", id: params.id });
    await forgetPicture(tenants, picture);
    return {};
  });

  on(announcements.setPicture, async ({ tenants, params, files, ...asked }) => {
    announcementRow(tenants.provider.read, params.id);
    const picture = keepPicture(tenants, files);
    const by = { by: asked.person, now: Date.now() };
    const { row, before } = tenants.provider.write((db) => setPicture(db, params.id, picture, by));
    publish(tenants, row, "update");
    await forgetPicture(tenants, before);
    return announcementFor(tenants.provider.read, readerOf(asked), params.id);
  }, ({ tenants, params, http }) => {
    announcementRow(tenants.provider.read, params.id);
    // What is a little too large is found out when it is there, what is much too large before anything is stored.
    const most = 2 * LARGEST_PICTURE;
    if (Number(http.req.header("content-length")) > most) refuse("ERR_FILE_TOO_LARGE");
    return most;
  });

  on(announcements.dropPicture, async ({ tenants, params, ...asked }) => {
    const by = { by: asked.person, now: Date.now() };
    const { row, before } = tenants.provider.write((db) => setPicture(db, params.id, null, by));
    publish(tenants, row, "update");
    await forgetPicture(tenants, before);
    return announcementFor(tenants.provider.read, readerOf(asked), params.id);
  });
});

function readerOf({ company, person }: Pick<Asked<AnyCall>, "company" | "person">): Reader {
  return { companyId: company.id, userId: person.id, isSuper: person.super };
}

/** For everybody while it is active; for whom it goes, it is deleted, and super users see it all the same. */
function publish(tenants: Tenants, row: AnnouncementRow, action: "create" | "update", was = row): void {
  const record = announcementOf(row);
  if (row.isActive) return publishToAll(tenants, "announcement", { action, record });
  publishToAll(tenants, "announcement", { action, record }, (person) => person.super);
  if (was.isActive) publishToAll(tenants, "announcement", { action: "delete", id: row.id }, (person) => !person.super);
}
