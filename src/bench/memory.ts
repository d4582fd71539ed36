import { until } from "../testing/fixtures.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { aNetwork, aServer, control, ownMb, residentMb, start } from "./network.ts";
import { atMost, type Figure } from "./report.ts";

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const SOCKETS = 2000, MORE = 4;

/** The executable when idle: with one connection, with more of them, and with two thousand browsers that look on. */
export async function benchMemory(): Promise<Figure[]> {
  const network = await aNetwork();
  const server = await aServer(network, "executable");
  // What pairing took is gone only after a start; idle is what a server is for most of the night.
  let process = await startAnew(server.process, server, network.url);
  const one = residentMb(process.pid), own = ownMb(process.pid);
  const sockets = await openSockets(server.address, server.token);
  await pause(5000);
  const watched = residentMb(process.pid);
  sockets.forEach((socket) => socket.close());
  for (let nth = 1; nth <= MORE; nth++) await link(network, server, nth);
  process = await startAnew(process, server, network.url);
  const many = residentMb(process.pid);
  process.kill();
  network.process.kill();
  return [
    atMost("Idle server with one connection, with the runtime's pages", one, 90, " MB"),
    atMost("… its own memory", own, 90, " MB"),
    atMost("Each further idle connection", (many - one) / MORE, 3, " MB"),
    atMost(`${SOCKETS} idle sockets`, watched - one, 120, " MB"),
  ];
}

async function startAnew(
  process: Deno.ChildProcess,
  { data, port, ask }: Awaited<ReturnType<typeof aServer>>,
  url: string,
): Promise<Deno.ChildProcess> {
  process.kill();
  await process.status;
  const next = start("executable", data, port, { url });
  const isLinked = async () => {
    const connections = await ask("GET", "/whatsapp/").catch(() => []);
    return connections.length > 0 && connections.every(({ status }: { status: string }) => status === "CONNECTED");
  };
  await until(isLinked, 30_000);
  await pause(20_000);
  return next;
}

async function openSockets(address: string, token: string): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let from = 0; from < SOCKETS; from += 100) {
    const batch = Array.from({ length: 100 }, () => new WebSocket(`${address.replace("http", "ws")}/api/events`));
    await Promise.all(batch.map((socket) =>
      new Promise((resolve, reject) => {
        socket.onopen = () => socket.send(JSON.stringify({ say: "hello", token }));
        socket.onmessage = resolve;
        socket.onerror = reject;
      })
    ));
    sockets.push(...batch);
  }
  return sockets;
}

/** Adds a connection and links a pretend phone to it. */
export async function link(
  network: { page: string },
  server: Awaited<ReturnType<typeof aServer>>,
  nth: number,
): Promise<void> {
  const number = AURORA_PHONE.slice(0, -2) + String(nth).padStart(2, "0");
  await control(network.page, "/phones", { name: `Loja ${nth}`, number });
  const { id } = await server.ask("POST", "/whatsapp", { name: `Loja ${nth}` });
  for (let tries = 0; tries < 100; tries++) {
    const { qrcode, status } = await server.ask("GET", `/whatsapp/${id}`);
    if (status === "CONNECTED") return;
    if (qrcode) await control(network.page, `/phones/${number}/scan`, { qr: qrcode });
    await pause(200);
  }
}
