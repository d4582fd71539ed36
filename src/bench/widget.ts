import { addConnection } from "../connections/connections.ts";
import { Tenants } from "../platform/tenants.ts";
import { until } from "../testing/fixtures.ts";
import { companiesOf } from "../testing/fixtures.ts";
import { visitorTable } from "../webchat/table.ts";
import { addWebchat } from "../webchat/webchats.ts";
import { aNetwork, aServer, residentMb, start } from "./network.ts";
import { atMost, type Figure } from "./report.ts";

const VISITORS = 2000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The executable with a web chat, and then with two thousand visitors who have it open. */
export async function benchWidget(): Promise<Figure[]> {
  const network = await aNetwork();
  const server = await aServer(network, "executable");
  server.process.kill();
  await server.process.status;
  const { key, visitors } = seedVisitors(server.data);
  const process = start("executable", server.data, server.port, network);
  const frame = `${server.address}/widget/${key}`;
  await until(
    () => fetch(frame).then((answer) => answer.text()).then((page) => page.includes('"isOpen":true'), () => false),
    30_000,
  );
  await pause(20_000);
  const before = residentMb(process.pid);
  const sockets = await openAll(`${frame.replace("http", "ws")}/live`, visitors);
  await pause(5000);
  const with2000 = residentMb(process.pid);
  sockets.forEach((socket) => socket.close());
  process.kill();
  network.process.kill();
  return [atMost(`${VISITORS} widget visitors`, with2000 - before, 150, " MB more")];
}

/** Visitors as they are after they have begun; asked for one by one they would be a flood. */
function seedVisitors(data: string): { key: string; visitors: string[] } {
  const tenants = new Tenants(data), { aurora } = companiesOf(tenants), now = Date.now();
  try {
    return aurora.write((db) => {
      const { id: connectionId } = addConnection(db, { name: "Site", channel: "webchat" }, now);
      const { key } = addWebchat(tenants, aurora, db, connectionId);
      const visitors = Array.from({ length: VISITORS }, (_, nth) => `visitor${nth}`);
      for (const id of visitors) {
        db.insert(visitorTable).values({
          id,
          connectionId,
          secretHash: tenants.keys.digest(`secret of ${id}`.replaceAll(" ", "-")),
          about: {},
          createdAt: now,
        }).run();
      }
      return { key, visitors: visitors.map((id) => `${id}.secret-of-${id}`) };
    });
  } finally {
    tenants.close();
  }
}

async function openAll(address: string, visitors: readonly string[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let from = 0; from < visitors.length; from += 100) {
    const batch = visitors.slice(from, from + 100).map((visitor) => {
      const socket = new WebSocket(address);
      return new Promise<WebSocket>((resolve, reject) => {
        socket.onopen = () => socket.send(JSON.stringify({ say: "hello", visitor }));
        socket.onmessage = ({ data }) => JSON.parse(data).say === "welcome" ? resolve(socket) : reject(new Error(data));
        socket.onerror = reject;
      });
    });
    sockets.push(...await Promise.all(batch));
  }
  return sockets;
}
