import * as z from "zod/mini";
import { get, put } from "./call.ts";
import { BOT_LANGUAGES } from "../shared/bot/texts.ts";
import { typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";
import { PASSWORD_KINDS, PASSWORD_LENGTHS } from "../shared/passwords.ts";

/** What a setting may be. */
export interface SettingRule {
  /** What it may be; any text up to `most` characters (200) where this is left out. */
  values?: readonly string[];
  most?: number;
  pattern?: RegExp;
  /** Whether a value is one, where that is more than a pattern. */
  isGood?: (value: string) => boolean;
  /** Its value until somebody sets it. */
  start: string;
  /** Plain users' screens need it, too. */
  isOpen?: true;
  /** It goes in and never comes out. */
  isSecret?: true;
  /** Made by the server, typed by nobody. */
  isGenerated?: true;
  /** Set by the provider, shown to the company. */
  isProviders?: true;
  /** Set together with others, by a call of their own that checks them as one. */
  isOfSet?: true;
}

/** How long (months) a company may choose to keep conversations; 0 = forever. */
export const KEEP_MONTHS = ["0", "3", "6", "12", "24", "36", "60"] as const;
const SWITCH = ["enabled", "disabled"] as const;
/** The bot's own words; empty: its usual ones. */
const BOT_TEXT = { most: 1000, start: "", isOpen: true } as const;
const BOT_LINE = { most: 200, start: "", isOpen: true } as const;
/** No setting is longer than this (characters). */
const LONGEST = 1000;
/** Where a setting says nothing else. */
export const USUAL_LENGTH = 200;

/** What a company can set (spec 2 §3, Setting; `reopenMinutes` from behaviour.md). */
export const SETTINGS = {
  userRating: { values: SWITCH, start: "disabled", isOpen: true },
  scheduleType: { values: ["disabled", "queue", "company"], start: "disabled", isOpen: true },
  call: { values: SWITCH, start: "enabled", isOpen: true },
  CheckMsgIsGroup: { values: SWITCH, start: "enabled", isOpen: true },
  chatBotType: { values: ["text"], start: "text", isOpen: true },
  /** Minutes within which a closed ticket is taken up again, up to 30 days; 0 = never. */
  reopenMinutes: { pattern: /^(0|[1-9]\d{0,3}|[1-3]\d{4}|4[0-2]\d{3}|43[01]\d\d|43200)$/, start: "120", isOpen: true },
  /** What says no more than thanks, parted by commas: it takes no closed ticket up again (behaviour.md, Tickets). */
  thanks: {
    most: 1000,
    start: "obrigado, obrigada, muito obrigado, muito obrigada, brigado, brigada, obg, agradecido, agradecida, " +
      "valeu, vlw, ok, okay, blz, beleza, certo, combinado, perfeito, show, thanks, thank you, thx, gracias, " +
      "muchas gracias, 👍, 🙏, 👌, 👏, ❤️, 😊, 😉, 🙌",
  },
  /** The menu comes while nobody is there, too, after the text that says so (behaviour.md, Opening hours). */
  nightMenu: { values: SWITCH, start: "enabled", isOpen: true },
  botLanguage: { values: BOT_LANGUAGES, start: "pt", isOpen: true },
  botMiss: BOT_TEXT,
  botHandOver: BOT_TEXT,
  botOutOfHours: BOT_TEXT,
  botBack: BOT_LINE,
  botFirstMenu: BOT_LINE,
  botRating: BOT_TEXT,
  botRatingScale: BOT_LINE,
  botCall: BOT_TEXT,
  botTaxNumber: BOT_TEXT,
  botTaxNumberMiss: BOT_TEXT,
  botNoBill: BOT_TEXT,
  botBillFault: BOT_TEXT,
  /** What the company asks of passwords beyond the specification's 5 to 50 characters. */
  passwordLength: { values: PASSWORD_LENGTHS, start: "5", isOpen: true },
  passwordKinds: { values: PASSWORD_KINDS, start: "any", isOpen: true },
  /** Whether everybody must give a code at login, too. */
  secondFactor: { values: ["optional", "required"], start: "optional", isOpen: true },
  /** Disabled: a second login of the same person ends the first (spec 1 §4.1). */
  severalLogins: { values: SWITCH, start: "disabled", isOpen: true },
  /** The checklist of a new company: `new` until an administrator has seen it, `hidden` when it is put away. */
  firstSteps: { values: ["new", "shown", "hidden"], start: "hidden", isOpen: true },
  /** So many months closed tickets keep what was said in them; 0 = forever. */
  keepMonths: { values: KEEP_MONTHS, start: "0" },
  userCreation: { values: SWITCH, start: "enabled", isProviders: true },
  campaignsEnabled: { values: ["true", "false", "enabled"], start: "false", isOpen: true, isProviders: true },
  ipixc: { start: "" },
  tokenixc: { start: "", isSecret: true },
  ipmkauth: { start: "" },
  clientidmkauth: { start: "", isSecret: true },
  clientsecretmkauth: { start: "", isSecret: true },
  asaas: { start: "", isSecret: true },
} as const satisfies Record<string, SettingRule>;
export type SettingKey = keyof typeof SETTINGS;

/** The systems in which customers' bills are looked up, and the settings that each of them needs. */
export const BILL_SYSTEMS = {
  ixc: ["ipixc", "tokenixc"],
  mkAuth: ["ipmkauth", "clientidmkauth", "clientsecretmkauth"],
  asaas: ["asaas"],
} as const satisfies Record<string, readonly SettingKey[]>;

/** Whether one of them is filled in; `shown` as a screen gets the settings. */
export function hasBillSystem(shown: readonly Pick<Setting, "key" | "value" | "isSet">[]): boolean {
  const isFilled = (key: string) =>
    shown.some((one) => one.key === key && (ruleOf(key as SettingKey).isSecret ? one.isSet : one.value !== ""));
  return Object.values(BILL_SYSTEMS).some((keys) => keys.every(isFilled));
}

export function ruleOf(key: SettingKey): SettingRule {
  return SETTINGS[key];
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

export const Setting = z.object({
  key: z.string(),
  /** Always empty for a secret. */
  value: z.string(),
  /** Whether it was ever set: all that is told of a secret. */
  isSet: z.boolean(),
  revision: Revision,
});
export type Setting = z.infer<typeof Setting>;

export const settings = {
  list: get("/settings", "What the company has set; secrets only as set or not, and only to administrators", {
    answer: z.array(Setting),
  }),
  change: put("/settings/:key", "Set one of them", {
    who: "settings-page:edit",
    body: z.object({ key: z.optional(z.string()), value: typed(0, LONGEST), was: Was }),
    answer: Setting,
  }),
};
