import { type Webhook, webhooks } from "../../src/contract/webhooks.ts";
import { pagedList } from "../list/pagedList.ts";
import { seldom } from "../list/seldom.ts";
import { onEvent } from "../live.ts";

/** The company's webhooks, behind which outside bots may be; kept live. */
export const botList = pagedList(webhooks.list, { rows: (answer): readonly Webhook[] => answer });

onEvent("webhooks", seldom(() => botList.refresh()));
