import { connectionById } from "../connections/connections.ts";
import type { DryRun } from "../contract/send_api.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import type { Company } from "../platform/company.ts";
import { within } from "../shared/within.ts";
import { connectionFor, defaultConnection } from "../tickets/connection_for.ts";
import { check, contactBehind, isGroup, toldReceiver } from "./check.ts";
import type { Coming } from "./coming.ts";
import type { Network } from "./runner.ts";

/** How long (ms) the network may take to say whether it knows a number. */
const PATIENCE = 10_000;

/** What would happen to a request: everything is checked, nothing is stored or sent. */
export async function dryRun(
  company: Company,
  coming: Omit<Coming, "address" | "timeZone">,
  network: Network,
): Promise<DryRun> {
  const db = company.read, { number, connectionId } = check(db, coming), contact = contactBehind(db, number);
  const chosen = connectionId ?? (contact ? connectionFor(db, contact.id, null) : defaultConnection(db));
  const { id, name } = connectionById(db, chosen)!;
  const isValid = contact || isGroup(number) ? true : await ask(network, company, id, number);
  return {
    ...toldReceiver(db, number),
    isValid,
    contact: contact ? { id: contact.id, name: contact.name } : null,
    whatsapp: { id, name },
    isOptedOut: isOptedOut(db, number, coming.keys),
  };
}

async function ask(network: Network, company: Company, connectionId: number, number: string): Promise<boolean | null> {
  const session = network.find(company, connectionId);
  if (session?.state.status !== "CONNECTED") return null;
  try {
    return (await within(PATIENCE, session.lookUpMany([number]))).has(number);
  } catch {
    return null;
  }
}
