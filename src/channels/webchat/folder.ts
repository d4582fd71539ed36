import type { ChannelFolder } from "../folder.ts";
import { WebchatSession } from "./session.ts";

/** The chat on a company's own pages: the network is ours, so that there is nothing to link and nothing to forget. */
export const webchat: ChannelFolder = {
  open: ({ company, connectionId, listeners }) => new WebchatSession(company, connectionId, listeners),
  forget: () => {},
};
