import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { changeRow } from "../tickets/rows.ts";
import { ticketTable } from "../tickets/table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => void (balcao = await aBalcao()));
afterEach(async () => await balcao.close());

test("a change writes the columns that become another, and answers the row as it is then", () => {
  balcao.aurora.write((db) => {
    const had = aTicket(db, { status: "open" });
    db.run(sql`create temp table named (what text)`);
    for (const column of ["status", "chatbot", "updated_at", "user_id"]) {
      db.run(sql.raw(
        `create temp trigger of_${column} after update of ${column} on tickets begin insert into named values ('${column}'); end`,
      ));
    }
    const named = () => db.all<{ what: string }>(sql`select what from named`).map(({ what }) => what).sort();
    const moved = changeRow(db, had, { status: "open", chatbot: false, userId: null, updatedAt: had.updatedAt + 1 });
    expect(named()).toEqual(["updated_at"]);
    expect(moved).toEqual({ ...had, updatedAt: had.updatedAt + 1 });
    changeRow(db, moved, { status: "closed", chatbot: undefined });
    expect(named()).toEqual(["status", "updated_at"]);
    expect(changeRow(db, moved, { updatedAt: moved.updatedAt })).toEqual(moved);
    expect(named()).toEqual(["status", "updated_at"]);
    expect(db.select().from(ticketTable).where(eq(ticketTable.id, had.id)).get())
      .toEqual({ ...moved, status: "closed" });
  });
});
