import { checkLimit } from "../companies/limits.ts";
import { CLOUD } from "../contract/channels.ts";
import { connections } from "../contract/connections.ts";
import { refuse } from "../contract/errors.ts";
import { may, type Person } from "../contract/permissions.ts";
import { releaseAccount } from "../meta/lines.ts";
import { giveUpAll } from "../outbox/enqueue.ts";
import type { Company, Read } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { noteMaker, refuseIfChanged } from "../platform/revisions.ts";
import { type On, routes } from "../platform/routes.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { addWebchat, forgetWebchat } from "../webchat/webchats.ts";
import {
  addConnection,
  changeConnection,
  checkRemovable,
  connectionById,
  connectionOf,
  connectionRows,
  detailsOf,
  emitConnection,
  mayAct,
  removeConnection,
} from "./connections.ts";
import { changesOf } from "./history.ts";
import { setToken, tokenOf } from "./tokens.ts";

export function connectionRoutes(supervisor: Supervisor) {
  return routes((on) => {
    answerReading(on, supervisor);
    answerChanges(on, supervisor);
    answerRemoval(on, supervisor);
    answerLinking(on, supervisor);
  });
}

function answerReading(on: On, supervisor: Supervisor): void {
  const { details, shown } = viewsOf(supervisor);
  on(
    connections.list,
    ({ company, person }) => connectionRows(company.read).map(({ id }) => shown(company, id, person)),
  );

  on(connections.show, ({ company, params, person }) => details(company, params.id, person));

  on(connections.history, ({ company, params, person }) => {
    shown(company, params.id, person);
    return changesOf(company.read, params.id);
  });
}

function answerChanges(on: On, supervisor: Supervisor): void {
  const { details, shown } = viewsOf(supervisor);
  on(connections.add, async ({ company, tenants, body, person }) => {
    const { token, ...form } = body;
    const { id } = company.write((db) => {
      checkLimit(tenants, company, "connections", db);
      if (form.provider === CLOUD) refuse("ERR_INVALID_INPUT", { fields: { provider: "invalid" } });
      const { id } = addConnection(db, form, Date.now());
      if (form.channel === "webchat") addWebchat(tenants, company, db, id);
      if (token) setToken(tenants, company, db, id, token);
      return { id };
    });
    await supervisor.start(company, id);
    company.write((db, emit) =>
      emitConnection(emit, "whatsapp", connectionOf(db, connectionById(db, id)!, supervisor.liveOf(company, id)))
    );
    return shown(company, id, person);
  });

  on(connections.change, ({ company, tenants, params, body, person }) => {
    const { token, was, ...form } = body;
    company.write((db, emit) => {
      const changed = { kind: "connection", id: params.id } as const, now = Date.now();
      refuseIfChanged(db, changed, was, () => details(company, params.id, person, db));
      changeConnection(db, params.id, form, now);
      if (token !== undefined) setToken(tenants, company, db, params.id, token);
      noteMaker(db, changed, { userId: person.id, now });
      // Making one the default changes another one too.
      for (const row of connectionRows(db)) {
        emitConnection(emit, "whatsapp", connectionOf(db, row, supervisor.liveOf(company, row.id)));
      }
    });
    return shown(company, params.id, person);
  });
}

function answerRemoval(on: On, supervisor: Supervisor): void {
  on(connections.remove, async ({ company, tenants, params }) => {
    checkRemovable(company.read, params.id);
    // Unlinked before its row goes: until then keys and messages are stored that belong to it.
    await supervisor.logOut(company, params.id).catch((error) =>
      log.warn("Unlinking failed", { company: company.id, error })
    );
    company.write((db, emit) => {
      giveUpAll(db, emit, params.id);
      removeConnection(db, params.id);
      setToken(tenants, company, db, params.id, "");
      forgetWebchat(tenants, company, params.id);
      releaseAccount(tenants, company, params.id);
      emit("whatsapp", { action: "delete", id: params.id });
      for (const row of connectionRows(db)) {
        emitConnection(emit, "whatsapp", connectionOf(db, row, supervisor.liveOf(company, row.id)));
      }
    });
    return {};
  });
}

function answerLinking(on: On, supervisor: Supervisor): void {
  const { shown } = viewsOf(supervisor);
  on(connections.start, async ({ company, params, person }) => {
    shown(company, params.id, person);
    await supervisor.start(company, params.id);
    return shown(company, params.id, person);
  });

  on(connections.relink, async ({ company, params, person }) => {
    shown(company, params.id, person);
    await supervisor.logOut(company, params.id);
    await supervisor.start(company, params.id);
    return shown(company, params.id, person);
  });

  on(connections.stop, async ({ company, params, person }) => {
    shown(company, params.id, person);
    await supervisor.logOut(company, params.id);
    return shown(company, params.id, person);
  });

  on(connections.pairingCode, async ({ company, params, body, person }) => {
    shown(company, params.id, person);
    return { code: await supervisor.sessionOf(company, params.id).pairingCode(body.number) };
  });
}

/** What may be seen of a connection, by whoever asks. */
function viewsOf(supervisor: Supervisor) {
  return {
    shown(company: Company, id: number, person: Person) {
      const row = connectionById(company.read, id) ?? refuse("ERR_NO_WAPP_FOUND");
      return connectionOf(company.read, row, mayAct(person) ? supervisor.liveOf(company, id) : undefined);
    },
    details(company: Company, id: number, person: Person, db: Read = company.read) {
      const row = connectionById(db, id) ?? refuse("ERR_NO_WAPP_FOUND");
      const token = may(person, "connections-page:editOrDeleteConnection") ? tokenOf(supervisor.tenants, row) : "";
      return detailsOf(db, row, { live: mayAct(person) ? supervisor.liveOf(company, id) : undefined, token });
    },
  };
}
