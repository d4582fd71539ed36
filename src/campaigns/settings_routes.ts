import { campaignSettings } from "../contract/campaign_settings.ts";
import { routes } from "../platform/routes.ts";
import { seesCampaigns } from "./campaigns.ts";
import { changing, timeZoneOf } from "./changing.ts";
import { changePace, listPaces } from "./paces.ts";
import { listCampaignSettings, setCampaignSettings, settingsOfCampaigns } from "./settings.ts";

export const campaignSettingRoutes = routes((on) => {
  on(campaignSettings.list, ({ company }) => listCampaignSettings(company.read));
  on(campaignSettings.change, ({ company, body }) =>
    changing(company, (db) => {
      setCampaignSettings(db, body);
      return listCampaignSettings(db);
    }));
  on(campaignSettings.paces, ({ company, tenants }) => {
    const timeZone = timeZoneOf(tenants, company);
    return company.write((db) => listPaces(db, settingsOfCampaigns(db), timeZone, Date.now()));
  });
  on(campaignSettings.changePace, ({ company, params, body, tenants }) => {
    const when = { timeZone: timeZoneOf(tenants, company), now: Date.now() };
    return changing(company, (db, emit) => {
      changePace(db, params.id, body, when);
      const records = listPaces(db, settingsOfCampaigns(db), when.timeZone, when.now);
      emit("campaignPace", { action: "update", records }, seesCampaigns);
      return records;
    });
  });
});
