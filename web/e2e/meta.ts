import { until } from "../../src/testing/fixtures.ts";
import type { Line, MetaApp } from "../../src/graph_simulator/simulator.ts";
import { NOTICES_PATH } from "../../src/meta/app.ts";
import { connectionById } from "../../src/connections/connections.ts";
import type { Desk } from "./desk.ts";

export interface Lines {
  app: MetaApp;
  cloud: Extract<Line, { channel: "whatsapp" }>;
  page: Extract<Line, { channel: "messenger" }>;
  instagram: Extract<Line, { channel: "instagram" }>;
}

/** An app and a line of each channel at the pretend Meta; nothing of it is known to the product yet. */
export function someLines({ meta }: Desk): Lines {
  const app = meta.addApp(), page = meta.addPage({ name: "Padaria no Face" });
  return {
    app,
    cloud: meta.addNumber({ number: "551134567801" }),
    page,
    instagram: meta.addInstagram({ username: "padaria.aurora", page }),
  };
}

/** The provider's app as the product knows it, and the product's address as Meta knows it. */
export async function setUpApp(desk: Desk, app: MetaApp): Promise<void> {
  const { body } = await desk.road.as("super")("PUT", "/provider/meta", {
    appId: app.id,
    secret: app.secret,
    instagramAppId: "",
    version: "v25.0",
  });
  await tellMeta(desk, app, body.verifyToken);
}

/** Types the product's address and token in at Meta. */
export async function tellMeta(desk: Desk, app: MetaApp, verifyToken: string): Promise<void> {
  app.verifyToken = verifyToken;
  await desk.meta.setCallback(app, desk.url + NOTICES_PATH);
}

/** Makes a connection of a line by the API, in the bakery's first queue. */
export async function linkLine(desk: Desk, { app }: Lines, line: Line, name: string): Promise<number> {
  const kind = { whatsapp: "cloud", messenger: "facebook", instagram: "instagram" }[line.channel];
  const parentId = line.channel === "whatsapp" ? line.account.id : line.channel === "instagram" ? line.page!.id : "";
  const token = desk.meta.tokenFor(app, line).value;
  const account = { kind, name, accountId: line.id, parentId, token, queueIds: [1] };
  const { status, body } = await desk.road.as("ana")("POST", "/facebook/account", account);
  if (status !== 200) throw new Error(`Not linked: ${status} ${JSON.stringify(body)}`);
  await until(() => connectionById(desk.road.aurora.read, body.id)!.status === "CONNECTED");
  return body.id;
}
