import * as z from "zod/mini";
import { get, post, put } from "./call.ts";
import { Connection } from "./connections.ts";
import { Id, Moment, typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";

/** An id at Meta: digits. */
const MetaId = z.string().check(z.regex(/^\d{3,30}$/));
/** A token or secret as it is copied from Meta's pages. */
const Secret = z.pipe(z.string(), z.transform((text: string) => text.trim())).check(
  z.refine((text) => /^[\w|.~-]{8,1000}$/.test(text)),
);

/** The provider's app at Meta; secrets only as set or not. */
export const MetaSettings = z.object({
  appId: z.string(),
  secretAt: z.nullable(Moment),
  instagramAppId: z.string(),
  instagramSecretAt: z.nullable(Moment),
  /** Of the Graph API, such as v25.0. */
  version: z.string(),
  /** To be typed in at Meta together with the address, so that it tells us what happens. */
  verifyToken: z.string(),
  noticesAddress: z.string(),
  /** Where people come back to after they have said at Meta whom they let in. */
  loginAddress: z.string(),
  revision: Revision,
});
export type MetaSettings = z.infer<typeof MetaSettings>;

/** A secret that is kept as it is when the field is left empty. */
const KeptSecret = z.optional(z.union([z.literal(""), Secret]));

export const MetaForm = z.object({
  appId: z.union([z.literal(""), MetaId]),
  /** Left out or empty, the one before stays. */
  secret: KeptSecret,
  instagramAppId: z.union([z.literal(""), MetaId]),
  instagramSecret: KeptSecret,
  version: z.string().check(z.regex(/^v\d{2}\.\d$/)),
});

/** What is changed of an account: what is left out stays. */
export const MetaAccountChange = z.object({
  token: z.optional(Secret),
  humanAgent: z.optional(z.boolean()),
});

/** The account at Meta that a connection speaks through; its token is told to nobody. */
export const MetaAccountShown = z.object({
  accountId: z.string(),
  parentId: z.string(),
  tokenExpiresAt: z.nullable(Moment),
  humanAgent: z.boolean(),
  linkedAt: Moment,
});
export type MetaAccountShown = z.infer<typeof MetaAccountShown>;

/** What an account's connection is made from, where its ids and its token are typed in. */
export const MetaAccount = z.object({
  kind: z.enum(["cloud", "facebook", "instagram"]),
  name: typed(2, 50),
  /** Of the phone number, the page or the Instagram account. */
  accountId: MetaId,
  /** Of the business account that the number belongs to; of the page that the Instagram account belongs to, if it does. */
  parentId: z._default(z.string().check(z.regex(/^(\d{3,30})?$/)), ""),
  token: Secret,
  /** Meta lets people answer for seven days there (HUMAN_AGENT). */
  humanAgent: z.optional(z.boolean()),
  queueIds: z.optional(z.array(Id).check(z.maxLength(50))),
});

/** The same of a number at the Cloud API, which is always a business account's. */
export const CloudAccount = z.extend(MetaAccount, { parentId: MetaId });

/** What a login has made of a person's pages. */
const Linked = z.object({
  connections: z.array(Connection),
  /** Names of what was left out, because it is somebody's connection already. */
  taken: z.array(z.string()),
  /** A person manages several pages, of which none is a connection yet: they say which they mean. */
  choice: z.optional(z.object({
    /** To be sent along with what was chosen; good for a while, and for them alone. */
    login: z.string(),
    accounts: z.array(z.object({ accountId: z.string(), kind: z.enum(["facebook", "instagram"]), name: z.string() })),
  })),
});
export type MetaLinked = z.infer<typeof Linked>;

export const meta = {
  show: get("/provider/meta", "The provider's app at Meta, without secrets", {
    who: "provider-settings:edit",
    answer: MetaSettings,
  }),
  save: put("/provider/meta", "Set the provider's app at Meta", {
    who: "provider-settings:edit",
    body: z.extend(MetaForm, { was: Was }),
    answer: MetaSettings,
  }),
  state: get("/facebook", "Whether accounts at Meta can be linked here", {
    who: "connections-page:addConnection",
    answer: z.object({ isSetUp: z.boolean() }),
  }),
  /** As the spec has it (2 §7): the person has logged in at Meta already. */
  link: post("/facebook", "Make connections of the pages that a person manages at Meta", {
    who: "connections-page:addConnection",
    body: z.object({
      facebookUserId: z.optional(z.string().check(z.maxLength(50))),
      facebookUserToken: Secret,
      addInstagram: z.optional(z.boolean()),
    }),
    answer: Linked,
  }),
  login: post("/facebook/login", "Where to log in at Meta, to let us answer for pages", {
    who: "connections-page:addConnection",
    body: z.object({ addInstagram: z.optional(z.boolean()) }),
    answer: z.object({ address: z.string() }),
  }),
  finish: post("/facebook/login/finish", "Come back from Meta with its code", {
    who: "connections-page:addConnection",
    body: z.object({ code: z.string().check(z.maxLength(2000)), state: z.string().check(z.maxLength(1000)) }),
    answer: Linked,
  }),
  choose: post("/facebook/login/choose", "Make connections of some of the pages that a login has shown", {
    who: "connections-page:addConnection",
    body: z.object({
      login: z.string().check(z.maxLength(4000)),
      accountIds: z.array(MetaId).check(z.minLength(1), z.maxLength(200)),
    }),
    answer: Linked,
  }),
  add: post("/facebook/account", "Make a connection of an account whose ids and token are known", {
    who: "connections-page:addConnection",
    body: MetaAccount,
    answer: Connection,
  }),
  move: post(
    "/whatsapp/:id/official",
    "Go on with a linked connection by the Cloud API: its tickets, queues and texts stay",
    {
      who: "connections-page:addConnection",
      body: z.pick(MetaAccount, { accountId: true, parentId: true, token: true }),
      answer: Connection,
    },
  ),
  account: get("/whatsapp/:id/account", "The account at Meta that a connection speaks through", {
    who: "connections-page:editOrDeleteConnection",
    answer: MetaAccountShown,
  }),
  change: put("/whatsapp/:id/account", "Give a connection another token", {
    who: "connections-page:editOrDeleteConnection",
    body: MetaAccountChange,
    answer: Connection,
  }),
};
