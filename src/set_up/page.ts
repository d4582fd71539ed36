import type { Tenants } from "../platform/tenants.ts";
import { isUnset } from "./secret.ts";

/** A server that nobody has set up says so to its login page; how one does is not for strangers. */
export function unsetPage(tenants: Tenants, html: string): string {
  if (tenants.outage !== undefined || !isUnset(tenants)) return html;
  return html.replace("</head>", `<meta name="unset" content="true"></head>`);
}
