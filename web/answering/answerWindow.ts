import { tickets } from "../../src/contract/tickets.ts";
import { pagedList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";

/** Until when a ticket's contact may be answered, as a list of one. */
export const windowList = pagedList(tickets.window, { rows: (answer) => [{ id: 0, ...answer }] });

// Each word of the customer's begins it anew, a refusal ends it; what the connection may do changes it, too.
onEvent("appMessage", ({ message }) => {
  if (!message.fromMe || message.failure === "ERR_META_WINDOW_CLOSED") windowList.refresh();
});
onEvent("whatsapp", () => windowList.refresh());
