import { eq } from "drizzle-orm";
import { checkStorage, storageLeft } from "../companies/limits.ts";
import { listItemTable, numberCheckTable } from "../contact_lists/table.ts";
import { campaigns } from "../contract/campaigns.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { may } from "../contract/permissions.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { mediaPath, serveFile } from "../platform/media.ts";
import type { Maker } from "../platform/revisions.ts";
import { routes } from "../platform/routes.ts";
import { checkMayWork } from "../platform/session.ts";
import { campaignOf, campaignRow, emitCampaign, listCampaigns, seesCampaigns, someCampaigns } from "./campaigns.ts";
import { outlookOfCampaign } from "./forecast.ts";
import { cancelCampaign, restartCampaign, retryFailed, startCampaign } from "./move.ts";
import { checkCampaign } from "./preview.ts";
import { exportRecipients, firstShipping, listRecipients } from "./recipients.ts";
import { reportOf } from "./report.ts";
import { changing, timeZoneOf } from "./changing.ts";
import { addCampaign, changeCampaign, dropMedia, removeCampaign, setMedia } from "./save.ts";
import { sendTest } from "./try_out.ts";

export const campaignRoutes = routes((on) => {
  on(campaigns.list, ({ company, query }) => listCampaigns(company, query));
  on(campaigns.compare, ({ company, query }) => someCampaigns(company, query.ids.slice(0, 10)));
  on(campaigns.show, ({ company, params, tenants }) => {
    const row = campaignRow(company.read, params.id), campaign = campaignOf(company, row);
    const { contactList } = campaign;
    return {
      ...campaign,
      contactList: contactList && { ...contactList, contacts: firstContacts(company.read, contactList.id) },
      shipping: firstShipping(company.read, params.id),
      ...outlookOfCampaign(tenants, company, row, Date.now()),
    };
  });

  on(campaigns.add, ({ company, body, tenants }) => {
    const when = { timeZone: timeZoneOf(tenants, company), now: Date.now() };
    return changing(company, (db, emit) => {
      const { id } = addCampaign(db, body, when);
      return emitCampaign(company, db, emit, id, { action: "create" });
    });
  });
  on(campaigns.change, ({ company, params, body, person, tenants }) => {
    const how = { timeZone: timeZoneOf(tenants, company), by: makerOf(person) };
    return changing(company, (db, emit) => {
      changeCampaign(company, db, params.id, body, how);
      return emitCampaign(company, db, emit, params.id);
    });
  });
  on(campaigns.remove, ({ company, params }) =>
    changing(company, (db, emit) => {
      removeCampaign(company, db, params.id);
      emit("campaign", { action: "delete", id: params.id }, seesCampaigns);
      return {};
    }));

  on(campaigns.setMedia, ({ company, params, files, person, tenants }) => {
    for (const { size } of files) checkStorage(tenants, company, size);
    return changing(company, (db, emit) => {
      setMedia(company, db, params.id, files, makerOf(person));
      return emitCampaign(company, db, emit, params.id);
    });
  }, ({ company, params, tenants }) => {
    campaignRow(company.read, params.id);
    return storageLeft(tenants, company);
  });
  on(campaigns.dropMedia, ({ company, params, person }) =>
    changing(company, (db, emit) => {
      dropMedia(company, db, params.id, makerOf(person));
      return emitCampaign(company, db, emit, params.id);
    }));

  on(campaigns.start, ({ company, params, tenants }) => {
    const when = { timeZone: timeZoneOf(tenants, company), now: Date.now() };
    return moving(company, params.id, (db) => startCampaign(company, db, params.id, when));
  });
  on(
    campaigns.cancel,
    ({ company, params }) => moving(company, params.id, (db, emit) => cancelCampaign(db, emit, params.id, Date.now())),
  );
  on(campaigns.restart, ({ company, params, tenants }) => {
    const when = { timeZone: timeZoneOf(tenants, company), now: Date.now() };
    return moving(company, params.id, (db) => restartCampaign(company, db, params.id, when));
  });
  on(campaigns.retryFailed, ({ company, params }) => {
    let again = 0;
    moving(company, params.id, (db) => void (again = retryFailed(db, params.id, Date.now())));
    return { again };
  });

  on(campaigns.check, ({ company, body, tenants }) => {
    const timeZone = timeZoneOf(tenants, company);
    return checkCampaign(tenants, company, body.campaign, { timeZone, from: body.from, now: Date.now() });
  });
  on(campaigns.test, ({ company, params, body }) => {
    sendTest(company, params.id, body, Date.now());
    return {};
  });

  on(campaigns.report, ({ company, params, tenants }) => reportOf(tenants, company, params.id, Date.now()));
  on(campaigns.recipients, ({ company, params, query }) => {
    campaignRow(company.read, params.id);
    return listRecipients(company.read, params.id, query);
  });
  on(campaigns.export, ({ company, params, query }) => {
    campaignRow(company.read, params.id);
    return exportRecipients(company.read, params.id, query);
  });
});

/** The campaign's file, to whoever may edit campaigns. */
campaignRoutes.get("/campaigns/:id{[0-9]+}/media", (http) => {
  const { who } = http.var;
  if (who instanceof Refusal) throw who;
  checkMayWork(who);
  if (!may(who.person, "campaigns:edit")) refuse("ERR_NO_PERMISSION");
  if (!who.hasCampaigns) refuse("ERR_CAMPAIGNS_DISABLED");
  const { file, fileName, fileMimetype } = campaignRow(who.company.read, Number(http.req.param("id")));
  if (file === null) refuse("ERR_WAPP_DOWNLOAD_MEDIA");
  return serveFile(http.req.raw, mediaPath(who.company, file), { name: fileName, mimetype: fileMimetype });
});

function makerOf({ id }: { id: number }): Maker {
  return { userId: id, now: Date.now() };
}

function moving(company: Company, id: number, move: (db: Write, emit: Emit) => void) {
  return changing(company, (db, emit) => {
    move(db, emit);
    return emitCampaign(company, db, emit, id, { recipients: true });
  });
}

function firstContacts(db: Read, listId: number) {
  return db.select({ id: listItemTable.id, jid: numberCheckTable.jid, checked: numberCheckTable.number })
    .from(listItemTable).leftJoin(numberCheckTable, eq(numberCheckTable.number, listItemTable.number))
    .where(eq(listItemTable.listId, listId)).orderBy(listItemTable.id).limit(100).all()
    .map(({ id, jid, checked }) => ({ id, isWhatsappValid: checked === null ? null : jid !== null }));
}
