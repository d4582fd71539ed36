import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import { userTable } from "../users/table.ts";
import { endSessionsOf } from "./sessions.ts";

const BRUNO = 2;

test("a change of rights, and the end of a session, count with the very next request", async () => {
  const { tenants, aurora, as, close } = await aBalcao(), bruno = as("bruno@aurora.test");
  for (const profile of ["user", "admin", "user"] as const) {
    aurora.write((db) => void db.update(userTable).set({ profile }).where(eq(userTable.id, BRUNO)).run());
    expect((await bruno("GET", "/audit")).status).toBe(profile === "admin" ? 200 : 403);
  }
  endSessionsOf(tenants, { companyId: aurora.id, userId: BRUNO });
  expect((await bruno("GET", "/tickets")).body.error).toBe("ERR_SESSION_EXPIRED");
  await close();
});
