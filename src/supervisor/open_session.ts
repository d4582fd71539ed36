import type { State } from "../channels/channel.ts";
import type { ChannelFolder } from "../channels/folder.ts";
import { companyRow, isAtWork } from "../companies/companies.ts";
import { storageLeft } from "../companies/limits.ts";
import type { CompanyRow } from "../companies/table.ts";
import type { ConnectionKind } from "../contract/channels.ts";
import { metaApp, ownAddress } from "../meta/app.ts";
import { isPageHeardElsewhere } from "../meta/lines.ts";
import type { Company } from "../platform/company.ts";
import { lendFile } from "../platform/lent_files.ts";
import type { Tenants } from "../platform/tenants.ts";
import { untilWritten } from "../platform/until_written.ts";
import { MediaFetcher } from "./fetch_media.ts";
import { listenersOf, type Running } from "./listeners.ts";
import { Receipts } from "./receipts.ts";
import { Sender } from "./sender.ts";

interface Opening {
  tenants: Tenants;
  company: Company;
  connectionId: number;
  kind: ConnectionKind;
  folder: ChannelFolder;
  /** What runs for the connection when something is heard; nothing once it was stopped. */
  running: () => Running | undefined;
  onState: (state: State) => void;
}

/** Opens a connection's session at its network, with what sends, fetches and notes receipts for it. */
export function openSession(opening: Opening): Running {
  const { tenants, company, connectionId, kind, folder, running, onState } = opening;
  const session = folder.open({
    company,
    connectionId,
    kind,
    keys: tenants.keys,
    metaApp: () => metaApp(tenants),
    lend: (path, mimetype) => lend(tenants, path, mimetype),
    isPageHeardElsewhere: (pageId) => isPageHeardElsewhere(tenants, company, pageId),
    listeners: listenersOf({
      company,
      connectionId,
      running,
      whereabouts: {
        timeZone: () => companyRow(tenants, company.id)!.timeZone,
        isPaused: () => !isAtWork(knownRow(tenants, company.id), new Date()),
      },
      onState,
    }),
  });
  const sender = new Sender(company, connectionId, session);
  const media = new MediaFetcher(company, connectionId, session, () => storageLeft(tenants, company));
  const receipts = new Receipts(company, connectionId, sender);
  const leave = company.signals.on("outbox", (what) => what.connectionId === connectionId && sender.wake());
  return { session, sender, media, receipts, leave };
}

/** An address from which a network fetches a file; nothing where the installation has none. */
function lend(tenants: Tenants, path: string, mimetype: string): string | undefined {
  const address = ownAddress(tenants);
  return address ? `${address}/api/meta/files/${lendFile(path, mimetype)}` : undefined;
}

/** Each message asks for it. */
const rowUntilWritten = untilWritten<CompanyRow | undefined>();
function knownRow(tenants: Tenants, id: number): CompanyRow | undefined {
  return rowUntilWritten(tenants.provider, String(id), () => companyRow(tenants, id));
}
