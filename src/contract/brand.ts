import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { typed } from "./fields.ts";
import { LONGEST_BRAND } from "./provider_settings.ts";
import { Revision, Was } from "./revisions.ts";

/** An address of another site, by https alone; empty for none. */
const Link = z.pipe(
  typed(0, 500),
  z.string().check(z.refine((text) => text === "" || (/^https:\/\/[^\s/?#\\@]/i.test(text) && URL.canParse(text)))),
);

export const BrandForm = z.object({
  name: typed(1, LONGEST_BRAND),
  /** `#rrggbb`; empty: the product's own blue. */
  color: z.pipe(
    z.pipe(z.string().check(z.maxLength(20)), z.transform((text: string) => text.trim().toLowerCase())),
    z.string().check(z.regex(/^(#[0-9a-f]{6})?$/)),
  ),
  helpLink: Link,
  termsUrl: Link,
  privacyUrl: Link,
});

/** How the product is named and drawn, and what its login page needs to know. */
export const Brand = z.object({
  name: z.string(),
  color: z.nullable(z.string()),
  /** The addresses of pictures; null: the product's own mark. */
  logo: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  /** Where the product is installed as an app; systems cut their own shape out of it. */
  appIcon: z.nullable(z.string()),
  helpLink: z.nullable(z.string()),
  termsUrl: z.nullable(z.string()),
  privacyUrl: z.nullable(z.string()),
  /** Whether e-mails can be sent. */
  hasMail: z.boolean(),
  /** Whether strangers may sign up. */
  signUp: z.boolean(),
  revision: Revision,
});
export type Brand = z.infer<typeof Brand>;

/** The pictures of a brand. */
export const BRAND_PICTURES = ["logo", "icon", "appIcon"] as const;
export type BrandPicture = typeof BRAND_PICTURES[number];
/** Bytes. */
export const LARGEST_BRAND_PICTURE = 500_000;
/** The app's icon is a square PNG, this wide at least (px): what Android installs with. */
export const SMALLEST_APP_ICON = 192;
/** What they may be. */
export const BRAND_PICTURE_TYPES = ["image/png", "image/jpeg", "image/svg+xml"];

export const brand = {
  show: get("/brand", "How the product is named and drawn, and what its login page needs to know", {
    who: "public",
    answer: Brand,
  }),
  change: put("/provider/brand", "Set the product's name, colour and links", {
    who: "provider-settings:edit",
    body: z.extend(BrandForm, { was: Was }),
    answer: Brand,
  }),
  setPicture: post(
    "/provider/brand/:key",
    "Set the logo, the icon (PNG, JPEG or SVG) or the app's icon (a square PNG), up to 500 kB",
    {
      who: "provider-settings:edit",
      files: "file",
      answer: Brand,
    },
  ),
  dropPicture: del("/provider/brand/:key", "Take the logo or an icon off", {
    who: "provider-settings:edit",
    answer: Brand,
  }),
};
