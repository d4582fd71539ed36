import { refuse } from "../contract/errors.ts";
import { LARGEST_CERTIFICATE, pix } from "../contract/pix.ts";
import type { Setting } from "../contract/settings.ts";
import { noticePath } from "../invoices/notice.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { readCertificate } from "./certificate.ts";
import { freshGatewayOf } from "./chosen_gateway.ts";
import { GatewayFault } from "./gateway.ts";
import { pixShown, saveCertificate, savePix } from "./pix_settings.ts";

export const pixRoutes = routes((on) => {
  on(pix.show, ({ tenants }) => shown(tenants));

  on(pix.save, ({ tenants, person, body: { was, ...typed } }) => {
    const { provider, keys } = tenants, by = { by: person, now: Date.now(), was, keys };
    publish(tenants, provider.write((db) => savePix(db, typed, by)));
    return shown(tenants);
  });

  on(pix.setCertificate, async ({ tenants, person, files }) => {
    const { provider, keys } = tenants, found = await certificateOf(files);
    publish(tenants, provider.write((db) => saveCertificate(db, found, { by: person, now: Date.now(), keys })));
    return shown(tenants);
  }, ({ http }) => {
    // What is a little too large is found out when it is there, what is much too large before anything is stored.
    const most = 2 * LARGEST_CERTIFICATE;
    if (Number(http.req.header("content-length")) > most) refuse("ERR_FILE_TOO_LARGE");
    return most;
  });

  on(pix.test, async ({ tenants, body }) => {
    const gateway = freshGatewayOf(tenants) ?? refuse("ERR_PIX_NOT_SET_UP");
    const siteAddress = body.siteAddress.replace(/\/$/, "");
    try {
      await gateway.registerNotices(siteAddress + noticePath(tenants));
    } catch (error) {
      if (!(error instanceof GatewayFault)) throw error;
      refuse("ERR_BANK", { detail: { fault: error.reason } });
    } finally {
      gateway.close();
    }
    return { siteAddress };
  });
});

function shown({ provider, keys }: Tenants) {
  return pixShown(provider.read, keys);
}

async function certificateOf(files: ReceivedFile[]) {
  const [received] = files;
  if (!received?.path || files.length > 1) {
    refuse("ERR_INVALID_INPUT", { fields: { file: received ? "too_long" : "required" } });
  }
  if (received.size > LARGEST_CERTIFICATE) refuse("ERR_FILE_TOO_LARGE", { detail: { name: received.name } });
  return await readCertificate(await Deno.readFile(received.path), received.name);
}

function publish(tenants: Tenants, changed: Setting[]): void {
  for (const record of changed) publishToSupers(tenants, "providerSetting", { action: "update", record });
}
