import { createLucideIcon } from "lucide-react";

/** Our own drawing on lucide's message-circle: the channel, not the brand. */
export const WhatsAppIcon = createLucideIcon("whats-app", [
  ["path", {
    d: "M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719",
    key: "bubble",
  }],
  ["path", {
    d: "M9.2 8.2c-.5 2.6 3.9 7.1 6.7 6.6.7-.2 1.1-1 .7-1.6l-1-1.1-1.5.6c-.9-.4-1.5-1-1.9-1.9l.7-1.5-1.1-1.1c-.6-.4-2.5-.7-2.6 0z",
    key: "receiver",
  }],
]);
