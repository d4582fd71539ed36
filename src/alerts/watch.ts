import { eq, inArray } from "drizzle-orm";
import { examine } from "../doctor/examine.ts";
import { runningIn } from "../doctor/running.ts";
import { patientOf } from "../doctor/served.ts";
import { CHECKS } from "../doctor/table.ts";
import type { Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { decide, type Decided } from "./decide.ts";
import { SINCE } from "./texts.ts";
import { superUsers } from "./receivers.ts";
import { chosenKinds, waysOf } from "./settings.ts";
import { type Alert, alertTable } from "./table.ts";
import { tell, type Telling } from "./tell.ts";
import { KIND_OF, type Trouble, troublesIn, unknownKinds } from "./troubles.ts";

const LOOKED_AT = CHECKS.filter(({ name }) => KIND_OF[name] !== undefined);

/** Looks whether there is something to tell the provider, and has it told; to be called once a minute. */
export async function watchAlerts(tenants: Tenants, now: Date): Promise<void> {
  const running = runningIn(tenants);
  if (!running || tenants.outage !== undefined) return;
  const patient = { ...patientOf(tenants, { isDeep: false }, now.getTime()), downAfter: 0 };
  const { findings } = await examine(patient, LOOKED_AT), unknown = unknownKinds(findings);
  // What was chosen may be another since; the file may be damaged, too.
  if (tenants.outage !== undefined) return;
  const { provider, keys, quarantine } = tenants, { byMail, url } = waysOf(tenants);
  const kinds = byMail || url !== undefined ? chosenKinds(provider.read) : [];
  const receivers = byMail ? superUsers(tenants) : [];
  provider.write((db) => {
    const isChosen = ({ kind }: Pick<Alert, "kind">) => kinds.includes(kind);
    const all = db.select().from(alertTable).all();
    forget(db, all.filter((alert) => !isChosen(alert)));
    // Of a company that is not served nobody knows whether its connections are.
    const isKnown = ({ kind, companyId }: Alert) =>
      !unknown.includes(kind) && !(kind === "line" && companyId !== null && quarantine.has(companyId));
    const troubles = troublesIn(findings).filter(isChosen);
    const decided = decide(all.filter((alert) => isChosen(alert) && isKnown(alert)), troubles, {
      now: now.getTime(),
      startedAt: running.startedAt,
    });
    tell(db, store(db, decided, now.getTime()), { receivers, isPosted: url !== undefined, keys, now });
  });
}

function store(db: Write, { begun, worse, ended, forgotten, turned }: Decided, now: number): Telling {
  forget(db, [...ended, ...forgotten]);
  for (const { alert, goodSince } of turned) change(db, alert, { goodSince });
  return {
    ended,
    begun: begun.map((trouble) => insert(db, trouble, now)),
    worse: worse.map(({ alert, trouble: { what, facts, level } }) =>
      change(db, alert, { what, facts, level, goodSince: null })
    ),
  };
}

function insert(db: Write, { isEarly: _, ...trouble }: Trouble, now: number): Alert {
  // It has lasted for a while when it is told.
  const lasted = SINCE.includes(trouble.what) ? Number(trouble.facts.ms) : 0;
  return db.insert(alertTable).values({ ...trouble, beganAt: now - lasted }).returning().get();
}

function change(db: Write, { id }: Alert, values: Partial<Alert>): Alert {
  return db.update(alertTable).set(values).where(eq(alertTable.id, id)).returning().get();
}

function forget(db: Write, alerts: readonly Alert[]): void {
  if (alerts.length > 0) db.delete(alertTable).where(inArray(alertTable.id, alerts.map(({ id }) => id))).run();
}
