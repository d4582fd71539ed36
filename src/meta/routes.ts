import { accountOf, accountRow, changeToken, keepAccount } from "../channels/graph/accounts.ts";
import type { MetaApp } from "../channels/channel.ts";
import { type Linkable, linkables, loginAddress, longLivedToken, tokenForCode } from "../channels/graph/linking.ts";
import { checkLimit } from "../companies/limits.ts";
import { connectionById, connectionOf, connectionRows, emitConnection, kindById } from "../connections/connections.ts";
import type { Connection } from "../contract/connections.ts";
import { refuse } from "../contract/errors.ts";
import { meta } from "../contract/meta.ts";
import type { Company } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { type On, routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { loginReturn, metaApp, metaShown } from "./app.ts";
import { addLine, byGraph, checkAccount, moveToCloud } from "./link.ts";
import { ownerOf } from "./lines.ts";
import { saveMeta } from "./save.ts";
import { openChooser, openState, sealChooser, sealState } from "./state.ts";

export function metaRoutes(supervisor: Supervisor) {
  return routes((on) => {
    answerProvider(on);
    answerLogin(on, supervisor);
    answerAccounts(on, supervisor);
  });
}

function answerProvider(on: On): void {
  on(meta.show, ({ tenants }) => metaShown(tenants));

  on(meta.save, ({ tenants, person, body }) => {
    saveMeta(tenants, body, { by: person, now: Date.now() });
    return metaShown(tenants);
  });
}

function answerLogin(on: On, supervisor: Supervisor): void {
  on(meta.state, ({ tenants }) => ({ isSetUp: metaApp(tenants) !== undefined }));

  on(meta.login, ({ tenants, company, person, body: { addInstagram = false } }) => {
    const app = appOf(tenants);
    // Before the trip, not after it; who has accounts there already may come for new tokens.
    if (!connectionRows(company.read).some(({ channel }) => channel === "facebook" || channel === "instagram")) {
      checkLimit(tenants, company, "connections", company.read);
    }
    const state = sealState(
      tenants.keys,
      { company: company.id, person: person.id, instagram: addInstagram },
      Date.now(),
    );
    return { address: loginAddress(app, loginReturn(tenants), state, addInstagram) };
  });

  on(meta.finish, async ({ tenants, company, person, body: { code, state } }) => {
    const app = appOf(tenants);
    const { instagram } = openState(tenants.keys, state, { company: company.id, person: person.id, now: Date.now() });
    const short = await byGraph(() => tokenForCode(app, code, loginReturn(tenants)), "ERR_META_TOKEN");
    const token = await byGraph(() => longLivedToken(app, short)), login = { app, company, token, instagram };
    const free = await freePages(tenants, login);
    if (!isUnclear(tenants, free.accounts)) return await linkAll(supervisor, login, free);
    const accounts = free.accounts.map(({ kind, name, account: { accountId } }) => ({
      kind: pageKind(kind),
      name,
      accountId,
    }));
    const chooser = { company: company.id, person: person.id, instagram, token };
    return {
      connections: [],
      taken: free.taken,
      choice: { login: sealChooser(tenants.keys, chooser, Date.now()), accounts },
    };
  });

  on(meta.choose, async ({ tenants, company, person, body: { login, accountIds } }) => {
    const who = { company: company.id, person: person.id, now: Date.now() };
    const { token, instagram } = openChooser(tenants.keys, login, who),
      asked = { app: appOf(tenants), company, token, instagram };
    const { accounts } = await freePages(tenants, asked);
    const chosen = accounts.filter(({ account }) => accountIds.includes(account.accountId));
    if (chosen.length === 0) refuse("ERR_META_NOT_ALLOWED", { detail: { pages: 0 } });
    return await linkAll(supervisor, asked, { accounts: chosen, taken: [] });
  });

  on(meta.link, async ({ tenants, company, body: { facebookUserToken: token, addInstagram: instagram = false } }) => {
    const app = appOf(tenants),
      login = { app, company, token: await byGraph(() => longLivedToken(app, token)), instagram };
    return await linkAll(supervisor, login, await freePages(tenants, login));
  });
}

interface Login {
  app: MetaApp;
  company: Company;
  /** The person's own at Meta. */
  token: string;
  instagram: boolean;
}

/** What a person manages at Meta, without what is another company's; with the names of that. */
interface Free {
  accounts: Linkable[];
  taken: string[];
}

async function freePages(tenants: Tenants, { app, company, token, instagram }: Login): Promise<Free> {
  const found = await byGraph(() => linkables(app, token, instagram));
  if (found.length === 0) refuse("ERR_META_NOT_ALLOWED", { detail: { pages: 0 } });
  // What somebody else has is left out, unless there is nothing else.
  const free = found.filter(({ account }) => {
    const line = ownerOf(tenants, account.accountId);
    return !line || line.companyId === company.id;
  });
  if (free.length === 0) refuse("ERR_META_ACCOUNT_TAKEN");
  return { accounts: free, taken: found.filter((each) => !free.includes(each)).map(({ name }) => name) };
}

/** Several pages, none of them linked yet: somebody who manages other people's pages means one of them. */
function isUnclear(tenants: Tenants, accounts: readonly Linkable[]): boolean {
  const isLinked = accounts.some(({ account }) => ownerOf(tenants, account.accountId) !== undefined);
  return !isLinked && accounts.filter(({ kind }) => kind === "facebook").length > 1;
}

function pageKind(kind: Linkable["kind"]): "facebook" | "instagram" {
  return kind === "instagram" ? kind : "facebook";
}

/** A connection for each account that is none yet; one that is this company's already gets the new token. */
async function linkAll(supervisor: Supervisor, { app, company }: Login, { accounts, taken }: Free) {
  const { tenants } = supervisor, linked: Connection[] = [];
  for (const linkable of accounts) {
    await checkAccount(app, linkable);
    const id = relink(tenants, company, linkable) ?? addLine(tenants, company, linkable);
    // At once: where the plan allows no more, those before it are connections all the same.
    linked.push(await started(supervisor, company, id));
  }
  return { connections: linked, taken };
}

function relink(tenants: Tenants, company: Company, { account }: Linkable): number | undefined {
  const line = ownerOf(tenants, account.accountId);
  if (!line) return undefined;
  const { humanAgent = false } = accountRow(company.read, line.connectionId) ?? {};
  company.write((db) => keepAccount(db, tenants.keys, line.connectionId, { ...account, humanAgent }, Date.now()));
  return line.connectionId;
}

function answerAccounts(on: On, supervisor: Supervisor): void {
  on(meta.add, async ({ tenants, company, body }) => {
    const { kind, name, accountId, parentId, token, humanAgent = false, queueIds } = body;
    const app = appOf(tenants);
    // An Instagram account that stands by itself has logged in with Instagram.
    const host = kind === "instagram" && !parentId ? "instagram" as const : "facebook" as const;
    const account = { accountId, parentId, host, token, humanAgent, tokenExpiresAt: null };
    if (kind === "cloud" && !parentId) refuse("ERR_INVALID_INPUT", { fields: { parentId: "required" } });
    await checkAccount(app, { kind, name, account });
    return await started(supervisor, company, addLine(tenants, company, { kind, name, account, queueIds }));
  });

  on(meta.move, async ({ tenants, company, params, body }) => {
    const app = appOf(tenants), { accountId, parentId, token } = body;
    if (kindById(company.read, params.id) !== "linked") refuse("ERR_NOT_AT_CHANNEL");
    if (!parentId) refuse("ERR_INVALID_INPUT", { fields: { parentId: "required" } });
    if (ownerOf(tenants, accountId)) refuse("ERR_META_ACCOUNT_TAKEN", { fields: { accountId: "taken" } });
    const rest = { host: "facebook" as const, tokenExpiresAt: null, humanAgent: false };
    const account = { accountId, parentId, token, ...rest };
    await checkAccount(app, { kind: "cloud", name: "", account });
    // The phone is let go first: two ways to one number would answer every customer twice.
    await supervisor.logOut(company, params.id);
    moveToCloud(tenants, company, params.id, account);
    return await started(supervisor, company, params.id);
  });

  on(meta.account, ({ company, params }) => {
    const row = accountRow(company.read, params.id) ?? refuse("ERR_NO_WAPP_FOUND");
    const { accountId, parentId, tokenExpiresAt, humanAgent, linkedAt } = row;
    const until = tokenExpiresAt === null ? null : momentOf(tokenExpiresAt);
    return { accountId, parentId, tokenExpiresAt: until, humanAgent, linkedAt: momentOf(linkedAt) };
  });

  on(meta.change, async ({ tenants, company, params, body: { token, humanAgent } }) => {
    const { keys } = tenants, kind = kindById(company.read, params.id);
    const had = accountOf(company.read, keys, params.id) ?? refuse("ERR_NO_WAPP_FOUND");
    if (kind === undefined || kind === "linked" || kind === "webchat") refuse("ERR_NOT_AT_CHANNEL");
    const account = { ...had, humanAgent: humanAgent ?? had.humanAgent, token: token ?? had.token };
    if (token) await checkAccount(appOf(tenants), { kind, name: "", account });
    company.write((db) => {
      keepAccount(db, keys, params.id, account, Date.now());
      if (token) changeToken(db, keys, params.id, { token, tokenExpiresAt: null });
    });
    return await started(supervisor, company, params.id);
  });
}

function appOf(tenants: Tenants): MetaApp {
  return metaApp(tenants) ?? refuse("ERR_META_NOT_SET_UP");
}

async function started(supervisor: Supervisor, company: Company, id: number): Promise<Connection> {
  await supervisor.start(company, id);
  return company.write((db, emit) => {
    const connection = connectionOf(db, connectionById(db, id)!);
    emitConnection(emit, "whatsapp", connection);
    return connection;
  });
}
