import { createHash } from "node:crypto";
import { Hono } from "hono";
import { brand, BRAND_PICTURES, type BrandPicture, LARGEST_BRAND_PICTURE } from "../contract/brand.ts";
import { refuse } from "../contract/errors.ts";
import type { Setting } from "../contract/settings.ts";
import { publishToAll, publishToSupers } from "../platform/publish_to_all.ts";
import { routes, type Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { brandShown, changeBrand, changePicture, pictureOf } from "./brand.ts";
import { manifestOf } from "./manifest.ts";
import { forgetBrandPicture, keepBrandPicture, startOfIcon } from "./pictures.ts";

/** `brand.show`: browsers keep it, and ask whether it is still so. */
export const brandRoute = new Hono<Vars>().get("/brand", (http) => {
  const answer = JSON.stringify(brandShown(http.var.tenants.provider.read));
  const etag = `"${createHash("sha256").update(answer).digest("base64url").slice(0, 22)}"`;
  const headers = { etag, "cache-control": "no-cache", "content-type": "application/json" };
  const isKnown = http.req.header("if-none-match")?.replace(/^W\//, "") === etag;
  return new Response(isKnown ? null : answer, { status: isKnown ? 304 : 200, headers });
});

/** For browsers that install the product as an app. */
export const manifestRoute = new Hono<Vars>().get("/manifest.webmanifest", async (http) => {
  const { tenants } = http.var;
  const manifest = manifestOf(brandShown(tenants.provider.read), {
    icon: await startOfIcon(tenants, "icon"),
    appIcon: await startOfIcon(tenants, "appIcon"),
  });
  const headers = { "content-type": "application/manifest+json", "cache-control": "no-cache" };
  return http.body(JSON.stringify(manifest), 200, headers);
});

export const brandRoutes = routes((on) => {
  on(brand.change, ({ tenants, person, body: { was, ...form } }) => {
    const by = { by: person, now: Date.now(), was, keys: tenants.keys };
    publish(tenants, tenants.provider.write((db) => changeBrand(db, form, by)));
    return brandShown(tenants.provider.read);
  });

  on(brand.setPicture, async ({ tenants, person, params, files }) => {
    const which = pictureNamed(params.key), name = await keepBrandPicture(tenants, which, files);
    const before = pictureOf(tenants.provider.read, which), by = { by: person, now: Date.now(), keys: tenants.keys };
    publish(tenants, tenants.provider.write((db) => changePicture(db, which, name, by)));
    await forgetBrandPicture(tenants, before);
    return brandShown(tenants.provider.read);
  }, ({ params, http }) => {
    pictureNamed(params.key);
    // What is a little too large is found out when it is there, what is much too large before anything is stored.
    const most = 2 * LARGEST_BRAND_PICTURE;
    if (Number(http.req.header("content-length")) > most) refuse("ERR_FILE_TOO_LARGE");
    return most;
  });

  on(brand.dropPicture, async ({ tenants, person, params }) => {
    const which = pictureNamed(params.key), before = pictureOf(tenants.provider.read, which);
    const by = { by: person, now: Date.now(), keys: tenants.keys };
    publish(tenants, tenants.provider.write((db) => changePicture(db, which, null, by)));
    await forgetBrandPicture(tenants, before);
    return brandShown(tenants.provider.read);
  });
});

function pictureNamed(key: string): BrandPicture {
  const which = BRAND_PICTURES.find((each) => each === key);
  return which ?? refuse("ERR_INVALID_INPUT", { fields: { key: "invalid" } });
}

/** On everybody's screens, whatever their company. */
function publish(tenants: Tenants, changed: Setting[]): void {
  for (const record of changed) publishToSupers(tenants, "providerSetting", { action: "update", record });
  if (changed.length > 0) {
    publishToAll(tenants, "brand", { action: "update", record: brandShown(tenants.provider.read) });
  }
}
