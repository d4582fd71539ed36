/**
 * The folders whose texts are in catalogs of their own (i18n/pages), loaded with their pages and dialogs: the
 * administrator's, and whatever else the first load of the tickets does not show.
 */
export const PAGES = [
  "announcements",
  "audit",
  "bot",
  "campaigns",
  "cockpit",
  "companies",
  "connections",
  "contact_lists",
  "contacts",
  "dashboard",
  "first_steps",
  "helps",
  "hours",
  "inbox/several",
  "opt_outs",
  "overdue",
  "invoices",
  "provider",
  "queues",
  "quick_replies",
  "schedules",
  "search",
  "security",
  "settings",
  "sign_up",
  "tags/choosing",
  "ui/page_errors",
  "users",
];
