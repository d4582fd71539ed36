import { Connection } from "./connection.ts";
import { controlOf } from "./control.ts";
import { Network } from "./network.ts";

export type { ChatMessage, ReceivedMedia, ReceivedMessage, Status } from "./chats.ts";
export { Network } from "./network.ts";
export { Phone, type PhoneOptions } from "./phone.ts";

export interface SimulatorOptions {
  /** 0 means any free port. */
  port?: number;
  host?: string;
  mediaPort?: number;
  /** Where state is kept, so that a restarted simulator still knows its devices; in memory only when left out. */
  folder?: string;
}

export interface Simulator {
  /** What a client is given as `waWebSocketUrl`. */
  url: string;
  page: string;
  network: Network;
  stop(): Promise<void>;
}

/** Starts a WhatsApp of our own on this machine. */
export async function startSimulator({ port = 0, host = "127.0.0.1" }: SimulatorOptions = {}): Promise<Simulator> {
  const network = new Network();
  const control = controlOf(network);
  const server = Deno.serve({ port, hostname: host, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/ws/chat") return connect(network, request);
    return control.fetch(request);
  });
  const address = `${host}:${server.addr.port}`;
  await Promise.resolve();
  return {
    url: `ws://${address}/ws/chat`,
    page: `http://${address}/`,
    network,
    async stop() {
      network.stop();
      await server.shutdown();
    },
  };
}

function connect(network: Network, request: Request): Response {
  if (network.faults.isDown) return new Response("The network is down", { status: 503 });
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 });
  const connection = new Connection(socket, network);
  network.connections.add(connection);
  connection.onClose(() => network.connections.delete(connection));
  return response;
}
