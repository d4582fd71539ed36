import { makeAuthority } from "./certificates.ts";
import { Connection } from "./connection.ts";
import { controlOf } from "./control.ts";
import { startMediaHost } from "./media_host.ts";
import { Network } from "./network.ts";
import { restore } from "./state.ts";
import { keepState, loadState } from "./state_folder.ts";
import { showPage } from "./page/page.ts";

export type { PhoneOptions } from "./account.ts";
export type { ChatMessage, ReceivedMedia, ReceivedMessage, Status } from "./chats.ts";
export type { FloodOrder, FloodReport } from "./flood.ts";
export type { MediaToSend } from "./media.ts";
export type { Group, PastMessage } from "./model.ts";
export { type CloseReason, Network } from "./network.ts";
export { Phone } from "./phone.ts";

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
  /** PEM of the authority that signed the media host's certificate. */
  ca: string;
  network: Network;
  stop(): Promise<void>;
}

/** Starts a WhatsApp of our own on this machine. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, host = "127.0.0.1", folder } = options;
  // Nobody can be told to connect to "every address".
  const name = host === "0.0.0.0" ? "127.0.0.1" : host;
  const known = folder === undefined ? undefined : loadState(folder);
  const authority = known?.authority ?? makeAuthority();
  // Clients keep the address of a file in their messages, so the media host must not move.
  const mediaPort = options.mediaPort ?? known?.mediaPort;
  const media = startMediaHost({ authority, host, name, port: mediaPort, folder: folder && `${folder}/media` });
  const network = new Network(media);
  if (known) restore(network, known);
  const server = await serve(network, { port, host, ca: authority.certificate }).catch(async (error) => {
    await media.stop();
    throw error;
  });
  const saveLast = folder === undefined ? () => {} : keepState(folder, network, { authority, mediaPort: media.port });
  const address = `${name}:${server.addr.port}`;
  return {
    url: `ws://${address}/ws/chat`,
    page: `http://${address}/`,
    ca: authority.certificate,
    network,
    async stop() {
      network.stop();
      await Promise.all([server.shutdown(), media.stop()]);
      saveLast();
    },
  };
}

async function serve(network: Network, { port, host, ca }: { port: number; host: string; ca: string }) {
  const control = controlOf(network, ca);
  return Deno.serve({ port, hostname: host, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/ws/chat") return connect(network, request);
    return await showPage(pathname) ?? control.fetch(request);
  });
}

function connect(network: Network, request: Request): Response {
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 });
  if (network.faults.isDown) {
    // Not an HTTP error: Baileys listens for "unexpected-response" and then sits there for 20 seconds.
    socket.onopen = () => socket.close();
    return response;
  }
  const connection = new Connection(socket, network);
  network.connections.add(connection);
  connection.onClose(() => network.connections.delete(connection));
  return response;
}
