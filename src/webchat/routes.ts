import { webchat } from "../contract/webchat.ts";
import { routes } from "../platform/routes.ts";
import { changeWebchat, shownWebchat } from "./webchats.ts";

export const webchatRoutes = routes((on) => {
  on(webchat.show, ({ company, params }) => shownWebchat(company.read, params.id));

  on(webchat.change, ({ company, params, body }) => {
    company.write((db) => changeWebchat(db, params.id, body));
    return shownWebchat(company.read, params.id);
  });
});
