import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from "react";
import { usePageTitle } from "../ui/pageTitle.ts";
import { lazy } from "../ui/part.ts";
import { type Address, useAddress } from "./address.ts";
import { leaveOver, useDrawer } from "./contact/drawer.ts";
import { openTicket } from "../thread/open.ts";
import { openedAtom } from "../thread/opened.ts";
import { lookThrough, showTab } from "../inbox/desk.ts";
import { useTicketKeys } from "../inbox/keys.ts";
import { TicketListPane } from "../inbox/rows/TicketListPane.tsx";
import { PaneTabs } from "./PaneTabs.tsx";
import { isNarrowAtom, paneAtom, showPane } from "./panes.ts";
import { MessageDialogs } from "../thread/dialogs/MessageDialogs.tsx";
import { ThreadPane } from "../thread/head/ThreadPane.tsx";
import { Welcome } from "./Welcome.tsx";
import css from "./TicketsPage.module.css";

/** Where the tabs are drawn: whoever puts the page into its frame may give it a place in the top bar. */
export type PaneBar = ComponentType<{ children: ReactNode }>;

const ContactDrawer = lazy(() => import("./contact/ContactDrawer.tsx"));

/** The ticket screen: the list at the left, the chat at the right; one of them where there is no room for both. */
export default function TicketsPage({ bar: Bar = Strip }: { bar?: PaneBar }) {
  const { t } = useLingui();
  const address = useAddress();
  const search = useRef<HTMLInputElement>(null);
  const isNarrow = useAtomValue(isNarrowAtom);
  const pane = useAtomValue(paneAtom);
  const opened = useAtomValue(openedAtom);
  const [isDrawerOpen] = useDrawer(opened?.ticket?.id ?? null);
  useLookingAt(address);
  useTicketKeys(address, search);
  usePageTitle(opened?.ticket?.contact.name || t`Atendimentos`);
  return (
    <div className={css.page} data-narrow={isNarrow || undefined}>
      <h1 className="visually-hidden">{t`Atendimentos`}</h1>
      {isNarrow && (
        <Bar>
          <PaneTabs />
        </Bar>
      )}
      {(!isNarrow || pane === "list") && (
        <div className={css.list}>
          <TicketListPane address={address} searchRef={search} />
        </div>
      )}
      {(!isNarrow || pane === "ticket") && (
        opened ? <ThreadPane key={opened.uuid} opened={opened} /> : <Welcome />
      )}
      {isDrawerOpen && opened?.ticket && (!isNarrow || pane === "ticket") && (
        <Suspense>
          <ContactDrawer key={opened.ticket.contactId} ticket={opened.ticket} />
        </Suspense>
      )}
      <MessageDialogs />
    </div>
  );
}

function Strip({ children }: { children: ReactNode }) {
  return <div className={css.strip}>{children}</div>;
}

/** Lets those who hold the rows know what the address asks for. */
function useLookingAt(address: Address): void {
  const { uuid, messageId, tab, showAll, queueIds, userIds, tagIds } = address;
  useEffect(() => {
    lookThrough({ showAll, queueIds, userIds, tagIds });
    showTab(tab);
  }, [tab, showAll, queueIds.join(), userIds.join(), tagIds.join()]);
  useEffect(() => {
    openTicket(uuid, messageId);
    showPane(uuid ? "ticket" : "list");
    // Whoever comes back to a ticket from the list wants its thread.
    if (!uuid) leaveOver();
  }, [uuid, messageId]);
  useEffect(() => () => openTicket(null, null), []);
}
