/**
 * The folders whose texts are in catalogs of their own (i18n/office), loaded with their pages and dialogs: the
 * administrator's, and whatever else the first load of the tickets does not show.
 */
export const OFFICE = [
  "bot",
  "connections",
  "contacts",
  "dashboard",
  "hours",
  "queues",
  "schedules",
  "search",
  "settings",
  "users",
];
