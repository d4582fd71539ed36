/** What a token of an integrator may do; each call that a token may make names its scope. */
export const SCOPES = ["send", "tickets", "contacts", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];
