import { milliseconds } from "date-fns/milliseconds";
import { companyMoveTable } from "../../companies/table.ts";
import { preparedArrivals } from "../../moving/arrivals.ts";
import type { Check } from "../check.ts";
import { spanText } from "../files.ts";
import { bad, type Found, note, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** ms between the two last words of a move, which follow each other at once. */
const LAST_WORDS = milliseconds({ minutes: 10 });

/** Companies that were given to other servers, and those that are still on their way. */
export const moves: Check = {
  name: "moves",
  fine: "No company is on its way to another server, or from one",
  look: (patient) => [...away(patient), ...waiting(patient)],
};

function away({ read, now }: Patient): Found[] {
  const rows = read(0)?.select().from(companyMoveTable).all() ?? [];
  return rows.map(({ companyId: company, address, at, confirmedAt }) => {
    if (confirmedAt !== null) {
      const ms = Math.max(0, now - confirmedAt),
        says = `It has been served at ${address} for ${spanText(ms)}; people are led there`;
      return note({ what: "moved_away", company, facts: { address, ms }, says, todo: "" });
    }
    const ms = Math.max(0, now - at);
    const says = `Nobody serves it: it was given to ${address} ${spanText(ms)} ago, which has not said that it has it`;
    const todo =
      `Give the command of the move again, with ${company} as the company; or take it back: balcao company move ${company} --to PLACE --back`;
    return bad({ what: "move_unconfirmed", company, facts: { address, ms }, says, todo });
  });
}

/** A whole company in a folder that nobody serves: the other server has called it off, or waits for a word. */
function waiting({ folder, read, now }: Patient): Found[] {
  return preparedArrivals(folder, read(0)).flatMap(({ moveId, name, at }) => {
    const ms = now - at;
    if (ms <= LAST_WORDS) return [];
    const says = `${name} came from another server ${spanText(ms)} ago, and was not handed over`;
    const todo =
      `Give the command of the move again there. Where it was called off, it goes by itself after a month: arriving/${moveId}`;
    return [warning({ what: "move_waiting", facts: { name, ms }, says, todo })];
  });
}
