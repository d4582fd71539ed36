import { sql } from "drizzle-orm";
import type { EventName, Events } from "../contract/events.ts";
import type { Tenants } from "./tenants.ts";

/** Publishes what only super users see, on the screens that they have open in whatever company they are. */
export function publishToSupers<N extends EventName>(tenants: Tenants, name: N, payload: Events[N]): void {
  const rows = tenants.provider.read.all<{ id: number }>(
    sql`select distinct company_id as id from logins where is_super = 1`,
  );
  for (const { id } of rows) tenants.company(id).hub.publish(name, payload, (person) => person.super);
}
