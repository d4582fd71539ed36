import { afterAll, beforeAll, expect, test } from "vitest";
import { addConnection } from "../../connections/connections.ts";
import { aBalcao } from "../../testing/fixtures.ts";
import type { ChannelEvent } from "../channel.ts";
import { Reading } from "./reading.ts";
import { beginSend, noteNetworkId } from "./sends.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

test("what was read is told again after an end of the process, until its notice is let go", () => {
  const { aurora } = balcao, chat = "7@messenger", begunAt = 1_700_000_000_000;
  const connectionId = aurora.write((db) => {
    const { id } = addConnection(db, { name: "Página", channel: "facebook" }, Date.now());
    beginSend(db, { connectionId: id, wid: "3EB0READ", chat, begunAt });
    noteNetworkId(db, id, "3EB0READ", "m_1");
    return id;
  });
  const notice = JSON.stringify({
    messaging: { sender: { id: "7" }, recipient: { id: "1" }, read: { watermark: begunAt + 1 } },
  });
  /** A process that begins, reads, and may let go of what it has read. */
  const process = (letsGo: boolean) => {
    const told: ChannelEvent[] = [];
    const listeners = { onEvent: (event: ChannelEvent) => void told.push(event) };
    const reading = new Reading({ company: aurora, connectionId, listeners } as never, "facebook", () => {});
    aurora.write(() => reading.read(notice));
    if (letsGo) aurora.write((db) => reading.letGo(db));
    return told;
  };
  const read = [{ what: "receipt", wid: "3EB0READ", ack: 3 }];
  expect(process(false)).toEqual(read);
  expect(process(true)).toEqual(read);
  expect(process(true)).toEqual([]);
});
