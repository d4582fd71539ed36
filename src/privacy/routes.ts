import { KEPT, longest } from "../backups/keep.ts";
import { contactById } from "../contacts/contacts.ts";
import { refuse } from "../contract/errors.ts";
import { privacy } from "../contract/privacy.ts";
import { mediaAddress } from "../messages/media_address.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { routes } from "../platform/routes.ts";
import { userById } from "../users/users.ts";
import { CONTACT_DATA } from "./contact_file.ts";
import { eraseContact, leaveNoTrace } from "./erase.ts";
import { erasureById, listErasures, listRetention } from "./reports.ts";

const backupDays = longest(KEPT);

/** So long (ms) somebody waits until all is written over in a large file; then it goes on without them. */
const PATIENCE = 20_000;

export const privacyRoutes = routes((on) => {
  on(privacy.export, async ({ company, person, params, session, tenants }) => {
    if (!contactById(company.read, params.id)) refuse("ERR_NO_CONTACT_FOUND");
    const right = { companyId: company.id, messageId: params.id, userId: person.id, sessionId: session.id };
    return { address: await mediaAddress(tenants.keys, right, new Date(), CONTACT_DATA) };
  });

  on(privacy.erase, async ({ company, person, params, tenants }) => {
    const by = { id: person.id, name: userById(company.read, person.id)?.name ?? "" };
    const report = await eraseContact(tenants, company, params.id, { by, now: Date.now() });
    await Promise.race([withoutTrace(company), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    return await erasureById({ tenants, companyId: company.id, backupDays }, report);
  });

  on(privacy.list, async ({ company, tenants }) => ({
    erasures: await listErasures({ tenants, companyId: company.id, backupDays }),
    retention: listRetention(company.read),
  }));
});

async function withoutTrace(company: Company): Promise<void> {
  try {
    await leaveNoTrace(company);
  } catch (error) {
    // They are erased: the night tries again what is left of it.
    log.error("What was erased could not be written over yet", { company: company.id, error });
  }
}
