import { sql } from "drizzle-orm";
import type { EventName, Events } from "../contract/events.ts";
import type { Audience } from "./hub.ts";
import type { Tenants } from "./tenants.ts";

/** Publishes on the open screens of all companies; no company's file is opened for that. */
export function publishToAll<N extends EventName>(
  tenants: Tenants,
  name: N,
  payload: Events[N],
  to?: Audience,
): void {
  const rows = tenants.provider.read.all<{ id: number }>(sql`select id from companies`);
  for (const { id } of rows) tenants.company(id).hub.publish(name, payload, to);
}

/** Publishes what only super users see, in whatever company they are. */
export function publishToSupers<N extends EventName>(tenants: Tenants, name: N, payload: Events[N]): void {
  const rows = tenants.provider.read.all<{ id: number }>(
    sql`select distinct company_id as id from logins where is_super = 1`,
  );
  for (const { id } of rows) tenants.company(id).hub.publish(name, payload, (person) => person.super);
}
