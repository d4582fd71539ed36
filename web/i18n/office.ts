/** The folders of the administrator's pages: their texts are in catalogs of their own (i18n/office), loaded with the pages. */
export const OFFICE = ["bot", "connections", "dashboard", "hours", "queues", "settings"];
