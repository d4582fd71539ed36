import { ACK } from "../contract/messages.ts";
import type { Tell, Write } from "../platform/company.ts";
import { markDeleted } from "../messages/change.ts";
import type { MessageRow } from "../messages/table.ts";
import { dropSent, enqueue } from "./enqueue.ts";

/** Takes an own message back for everyone. One that never left is simply not sent. */
export function revokeMessage(db: Write, tell: Tell, message: MessageRow, now: number): void {
  markDeleted(db, tell, message);
  const neverLeft = message.ack === ACK.failed;
  if (neverLeft || message.connectionId === null) return dropSent(db, message.id);
  enqueue(db, { messageId: message.id, connectionId: message.connectionId, what: "revoke" }, now);
}
