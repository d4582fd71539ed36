import { networkInterfaces } from "node:os";
import { announce } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { openSetUp } from "./secret.ts";

interface Where {
  /** Where browsers reach the server: http://127.0.0.1:3000 */
  address: string;
  /** The host it listens on; nothing where the address is a public one. */
  host: string | undefined;
}

/** On an empty folder prints where a browser sets the server up, and answers the secret in it; else nothing. */
export function announceSetUp(tenants: Tenants, where: Where): string | undefined {
  const secret = openSetUp(tenants, new Date());
  if (secret) announce(setUpLines(secret, { ...where, folder: tenants.folder }).join("\n"));
  return secret;
}

/** The printed lines; `folder` is the data folder. */
export function setUpLines(
  secret: string,
  { address, host, folder }: Where & { folder: string },
  ownAddress = addressInNetwork(),
): string[] {
  const isOpen = host === "0.0.0.0" || host === "::";
  const addresses = [address, ...(isOpen && ownAddress ? [`http://${ownAddress}:${new URL(address).port}`] : [])];
  return [
    "",
    "Balcão is not set up yet. Open this address in a browser within 24 hours; it works once:",
    "",
    ...addresses.map((one, nth) => `  ${setUpAddress(one, secret)}${nth > 0 ? "  (from another machine)" : ""}`),
    "",
    `Or on the command line: balcao company add COMPANY --data ${folder}`,
    `and then:               balcao user add COMPANY NAME EMAIL --super --data ${folder}`,
    "",
  ];
}

/** Where a browser sets a server up; `address` is where browsers reach it. */
export function setUpAddress(address: string, secret: string): string {
  return `${address.replace(/\/$/, "")}/setup#${secret}`;
}

/** This machine's first address that others in its network see. */
function addressInNetwork(): string | undefined {
  return Object.values(networkInterfaces()).flat().find((one) => one && !one.internal && one.family === "IPv4")
    ?.address;
}
