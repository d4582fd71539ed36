import { AURORA_PHONE } from "../testing/road.ts";
import { bareClient } from "./bare_client.ts";
import { aNetwork, aServer, control } from "./network.ts";
import { atLeast, atMost, type Figure, quantile } from "./report.ts";

const SENDERS = 20, MESSAGES = 2000;

/** Messages a second until they are committed, emitted and acknowledged, against the bare library with a journal. */
export async function benchIncoming(): Promise<Figure[]> {
  const network = await aNetwork();
  const bare = await bareClient(network, "5511400000001");
  const server = await aServer(network);
  // The bot's own figure is in desk.ts.
  await server.ask("PUT", "/whatsapp/1", { name: "Loja Centro", queueIds: [] });
  const arrivals = watch(server.address, server.token);
  const flood = async (to: string) =>
    Number(
      (await control(network.page, "/flood", { to, phones: SENDERS, messages: MESSAGES })).acknowledgedPerSecond ?? 0,
    );
  await flood("5511400000001");
  await flood(AURORA_PHONE);
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < 3; round++) {
    rates.bare.push(await flood("5511400000001"));
    rates.ours.push(await flood(AURORA_PHONE));
  }
  const ours = Math.max(...rates.ours), theirs = Math.max(...rates.bare);
  arrivals.times.clear();
  await control(network.page, "/flood", { to: AURORA_PHONE, phones: SENDERS, messages: 500, perSecond: 50 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const delays = await delaysOf(network.page, arrivals.times);
  arrivals.close();
  bare.kill();
  server.process.kill();
  network.process.kill();
  return [
    atLeast(`Incoming, ${SENDERS} senders: ${ours}/s against the bare library's ${theirs}/s`, ours / theirs, 0.8),
    atMost(
      "At 50 messages/s: from the customer's send to the attendant's socket, p95",
      quantile(delays, 0.95),
      15,
      " ms",
    ),
  ];
}

/** An attendant's socket, and when each message came to it (ms since 1970). */
function watch(address: string, token: string) {
  const times = new Map<string, number>();
  const socket = new WebSocket(`${address.replace("http", "ws")}/api/events`);
  socket.onopen = () => socket.send(JSON.stringify({ say: "hello", token }));
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.payload?.action === "create") {
      times.set(`${frame.payload.ticket.contact.number} ${frame.payload.message.body}`, Date.now());
    }
  };
  return { times, close: () => socket.close() };
}

interface Chat {
  messages: { text?: string; at: string }[];
}

/** What lies between the moment a pretend phone wrote a message and the moment the socket had it, in ms. */
async function delaysOf(page: string, times: Map<string, number>): Promise<number[]> {
  const delays: number[] = [];
  const phones = await (await fetch(`${page}/control/phones`)).json() as { number: string }[];
  for (const { number } of phones) {
    const chats = await (await fetch(`${page}/control/phones/${number}/chats?last=60`)).json() as Chat[];
    for (const message of chats.flatMap((chat) => chat.messages)) {
      const at = times.get(`${number} ${message.text}`);
      if (at) delays.push(at - new Date(message.at).getTime());
    }
  }
  return delays;
}
