import { createHmac } from "node:crypto";
import { milliseconds } from "date-fns/milliseconds";
import { GraphSimulator } from "../graph_simulator/simulator.ts";
import { NOTICES_PATH } from "../meta/app.ts";
import { until } from "../testing/fixtures.ts";
import { aNetwork, aServer } from "./network.ts";
import { atLeast, atMost, type Figure, quantile } from "./report.ts";

/** Notices of Meta's, by so many people, so many under way at once. */
const NOTICES = 6000, PEOPLE = 300, AT_ONCE = 24;

/** How fast what Meta tells is written down and answered (issue: official channels), and how fast it becomes messages. */
export async function benchGraph(): Promise<Figure[]> {
  const meta = await GraphSimulator.start(), network = { ...await aNetwork(), graph: meta.address };
  const server = await aServer(network), app = meta.addApp(), line = meta.addNumber({ number: "551134567801" });
  const { verifyToken } = await server.askAsSuper("PUT", "/provider/meta", {
    appId: app.id,
    secret: app.secret,
    instagramAppId: "",
    version: "v25.0",
  });
  app.verifyToken = verifyToken;
  await meta.setCallback(app, server.address + NOTICES_PATH);
  const { id } = await server.ask("POST", "/facebook/account", {
    kind: "cloud",
    name: "Oficial",
    accountId: line.id,
    parentId: line.account.id,
    token: meta.tokenFor(app, line).value,
  });
  await until(async () => (await server.ask("GET", `/whatsapp/${id}`)).status === "CONNECTED", 20_000);
  const times: number[] = [];
  let next = 0;
  const tell = async () => {
    while (next < NOTICES) {
      const body = notice(line.id, next++), began = performance.now();
      const signature = `sha256=${createHmac("sha256", app.secret).update(body).digest("hex")}`;
      const answer = await fetch(server.address + NOTICES_PATH, {
        method: "POST",
        headers: { "content-type": "application/json", "x-hub-signature-256": signature },
        body,
      });
      await answer.body?.cancel();
      if (answer.status === 200) times.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, tell));
  const rate = times.length / ((performance.now() - began) / 1000);
  const handled = async () => (await server.ask("GET", "/tickets?status=pending&showAll=true&pageNumber=1")).count ?? 0;
  await until(async () => await handled() >= Math.min(PEOPLE, 100), milliseconds({ minutes: 5 }));
  await until(async () => await unread(server) >= NOTICES, milliseconds({ minutes: 5 }));
  const handledRate = NOTICES / ((performance.now() - began) / 1000);
  server.process.kill();
  network.process.kill();
  await meta.stop();
  return [
    atLeast(`Notices of Meta's written down and answered, ${AT_ONCE} at once`, rate, 1000, "/s"),
    atMost("… until one is answered, p95", quantile(times, 0.95), 50, " ms"),
    atMost("… not answered with 200", NOTICES - times.length, 0),
    atLeast("… become messages of tickets meanwhile and after", handledRate, 100, "/s"),
  ];
}

/** Messages that nobody has read yet, of all tickets that wait. */
async function unread({ ask }: Awaited<ReturnType<typeof aServer>>): Promise<number> {
  let sum = 0;
  for (let page = 1; page < 20; page++) {
    const { tickets, hasMore } = await ask("GET", `/tickets?status=pending&showAll=true&pageNumber=${page}`);
    sum += tickets.reduce((all: number, { unreadMessages }: { unreadMessages: number }) => all + unreadMessages, 0);
    if (!hasMore) break;
  }
  return sum;
}

function notice(phoneNumberId: string, nth: number): string {
  const from = `55119${80_000_000 + nth % PEOPLE}`, timestamp = String(Math.floor(Date.now() / 1000));
  const message = { id: `wamid.bench${nth}`, from, timestamp, type: "text", text: { body: `Pedido ${nth}` } };
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "551134567801", phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: `Pessoa ${nth % PEOPLE}` }, wa_id: from }],
    messages: [message],
  };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}
