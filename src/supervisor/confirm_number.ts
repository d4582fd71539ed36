import type { Address } from "../channels/channel.ts";
import { connectionRows } from "../connections/connections.ts";
import { kindOf } from "../contract/channels.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { within } from "../shared/within.ts";
import type { Supervisor } from "./supervisor.ts";

/** How long the network may take to answer (ms). */
const PATIENCE = 10_000;

/** What the network says of a number; nothing while no connection is there to ask, ERR_WAPP_INVALID_CONTACT for nobody's. */
export async function confirmNumber(
  supervisor: Supervisor,
  company: Company,
  number: string,
): Promise<Address | undefined> {
  const connected = connectionRows(company.read)
    .filter((row) => row.status === "CONNECTED" && kindOf(row) === "linked")
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault))[0];
  if (!connected) return undefined;
  try {
    const asked = supervisor.sessionOf(company, connected.id).lookUp(canonicalNumber(number));
    return await within(PATIENCE, asked) ?? refuse("ERR_WAPP_INVALID_CONTACT", { fields: { number: "invalid" } });
  } catch (error) {
    if (error instanceof Refusal && error.code === "ERR_WAPP_INVALID_CONTACT") throw error;
    // It has just lost its line, so there is nobody to ask.
    if (error instanceof Refusal && error.code === "ERR_WAPP_NOT_INITIALIZED") return undefined;
    log.warn("A number could not be checked", { company: company.id, connection: connected.id, error });
    refuse("ERR_WAPP_CHECK_CONTACT");
  }
}
