import { newNumericId, newSecret } from "./ids.ts";
import { ADMIN } from "./login/me.ts";
import type { InstagramLine, Line, MessengerLine, MetaApp, Token, WhatsAppAccount, WhatsAppLine } from "./model.ts";
import { issueToken, LONG, SCOPES } from "./tokens.ts";
import type { World } from "./world.ts";

/** Everything that an app may follow. */
const ALL_FIELDS: MetaApp["fields"] = {
  whatsapp_business_account: ["messages", "message_template_status_update", "user_preferences"],
  page: [
    "messages",
    "message_echoes",
    "message_deliveries",
    "message_reads",
    "message_reactions",
    "message_edits",
    "messaging_postbacks",
  ],
  instagram: ["messages", "message_reactions", "messaging_seen", "messaging_postbacks", "message_edit"],
};

export function addApp(world: World, options: Partial<MetaApp>): MetaApp {
  const app: MetaApp = {
    id: newNumericId(15),
    name: "Balcão",
    secret: newSecret(),
    instagramId: newNumericId(15),
    instagramSecret: newSecret(),
    verifyToken: newSecret(),
    fields: structuredClone(ALL_FIELDS),
    hasHumanAgent: false,
    redirects: [],
    ...options,
  };
  world.apps.push(app);
  return app;
}

export interface NewAccount {
  name?: string;
  id?: string;
  businessId?: string;
}

export function addWhatsAppAccount(world: World, wanted: NewAccount = {}): WhatsAppAccount {
  const { name = "Padaria Aurora", id = newNumericId(), businessId = newNumericId() } = wanted;
  const account = { id, name, businessId, templates: [], subscribers: new Map() };
  world.accounts.push(account);
  return account;
}

export interface NewNumber {
  /** Digits with the country. */
  number: string;
  id?: string;
  name?: string;
  /** A new one when left out. */
  account?: WhatsAppAccount;
}

export function addNumber(world: World, wanted: NewNumber): WhatsAppLine {
  const { number, id = newNumericId(), name = "Padaria Aurora", account } = wanted;
  const line: WhatsAppLine = {
    channel: "whatsapp",
    id,
    account: account ?? addWhatsAppAccount(world, { name }),
    number,
    name,
    quality: "GREEN",
    isRegistered: true,
  };
  world.lines.push(line);
  world.changed();
  return line;
}

export function addPage(
  world: World,
  { name = "Padaria Aurora", id = newNumericId(15) }: { name?: string; id?: string },
): MessengerLine {
  const page: MessengerLine = { channel: "messenger", id, name, subscribers: new Map() };
  world.lines.push(page);
  world.changed();
  return page;
}

export interface NewInstagram {
  username: string;
  id?: string;
  name?: string;
  /** Behind which it is reached; without one it logs in with Instagram. */
  page?: MessengerLine;
}

export function addInstagram(world: World, wanted: NewInstagram): InstagramLine {
  const { username, id = `1784${newNumericId(13)}`, name = "Padaria Aurora", page } = wanted;
  const ids = { id, scopedId: newNumericId(17) };
  const line: InstagramLine = { channel: "instagram", ...ids, name, username, page, subscribers: new Map() };
  if (page) page.instagram = line;
  world.lines.push(line);
  world.changed();
  return line;
}

/** A token that reaches the line, as somebody would copy it from Meta's pages. Only those of Instagram end by themselves. */
export function tokenFor(world: World, app: MetaApp, line: Line, as?: string): Token {
  if (line.channel === "whatsapp") {
    return issueToken(world, { kind: "system", app, ownerId: ADMIN.id, scopes: SCOPES.whatsapp, as });
  }
  const page = line.channel === "messenger" ? line : line.page;
  if (!page) {
    return issueToken(world, { kind: "instagram", app, ownerId: line.id, scopes: SCOPES.instagram, livesMs: LONG, as });
  }
  const scopes = [...SCOPES.page, ...SCOPES.instagramByPage];
  return issueToken(world, { kind: "page", app, ownerId: page.id, scopes, as });
}
