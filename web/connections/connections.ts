import { type Connection, connections } from "../../src/contract/connections.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange } from "../list/rows.ts";
import { onEvent } from "../live.ts";

/** The company's connections, by name, kept live. */
export const connectionList = pagedList(connections.list, {
  rows: (answer): readonly Connection[] => answer.toSorted(byName),
});

/** One connection with its texts. */
export const connectionDetails = pagedList(connections.show, { rows: (answer) => [answer] });

function byName(one: Connection, other: Connection): number {
  return one.name.localeCompare(other.name) || one.id - other.id;
}

onEvent("whatsapp", (change) => connectionList.change((rows) => applyChange(rows, change, byName)));
onEvent(
  "whatsappSession",
  ({ session }) => connectionList.change((rows) => rows.map((row) => row.id === session.id ? session : row)),
);

/** Shows a connection as the server has answered it, before its event arrives; an event that overtook the answer stays. */
export function showConnection(record: Connection): void {
  connectionList.change((rows) => {
    const shown = rows.find(({ id }) => id === record.id);
    if (shown && shown.updatedAt >= record.updatedAt) return rows;
    return applyChange(rows, { action: "update", record }, byName);
  });
}

/** Shows no longer what has just been deleted. */
export function hideConnection(id: number): void {
  connectionList.change((rows) => applyChange(rows, { action: "delete", id }));
}
