import { leaveAll } from "../campaigns/leave.ts";
import { emitCampaign } from "../campaigns/campaigns.ts";
import { refuse } from "../contract/errors.ts";
import type { OptOutSource } from "../contract/opt_outs.ts";
import { optOuts } from "../contract/opt_outs.ts";
import { may, type Person } from "../contract/permissions.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { exportOptOuts, listOptOuts, optOut, optOutOfNumber, removeOptOut } from "./opt_outs.ts";

export const optOutRoutes = routes((on) => {
  on(optOuts.list, ({ company, query }) => listOptOuts(company.read, query));
  on(optOuts.export, ({ company, query }) => exportOptOuts(company.read, query.after));
  on(optOuts.add, ({ company, body, person, session }) =>
    company.write((db, emit) => {
      if (!body.number) refuse("ERR_INVALID_INPUT", { fields: { number: "required" } });
      const { isNew, left } = note(db, emit, { number: body.number, source: session.token ? "api" : "hand", person });
      const record = optOutOfNumber(db, body.number);
      emitLeft(company, db, emit, left);
      if (isNew) emit("optOut", { action: "create", record }, seesOptOuts);
      return record;
    }));
  on(optOuts.addRows, ({ company, body, person }) =>
    company.write((db, emit) => {
      let added = 0;
      const refused: number[] = [], left = new Set<number>();
      for (const { line, number } of body.rows) {
        const digits = canonicalNumber(number.replace(/\D/g, ""));
        if (digits.length < 8 || digits.length > 15 || /\d[.,]?\d*E\+/i.test(number)) {
          refused.push(line);
          continue;
        }
        const noted = note(db, emit, { number: digits, source: "import", person });
        if (noted.isNew) added++;
        for (const id of noted.left) left.add(id);
      }
      // Screens are told once, however many these are.
      emitLeft(company, db, emit, left);
      if (added > 0) emit("optOut", { action: "reload" }, seesOptOuts);
      return { added, known: body.rows.length - added - refused.length, refused };
    }));
  on(optOuts.remove, ({ company, params }) => remove(company, params.id));
  on(optOuts.removeMany, ({ company, body }) => outcomesOf(body.ids, (id) => remove(company, id)));
});

/** From then on no campaign reaches the number; whether that is new, and the campaigns that it has left. */
function note(
  db: Write,
  emit: Emit,
  { number, source, person }: { number: string; source: OptOutSource; person: Person },
): { isNew: boolean; left: number[] } {
  const now = Date.now(), isNew = optOut(db, { number, source, userId: person.id || null }, now);
  return { isNew, left: isNew ? leaveAll(db, emit, canonicalNumber(number), now) : [] };
}

function emitLeft(company: Company, db: Write, emit: Emit, ids: Iterable<number>): void {
  for (const id of ids) emitCampaign(company, db, emit, id, { recipients: true });
}

function remove(company: Company, id: number) {
  return company.write((db, emit) => {
    removeOptOut(db, id);
    emit("optOut", { action: "delete", id }, seesOptOuts);
    return {};
  });
}

function seesOptOuts(person: Person): boolean {
  return may(person, "campaigns:edit");
}
