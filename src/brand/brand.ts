import { PROVIDER_SETS } from "../contract/provider_settings.ts";
import type * as z from "zod/mini";
import type { Brand, BrandForm, BrandPicture } from "../contract/brand.ts";
import type { Setting } from "../contract/settings.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import {
  type By,
  changeSettingSet,
  mayStrangersSignUp,
  providerSetting,
  settingSet,
} from "../provider_settings/provider_settings.ts";

const PICTURE_KEYS = {
  logo: "brandLogo",
  icon: "brandIcon",
  appIcon: "brandAppIcon",
} as const satisfies Record<BrandPicture, string>;

/** Where a picture of the brand is to be had. */
export const BRAND_PATH = "/api/public/brand";

/** The product as its provider's customers know it. */
export interface ProductBrand {
  name: string;
  /** `#rrggbb`, or null: the product's own blue. */
  color: string | null;
  /** The names of the pictures in the folder `public`, with their kind; null: the product's own mark. */
  logo: string | null;
  icon: string | null;
}

/** How the product is named and drawn. `db` is provider.db here, always. */
export function brandOf(db: Read): ProductBrand {
  return {
    name: providerSetting(db, "brandName"),
    color: providerSetting(db, "brandColor") || null,
    logo: pictureOf(db, "logo"),
    icon: pictureOf(db, "icon"),
  };
}

/** A picture's name in the folder `public`; null when none is set. */
export function pictureOf(db: Read, which: BrandPicture): string | null {
  return providerSetting(db, PICTURE_KEYS[which]) || null;
}

/** Everything that screens know of it, strangers' too. */
export function brandShown(db: Read): Brand {
  const { name, color, logo, icon } = brandOf(db);
  const link = (key: "helpLink" | "termsUrl" | "privacyUrl") => providerSetting(db, key) || null;
  const addressOf = (picture: string | null) => picture && `${BRAND_PATH}/${picture}`;
  return {
    name,
    color,
    logo: addressOf(logo),
    icon: addressOf(icon),
    appIcon: addressOf(pictureOf(db, "appIcon")),
    helpLink: link("helpLink"),
    termsUrl: link("termsUrl"),
    privacyUrl: link("privacyUrl"),
    hasMail: providerSetting(db, "smtpHost") !== "",
    signUp: mayStrangersSignUp(db),
    revision: settingSet(db, PROVIDER_SETS.brand).revision,
  };
}

type Change = By & { was?: number; keys: Keys };

/** Sets name, colour and links. `was` is the revision that its maker saw. */
export function changeBrand(db: Write, form: z.output<typeof BrandForm>, { was, ...by }: Change): Setting[] {
  const { name: brandName, color: brandColor, ...links } = form;
  return changeSettingSet(
    db,
    { values: { brandName, brandColor, ...links }, of: PROVIDER_SETS.brand, was, shown: brandShown },
    by,
  );
}

/** Sets a picture, or takes it off; the last one counts. */
export function changePicture(db: Write, which: BrandPicture, name: string | null, by: By & { keys: Keys }): Setting[] {
  const key = PICTURE_KEYS[which];
  return changeSettingSet(db, { values: { [key]: name ?? "" }, of: [key], shown: brandShown }, by);
}
