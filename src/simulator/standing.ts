import { Buffer } from "node:buffer";
import { type BinaryNode, QueryIds, XWAPaths } from "@whiskeysockets/baileys";
import type { LinkedDevice, Network } from "./model.ts";
import { stanza } from "./stanza.ts";

/** What an account asks about its own standing: whether it may write to strangers, and to how many. */
export function answerMex(network: Network, { number }: LinkedDevice, query: BinaryNode | undefined): BinaryNode {
  const { lockedUntil, newChats } = network.faults.standing(number);
  const answers: Record<string, object> = {
    [QueryIds.REACHOUT_TIMELOCK]: {
      [XWAPaths.xwa2_fetch_account_reachout_timelock]: {
        is_active: lockedUntil !== undefined,
        time_enforcement_ends: String(lockedUntil ?? 0),
      },
    },
    [QueryIds.MESSAGE_CAPPING_INFO]: {
      [XWAPaths.xwa2_message_capping_info]: newChats
        ? { total_quota: newChats.total, used_quota: newChats.used, capping_status: "FIRST_WARNING" }
        : { capping_status: "NONE" },
    },
  };
  const data = answers[query?.attrs.query_id ?? ""] ?? {};
  return stanza("result", {}, Buffer.from(JSON.stringify({ data })));
}
