import { serve } from "../app/serve.ts";
import type { Server } from "../app/server.ts";
import type { GraphKind } from "../channels/graph/kinds.ts";
import { connectionById } from "../connections/connections.ts";
import { type Companies, DEMO_PASSWORD } from "../demo/seed.ts";
import type { Line, MetaApp } from "../graph_simulator/model.ts";
import { GraphSimulator } from "../graph_simulator/simulator.ts";
import { NOTICES_PATH } from "../meta/app.ts";
import { aDataFolder, companiesOf, until } from "./fixtures.ts";
import type { Answered } from "./road.ts";

/** The whole product on a port of its own, whose provider has an app at a pretend Meta. */
export interface MetaRoad extends Companies {
  server: Server;
  meta: GraphSimulator;
  app: MetaApp;
  as(name: string): (method: string, path: string, body?: unknown) => Promise<Answered>;
  /** Makes a connection of a line by its ids and a token, and waits until it is connected. */
  link(
    line: Line,
    options?: { name?: string; by?: string; queueIds?: number[]; humanAgent?: boolean },
  ): Promise<number>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function aMetaRoad(): Promise<MetaRoad> {
  const folder = await aDataFolder(), meta = await GraphSimulator.start();
  const begin = () =>
    serve({
      port: 0,
      host: "127.0.0.1",
      data: folder,
      publicUrl: undefined,
      demo: true,
      whatsappUrl: "ws://127.0.0.1:9",
      whatsappCa: undefined,
      graphUrl: meta.address,
    });
  let server = await begin();
  const app = meta.addApp(), tokens = new Map<string, Promise<string>>();

  async function send(token: string | undefined, method: string, path: string, body?: unknown): Promise<Answered> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${server.address}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: /^[{[]/.test(text) ? JSON.parse(text) : text };
  }

  async function logIn(name: string): Promise<string> {
    const house = name === "super" ? "balcao" : ["nina", "otto"].includes(name) ? "norte" : "aurora";
    const { body } = await send(undefined, "POST", "/auth/login", {
      email: `${name}@${house}.test`,
      password: DEMO_PASSWORD,
    });
    return body.token;
  }

  const as: MetaRoad["as"] = (name) => async (method, path, body) => {
    if (!tokens.has(name)) tokens.set(name, logIn(name));
    return await send(await tokens.get(name), method, path, body);
  };

  const road: MetaRoad = {
    ...companiesOf(server.tenants),
    get server() {
      return server;
    },
    meta,
    app,
    as,
    async link(line, { name = `Linha ${crypto.randomUUID().slice(0, 8)}`, by = "ana", ...options } = {}) {
      const { status, body } = await as(by)("POST", "/facebook/account", {
        ...accountOf(line),
        name,
        token: meta.tokenFor(app, line).value,
        ...options,
      });
      if (status !== 200) throw new Error(`Not linked: ${status} ${JSON.stringify(body)}`);
      const company = by === "nina" ? road.norte : road.aurora;
      await until(() => connectionById(company.read, body.id)!.status === "CONNECTED");
      return body.id;
    },
    async restart() {
      await server.stop();
      server = await begin();
      Object.assign(road, companiesOf(server.tenants));
      await meta.setCallback(app, server.address + NOTICES_PATH);
    },
    async stop() {
      await server.stop();
      await meta.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
  const saved = await as("super")("PUT", "/provider/meta", {
    appId: app.id,
    secret: app.secret,
    instagramAppId: app.instagramId,
    instagramSecret: app.instagramSecret,
    version: "v25.0",
  });
  app.verifyToken = saved.body.verifyToken;
  await meta.setCallback(app, server.address + NOTICES_PATH);
  return road;
}

/** The ids by which an administrator types in an account. */
function accountOf(line: Line): { kind: GraphKind; accountId: string; parentId: string } {
  if (line.channel === "whatsapp") return { kind: "cloud", accountId: line.id, parentId: line.account.id };
  if (line.channel === "messenger") return { kind: "facebook", accountId: line.id, parentId: "" };
  return { kind: "instagram", accountId: line.id, parentId: line.page?.id ?? "" };
}
