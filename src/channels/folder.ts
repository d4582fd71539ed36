import type { ConnectionKind } from "../contract/channels.ts";
import type { Company } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import type { ChannelSession, Listeners, MetaApp } from "./channel.ts";

/** What a session is opened with. */
export interface Opening {
  company: Company;
  connectionId: number;
  kind: ConnectionKind;
  keys: Keys;
  /** Nothing where the provider has set none up. */
  metaApp(): MetaApp | undefined;
  /** Where the network may fetch a file from us for a while; nothing where our own address is not known. */
  lend(path: string, mimetype: string): string | undefined;
  /** Whether another company's connection at work hears by this page at Meta. */
  isPageHeardElsewhere(pageId: string): boolean;
  listeners: Listeners;
}

/** What the folder of a channel is to the supervisor. */
export interface ChannelFolder {
  /** Begins a connection's life; it reports its states by itself. */
  open(opening: Opening): ChannelSession;
  /** Forgets what lets a connection in. Called when its session has ended. */
  forget(company: Company, connectionId: number): void;
}
