import type { ConnectionKind } from "../contract/channels.ts";
import type { ChannelFolder } from "./folder.ts";

/** The folder for each kind, loaded only where there is something to connect: the library of linked phones is heavy. */
export const CHANNELS: Readonly<Record<ConnectionKind, () => Promise<ChannelFolder>>> = {
  linked: async () => (await import("./whatsapp/folder.ts")).whatsapp,
  cloud: async () => (await import("./graph/folder.ts")).graph,
  facebook: async () => (await import("./graph/folder.ts")).graph,
  instagram: async () => (await import("./graph/folder.ts")).graph,
  webchat: async () => (await import("./webchat/folder.ts")).webchat,
};
