import { milliseconds } from "date-fns/milliseconds";
import { AURORA_PHONE } from "../testing/road.ts";
import { until } from "../testing/fixtures.ts";
import { aNetwork, aServer, control } from "./network.ts";
import { atLeast, atMost, type Figure, quantile } from "./report.ts";

/** Requests of the API, to so many phones, by so many who ask at once. */
const REQUESTS = 3000, PHONES = 200, AT_ONCE = 20;
/** Messages that webhooks are told of. */
const TOLD = 3000;
const ANSWERS = 40;

/** What external systems get out of it, and what attendants feel of that. */
export async function benchIntegrations(): Promise<Figure[]> {
  const network = await aNetwork();
  const server = await aServer(network, "sources");
  const figures = [...await benchApi(network.page, server), ...await benchWebhooks(network.page, server)];
  server.process.kill();
  network.process.kill();
  return figures;
}

type Server = Awaited<ReturnType<typeof aServer>>;

async function benchApi(page: string, { ask, address }: Server): Promise<Figure[]> {
  const { numbers } = await control(page, "/crowd", { phones: PHONES }) as { numbers: string[] };
  const { token } = await ask("POST", "/api-tokens", { name: "Bench", scopes: ["send"], perMinute: 100_000 });
  const ticketId = await aTicketOf(ask, page);
  const answer = async () => {
    const asked = performance.now();
    await ask("POST", `/messages/${ticketId}`, { body: "Já vejo" });
    return performance.now() - asked;
  };
  const several = async () => {
    const times: number[] = [];
    for (let nth = 0; nth < ANSWERS; nth++) {
      times.push(await answer());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return times;
  };
  await several();
  const alone = await several();
  let next = 0, accepted = 0;
  const client = async () => {
    while (next < REQUESTS) {
      const nth = next++;
      const { status, body } = await fetch(`${address}/api/messages/send`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": `bench-${nth}`,
        },
        body: JSON.stringify({ number: numbers[nth % PHONES], body: `Pedido ${nth} saiu` }),
      });
      await body?.cancel();
      if (status === 202) accepted++;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const rate = accepted / ((performance.now() - startedAt) / 1000);
  const meanwhile = await several();
  const received = async () => (await control(page, "/crowd/received", { phones: PHONES })).messages as number;
  await until(async () => await received() >= REQUESTS, milliseconds({ minutes: 5 }));
  return [
    atLeast(`Requests that the API accepts, ${AT_ONCE} at once`, rate, 300, "/s"),
    atMost("… messages more or less than were asked for", Math.abs(await received() - REQUESTS), 0),
    atMost(
      `… an attendant's answer while they leave against ${quantile(alone, 0.5).toFixed(1)} ms without them, median`,
      quantile(meanwhile, 0.5) / quantile(alone, 0.5),
      1.5,
    ),
  ];
}

async function aTicketOf(ask: Server["ask"], page: string): Promise<number> {
  const [number] = (await control(page, "/crowd", { phones: 1, after: 90_000 })).numbers as string[];
  await control(page, `/phones/${number}/write`, { to: AURORA_PHONE, text: "Olá" });
  const ticket = await until(async () => (await ask("GET", "/tickets?status=pending&showAll=true")).tickets[0], 20_000);
  await ask("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
  return ticket.id;
}

/** A receiver that was away while messages came, and is back: how fast it gets them, each chat in order. */
async function benchWebhooks(page: string, { ask }: Server): Promise<Figure[]> {
  let isAway = true, got = 0, isInOrder = true, firstAt = 0, lastAt = 0;
  const newest = new Map<number, number>();
  const receiver = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { data } = await request.json();
    if (isAway) return new Response("", { status: 503 });
    if (got++ === 0) firstAt = performance.now();
    lastAt = performance.now();
    const { contactId, id } = data.message;
    isInOrder &&= (newest.get(contactId) ?? 0) < id;
    newest.set(contactId, id);
    return new Response("ok");
  });
  const url = `http://127.0.0.1:${receiver.addr.port}/`, events = ["message.received"];
  const { id } = await ask("POST", "/webhooks", { name: "Bench", url, events });
  await control(page, "/flood", { to: AURORA_PHONE, phones: 20, messages: TOLD });
  await until(async () => (await ask("GET", "/webhooks"))[0].waiting >= TOLD, milliseconds({ minutes: 5 }));
  isAway = false;
  // Switched off and on again it is asked at once.
  await ask("PUT", `/webhooks/${id}`, { name: "Bench", url, events, isActive: false });
  await ask("PUT", `/webhooks/${id}`, { name: "Bench", url, events, isActive: true });
  await until(() => got >= TOLD, milliseconds({ minutes: 5 }));
  await receiver.shutdown();
  return [
    atLeast("Deliveries to a webhook that is back", got / ((lastAt - firstAt) / 1000), 200, "/s"),
    atMost("… out of their chat's order", isInOrder ? 0 : 1, 0),
  ];
}
