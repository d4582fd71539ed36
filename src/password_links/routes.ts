import { companyAsked } from "../companies/asked_company.ts";
import { refuse } from "../contract/errors.ts";
import { passwordLinks } from "../contract/password_links.ts";
import { networkOf } from "../platform/caller.ts";
import { routes } from "../platform/routes.ts";
import { giveLogin, userDetails } from "../users/users.ts";
import { checkNotAboveOneself } from "../users/logins.ts";
import { mailPasswordLink, sendForgotten } from "./mailed.ts";
import { linkedPerson, makePasswordLink, usePasswordLink } from "./password_links.ts";

export const passwordLinkRoutes = routes((on) => {
  on(passwordLinks.make, ({ tenants, person, params, body, ...asked }) => {
    const company = companyAsked({ tenants, person, ...asked }, body.companyId);
    // One's own password is changed by who knows the old one.
    if (company === asked.company && person.id === params.id) refuse("ERR_NO_PERMISSION");
    checkNotAboveOneself(tenants, company, person, params.id);
    const { id: userId } = userDetails(company.read, params.id);
    giveLogin(tenants, company, userId);
    return makePasswordLink(tenants, { companyId: company.id, userId }, new Date());
  });

  on(passwordLinks.mail, ({ tenants, person, params, body: { language, companyId }, ...asked }) => {
    const company = companyAsked({ tenants, person, ...asked }, companyId);
    if (company === asked.company && person.id === params.id) refuse("ERR_NO_PERMISSION");
    checkNotAboveOneself(tenants, company, person, params.id);
    const { id: userId } = userDetails(company.read, params.id);
    giveLogin(tenants, company, userId);
    return {
      expiresAt: mailPasswordLink(tenants, { companyId: company.id, userId, language, by: person }, new Date()),
    };
  });

  on(passwordLinks.forgot, ({ tenants, body, http }) => {
    sendForgotten(tenants, { ...body, network: networkOf(http.var.caller.address) }, new Date());
    return {};
  });

  on(passwordLinks.show, ({ tenants, body }) => linkedPerson(tenants, body.token, new Date()));

  on(passwordLinks.use, async ({ tenants, body }) => {
    await usePasswordLink(tenants, body.token, body.password, new Date());
    return {};
  });
});
