import { refuse } from "../contract/errors.ts";
import { type LoginSession, security } from "../contract/security.ts";
import { momentOf } from "../platform/moment.ts";
import { type On, routes } from "../platform/routes.ts";
import type { Session } from "../platform/session.ts";
import { userById } from "../users/users.ts";
import { checkNotAboveOneself } from "../users/logins.ts";
import { readUserAgent } from "./browsers.ts";
import { addPasskey, beginPasskey, passkeysOf, removePasskey, removePasskeys } from "./passkeys.ts";
import { checkOwnPassword } from "./own_password.ts";
import {
  beginSetUp,
  confirmSetUp,
  endSecondFactor,
  newRecoveryCodes,
  recoveryCodesLeft,
  secondFactorOf,
} from "./second_factor.ts";
import { endSessions, endSessionsOf, sayEnded, sessionsOf } from "./sessions.ts";
import type { sessionTable } from "./table.ts";

export const securityRoutes = routes((on) => {
  on(security.show, ({ tenants, session }) => {
    const who = whoIs(session), since = secondFactorOf(tenants, who)?.since;
    return {
      secondFactorSince: since === undefined ? null : momentOf(since),
      recoveryCodes: recoveryCodesLeft(tenants, who),
      sessions: sessionsOf(tenants, who).map((row) => shown(row, session.id)),
      passkeys: passkeysOf(tenants, who).map(({ id, name, since }) => ({ key: id, name, since: momentOf(since) })),
    };
  });
  answerSecondFactor(on);
  answerLoginSessions(on);
  answerPasskeys(on);
});

function answerSecondFactor(on: On): void {
  on(security.setUp, async ({ tenants, session, body }) => {
    const now = new Date(), who = whoIs(session);
    if (!session.owesFactor) await checkOwnPassword(tenants, session, body.currentPassword, now);
    const { email } = userById(session.company.read, who.userId) ?? refuse("ERR_SESSION_EXPIRED");
    return beginSetUp(tenants, { ...who, email }, now);
  });

  on(security.confirm, ({ tenants, session, body }) => {
    const who = whoIs(session), codes = confirmSetUp(tenants, who, body, new Date());
    changed(session);
    endSessionsOf(tenants, who, { except: session.id, why: "secondFactor" });
    return { codes };
  });

  on(security.newCodes, async ({ tenants, session, body }) => {
    await checkOwnPassword(tenants, session, body.currentPassword, new Date());
    return { codes: newRecoveryCodes(tenants, whoIs(session)) };
  });

  on(security.end, async ({ tenants, session, body }) => {
    await checkOwnPassword(tenants, session, body.currentPassword, new Date());
    if (session.demandsFactor) refuse("ERR_SECOND_FACTOR_REQUIRED");
    const who = whoIs(session);
    if (endSecondFactor(tenants, who)) {
      changed(session);
      endSessionsOf(tenants, who, { except: session.id, why: "secondFactor" });
    }
    return {};
  });

  on(security.reset, ({ tenants, company, person, params }) => {
    // One's own is ended with the password.
    if (params.id === person.id) refuse("ERR_NO_PERMISSION");
    const { name } = userById(company.read, params.id) ?? refuse("ERR_NO_USER_FOUND");
    checkNotAboveOneself(tenants, company, person, params.id);
    const who = { companyId: company.id, userId: params.id };
    const hadPasskeys = removePasskeys(tenants, who);
    if (endSecondFactor(tenants, who) || hadPasskeys) endSessionsOf(tenants, who, { why: "secondFactor" });
    const record = { id: params.id, name, online: company.hub.isPresent(params.id) };
    company.hub.publish("user", { action: "update", record, isEdited: true });
    return {};
  });
}

function answerLoginSessions(on: On): void {
  on(security.endSession, ({ tenants, session, params }) => {
    const who = whoIs(session), mine = sessionsOf(tenants, who).map(({ id }) => id);
    if (!mine.includes(params.uuid)) refuse("ERR_NO_LOGIN_SESSION_FOUND");
    sayEnded(tenants, who, { sessionId: session.id, ended: [params.uuid], why: "ended" });
    endSessions(tenants, who.companyId, [params.uuid]);
    return {};
  });

  on(security.endOthers, ({ tenants, session }) => {
    endSessionsOf(tenants, whoIs(session), { except: session.id, why: "ended" });
    return {};
  });
}

function answerPasskeys(on: On): void {
  on(security.beginPasskey, async ({ tenants, session, body, http }) => {
    const now = new Date(), who = whoIs(session);
    await checkOwnPassword(tenants, session, body.currentPassword, now);
    const { name, email } = userById(session.company.read, who.userId) ?? refuse("ERR_SESSION_EXPIRED");
    return await beginPasskey(tenants, { ...who, name, email }, http.var.caller, now);
  });

  on(security.addPasskey, async ({ tenants, session, body, http }) => {
    const { browser, system } = readUserAgent(http.req.header("user-agent") ?? "");
    const name = [browser, system].filter(Boolean).join(" · ");
    await addPasskey(tenants, { ...whoIs(session), name }, body, { caller: http.var.caller, now: new Date() });
    return {};
  });

  on(security.removePasskey, async ({ tenants, session, params, body }) => {
    await checkOwnPassword(tenants, session, body.currentPassword, new Date());
    removePasskey(tenants, whoIs(session), params.key);
    return {};
  });
}

function whoIs({ company, person }: Session) {
  return { companyId: company.id, userId: person.id };
}

/** The person's other screens, and the list of users, show whether a code is asked for. */
function changed({ company: { hub }, person: { id, name } }: Session): void {
  hub.publish("user", { action: "update", record: { id, name, online: hub.isPresent(id) }, isEdited: true });
}

type Row = typeof sessionTable.$inferSelect;

function shown({ id, browser, system, network, openedAt, rotatedAt }: Row, own: string): LoginSession {
  const times = { since: momentOf(openedAt), seen: momentOf(rotatedAt) };
  return { uuid: id, browser, system, network, ...times, isThis: id === own };
}
