import * as z from "zod/mini";
import { get, put } from "./call.ts";
import { readPixKey } from "../shared/pix_key.ts";
import { typed } from "./fields.ts";
import { PIX_GATEWAYS } from "./pix_gateways.ts";
import { MAIL_SECURITY } from "./mail_security.ts";
import { Setting, type SettingRule } from "./settings.ts";
import { Was } from "./revisions.ts";

const SWITCH = ["enabled", "disabled"] as const;
/** The longest name of a product (characters). */
export const LONGEST_BRAND = 30;
/** No value is longer than this (characters). */
const LONGEST = 20_000;

/** What the provider chooses for the whole installation (behaviour.md, Companies, plans, money). */
export const PROVIDER_SETTINGS = {
  /** Whether strangers may sign up. */
  userCreation: { values: SWITCH, start: "enabled" },
  /** Where super users begin: with the tickets or the dashboard as everybody, or with the cockpit. */
  firstPage: { values: ["", "cockpit"], start: "" },
  /** For how many months the logs of what people do are kept. */
  auditMonths: { values: ["6", "12", "24", "60"], start: "12" },
  /** Machines of the provider's own network that companies may name all the same: webhooks, files, billing systems. */
  innerHosts: { most: 2000, pattern: /^[\w.:-]+(?:[\s,]+[\w.:-]+)*$/, start: "" },
  /** Whether people may be told while the product is closed (push.ts), and push services beside those of the browsers. */
  push: { values: SWITCH, start: "enabled" },
  pushHosts: { most: 2000, pattern: /^[\w.:-]+(?:[\s,]+[\w.:-]+)*$/, start: "" },
  /** By which push services know this server. */
  pushKey: { start: "", isSecret: true, isGenerated: true },
  /** How companies pay by Pix (pix.ts). */
  pixGateway: { values: PIX_GATEWAYS, start: "", isOfSet: true },
  pixKey: { start: "", isGood: (typed) => readPixKey(typed) !== undefined, isOfSet: true },
  /** Whose key it is and where, as the payer reads it. */
  pixName: { start: "", isOfSet: true },
  pixCity: { start: "", isOfSet: true },
  /** Efí's, or another bank's that speaks the same. */
  efiAddress: { pattern: /^https:\/\/[\w.-]+(:\d{1,5})?\/?$/, start: "https://pix.api.efipay.com.br", isOfSet: true },
  efiClientId: { start: "", isSecret: true, isOfSet: true },
  efiClientSecret: { start: "", isSecret: true, isOfSet: true },
  /** The certificate and its key, as PEM. */
  efiCertificate: {
    most: LONGEST,
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    start: "",
    isSecret: true,
    isOfSet: true,
  },
  /** What the bank's notices say in their address, so that strangers cannot have us ask the bank. */
  efiWebhookSecret: { start: "", isSecret: true, isGenerated: true },
  /** Whether the words of the backups' key are still to be asked back (backups.ts). */
  recoveryWords: { values: ["", "owed"], start: "", isGenerated: true },
  /** What the keys are known by again that lie beside the database: the server's own, and that of the backups. */
  serverKeyPrint: { start: "", isGenerated: true },
  backupKeyPrint: { start: "", isGenerated: true },
  /** Where the latter lay last: a folder that is renamed leaves it behind. */
  backupKeyPath: { start: "", isGenerated: true },
  /** The app at Meta, by which companies' accounts there are reached (meta.ts). */
  metaAppId: { pattern: /^\d{3,30}$/, start: "", isOfSet: true },
  metaSecret: { start: "", isSecret: true, isOfSet: true },
  /** Of accounts that log in with Instagram itself. */
  metaInstagramAppId: { pattern: /^\d{3,30}$/, start: "", isOfSet: true },
  metaInstagramSecret: { start: "", isSecret: true, isOfSet: true },
  metaVersion: { pattern: /^v\d{2}\.\d$/, start: "v25.0", isOfSet: true },
  /** What Meta says when it makes sure of our address. */
  metaVerifyToken: { start: "", isSecret: true, isGenerated: true },
  /** The server that sends e-mails (mail.ts); empty: nothing is mailed. */
  smtpHost: { most: 253, start: "", isOfSet: true },
  smtpPort: { pattern: /^\d{1,5}$/, start: "465", isOfSet: true },
  smtpSecurity: { values: MAIL_SECURITY, start: "tls", isOfSet: true },
  smtpUser: { start: "", isOfSet: true },
  smtpPassword: { start: "", isSecret: true, isOfSet: true },
  mailFrom: { start: "", isOfSet: true },
  /** Where the links in e-mails lead. A request's own `Host` says nothing: whoever asks could name any. */
  siteAddress: { start: "", isOfSet: true },
  /** What the provider is told of by itself (alerts.ts): kinds between spaces. */
  alertKinds: { start: "line disk backup certificate damage restart", pattern: /^[a-z ]+$/, isOfSet: true },
  /** To every super user. */
  alertMail: { values: SWITCH, start: "enabled", isOfSet: true },
  /** Where alerts are posted, too, and what they are signed with. */
  alertUrl: { most: 500, start: "", isOfSet: true },
  alertSecret: { start: "", isSecret: true, isGenerated: true },
  /** The product as the provider's customers know it (brand.ts). */
  brandName: { most: LONGEST_BRAND, start: "Balcão", isOfSet: true },
  brandColor: { pattern: /^#[0-9a-f]{6}$/, start: "", isOfSet: true },
  helpLink: { most: 500, start: "", isOfSet: true },
  termsUrl: { most: 500, start: "", isOfSet: true },
  privacyUrl: { most: 500, start: "", isOfSet: true },
  /** The pictures' names in the folder `public`, with their kind: `<name>.png`. */
  brandLogo: { start: "", isOfSet: true },
  brandIcon: { start: "", isOfSet: true },
  brandAppIcon: { start: "", isOfSet: true },
} as const satisfies Record<string, SettingRule>;

/** What is set together and counts as one record, by the call that changes it. */
export const PROVIDER_SETS = {
  alerts: ["alertKinds", "alertMail", "alertUrl"],
  brand: ["brandName", "brandColor", "helpLink", "termsUrl", "privacyUrl"],
  /** Each a file of its own. */
  brandPictures: ["brandLogo", "brandIcon", "brandAppIcon"],
  mail: ["smtpHost", "smtpPort", "smtpSecurity", "smtpUser", "smtpPassword", "mailFrom", "siteAddress"],
  meta: ["metaAppId", "metaSecret", "metaInstagramAppId", "metaInstagramSecret", "metaVersion"],
  pix: ["pixGateway", "pixKey", "pixName", "pixCity", "efiAddress", "efiClientId", "efiClientSecret"],
  /** A file of its own: who uploads one changes nothing of what is being typed about Pix. */
  certificate: ["efiCertificate"],
} as const satisfies Record<string, readonly (keyof typeof PROVIDER_SETTINGS)[]>;
export type ProviderSettingKey = keyof typeof PROVIDER_SETTINGS;

export function providerRuleOf(key: ProviderSettingKey): SettingRule {
  return PROVIDER_SETTINGS[key];
}

export function isProviderSettingKey(key: string): key is ProviderSettingKey {
  return Object.hasOwn(PROVIDER_SETTINGS, key);
}

export const providerSettings = {
  list: get("/provider/settings", "What the provider has set; secrets only as set or not", {
    who: "provider-settings:edit",
    answer: z.array(Setting),
  }),
  change: put("/provider/settings/:key", "Set one of them", {
    who: "provider-settings:edit",
    body: z.object({ value: typed(0, LONGEST), was: Was }),
    answer: Setting,
  }),
};
