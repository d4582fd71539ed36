import { useAtomValue } from "jotai";
import { type ReactNode } from "react";
import { Redirect, Route, Switch } from "wouter";
import { may, type Permission } from "../src/contract/permissions.ts";
import { withPageTexts } from "./i18n/i18n.ts";
import { meAtom, useHasCampaigns } from "./session.ts";
import { BarMiddle } from "./shell/BarMiddle.tsx";
import { lazy } from "./ui/part.ts";

const ApiPage = lazy(() => withPageTexts(import("./api/ApiPage.tsx")));
const ConnectionsPage = lazy(() => withPageTexts(import("./connections/ConnectionsPage.tsx")));
const QueuesPage = lazy(() => withPageTexts(import("./queues/QueuesPage.tsx")));
const QuickRepliesPage = lazy(() => withPageTexts(import("./quick_replies/QuickRepliesPage.tsx")));
const ChatsPage = lazy(() => withPageTexts(import("./chats/ChatsPage.tsx")));
const ContactsPage = lazy(() => withPageTexts(import("./contacts/ContactsPage.tsx")));
const AnnouncementsPage = lazy(() => withPageTexts(import("./announcements/AnnouncementsPage.tsx")));
const CampaignsPage = lazy(() => withPageTexts(import("./campaigns/CampaignsPage.tsx")));
const CampaignReportPage = lazy(() => withPageTexts(import("./campaigns/ReportPage.tsx")));
const CampaignSettingsPage = lazy(() => withPageTexts(import("./campaigns/SettingsPage.tsx")));
const ContactListsPage = lazy(() => withPageTexts(import("./contact_lists/ContactListsPage.tsx")));
const ListContactsPage = lazy(() => withPageTexts(import("./contact_lists/ListContactsPage.tsx")));
const OptOutsPage = lazy(() => withPageTexts(import("./opt_outs/OptOutsPage.tsx")));
const CockpitPage = lazy(() => withPageTexts(import("./cockpit/CockpitPage.tsx")));
const AuditPage = lazy(() => withPageTexts(import("./audit/AuditPage.tsx")));
const HelpsPage = lazy(() => withPageTexts(import("./helps/HelpsPage.tsx")));
const InvoicesPage = lazy(() => withPageTexts(import("./invoices/InvoicesPage.tsx")));
const SubscriptionPage = lazy(() => withPageTexts(import("./invoices/SubscriptionPage.tsx")));
const SchedulesPage = lazy(() => withPageTexts(import("./schedules/SchedulesPage.tsx")));
const SearchPage = lazy(() => withPageTexts(import("./search/SearchPage.tsx")));
const SettingsPage = lazy(() => withPageTexts(import("./settings/SettingsPage.tsx")));
const UsersPage = lazy(() => withPageTexts(import("./users/UsersPage.tsx")));
const TagsPage = lazy(() => import("./tags/TagsPage.tsx"));
const DashboardPage = lazy(() => withPageTexts(import("./dashboard/DashboardPage.tsx")));
const NewTicket = lazy(() => withPageTexts(import("./installed/NewTicket.tsx")));
const SharePage = lazy(() => withPageTexts(import("./installed/SharePage.tsx")));
const NotFoundPage = lazy(() => import("./shell/NotFoundPage.tsx"));

/** What stands in the shell besides the tickets, by address. */
export default function OtherPages() {
  // Without the flag these routes do not exist (spec 3 §2.1).
  const hasCampaigns = useHasCampaigns();
  return (
    <Switch>
      {hasCampaigns && (
        <Route path="/campaigns">
          <Holders of="campaigns:edit">
            <CampaignsPage />
          </Holders>
        </Route>
      )}
      {hasCampaigns && (
        <Route path="/campaign/:campaignId/report">
          <Holders of="campaigns:edit">
            <CampaignReportPage />
          </Holders>
        </Route>
      )}
      {hasCampaigns && (
        <Route path="/campaigns-config">
          <Holders of="campaigns:edit">
            <CampaignSettingsPage />
          </Holders>
        </Route>
      )}
      <Route path="/quick-messages">
        <QuickRepliesPage />
      </Route>
      <Route path="/contacts">
        <ContactsPage />
      </Route>
      <Route path="/chats/:uuid?">
        <ChatsPage bar={BarMiddle} />
      </Route>
      <Route path="/schedules">
        <SchedulesPage />
      </Route>
      <Route path="/announcements">
        <Holders of="announcements:edit">
          <AnnouncementsPage />
        </Holders>
      </Route>
      {hasCampaigns && (
        <Route path="/contact-lists">
          <Holders of="campaigns:edit">
            <ContactListsPage />
          </Holders>
        </Route>
      )}
      {hasCampaigns && (
        <Route path="/contact-lists/:contactListId/contacts">
          {({ contactListId }) => (
            <Holders of="campaigns:edit">
              {/^[1-9]\d{0,14}$/.test(contactListId)
                ? <ListContactsPage key={contactListId} id={Number(contactListId)} />
                : <NotFoundPage />}
            </Holders>
          )}
        </Route>
      )}
      {hasCampaigns && (
        <Route path="/opt-outs">
          <Holders of="campaigns:edit">
            <OptOutsPage />
          </Holders>
        </Route>
      )}
      <Route path="/cockpit">
        <Holders of="cockpit:view">
          <CockpitPage />
        </Holders>
      </Route>
      <Route path="/helps">
        <HelpsPage />
      </Route>
      <Route path="/new">
        <NewTicket />
      </Route>
      <Route path="/share">
        <SharePage />
      </Route>
      <Route path="/search">
        <SearchPage />
      </Route>
      <Route path="/tags">
        <TagsPage />
      </Route>
      <Route path="/messages-api">
        <Holders of="api:edit">
          <ApiPage />
        </Holders>
      </Route>
      <Route path="/users">
        <Holders of="drawer-admin-items:view">
          <UsersPage />
        </Holders>
      </Route>
      <Route path="/connections">
        <Holders of="drawer-admin-items:view">
          <ConnectionsPage />
        </Holders>
      </Route>
      <Route path="/queues">
        <Holders of="queues-page:edit">
          <QueuesPage />
        </Holders>
      </Route>
      <Route path="/financeiro">
        <Holders of="invoices:pay">
          <InvoicesPage />
        </Holders>
      </Route>
      <Route path="/subscription">
        <Holders of="invoices:pay">
          <SubscriptionPage />
        </Holders>
      </Route>
      <Route path="/audit">
        <Holders of="audit:view">
          <AuditPage />
        </Holders>
      </Route>
      <Route path="/settings">
        <Holders of="settings-page:edit">
          <SettingsPage />
        </Holders>
      </Route>
      <Route path="/">
        <Home />
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}

/** Administrators begin with the dashboard, others with their tickets (spec 2 §2). */
function Home() {
  const me = useAtomValue(meAtom);
  return me && may(me, "dashboard:view") ? <DashboardPage /> : <Redirect to="/tickets" replace />;
}

/** A page that the others don't know of. */
function Holders({ of, children }: { of: Permission; children: ReactNode }) {
  const me = useAtomValue(meAtom);
  return me && may(me, of) ? children : <NotFoundPage />;
}
