import type { ConnectionKind } from "../../contract/channels.ts";

/** The channels that Meta's Graph API answers for. */
export type GraphKind = Exclude<ConnectionKind, "linked" | "webchat">;
export type PageKind = Exclude<GraphKind, "cloud">;
