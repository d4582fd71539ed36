import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll } from "vitest";
import { GraphSimulator, type Line, type MetaApp } from "./simulator.ts";

/** A notice as a callback gets it, with what the test needs to look into. */
export interface Heard {
  object: string;
  // deno-lint-ignore no-explicit-any -- tests look into notices of every shape
  entry: any[];
  isSigned: boolean;
}

/** The tiny client of the tests: it listens where an app would, and asks as one would. */
export class TestApp {
  readonly heard: Heard[] = [];
  /** What the callback answers next; 200 when there is nothing left. */
  readonly answers: number[] = [];
  readonly #server: Deno.HttpServer;

  constructor(readonly simulator: GraphSimulator, readonly app: MetaApp) {
    const options = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
    this.#server = Deno.serve(options, (request) => this.#answer(request));
  }

  get callback(): string {
    return `http://127.0.0.1:${(this.#server.addr as Deno.NetAddr).port}/hook`;
  }

  async #answer(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    if (request.method === "GET") {
      const isMeant = query.get("hub.mode") === "subscribe" && query.get("hub.verify_token") === this.app.verifyToken;
      return new Response(isMeant ? query.get("hub.challenge") : "no", { status: isMeant ? 200 : 403 });
    }
    const text = await request.text();
    const status = this.answers.shift() ?? 200;
    if (status !== 200) return new Response(null, { status });
    const signature = request.headers.get("x-hub-signature-256");
    const body = JSON.parse(text);
    const line = this.simulator.world.line(body.entry[0].id);
    const isAlone = line?.channel === "instagram" && !line.page;
    const secret = isAlone ? this.app.instagramSecret : this.app.secret;
    const right = `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
    this.heard.push({ ...body, isSigned: signature === right });
    return new Response("EVENT_RECEIVED");
  }

  /** The values of all changes of a field, or all messaging events, in their order. */
  // deno-lint-ignore no-explicit-any -- as above
  get told(): any[] {
    return this.heard.flatMap(({ entry }) =>
      entry.flatMap(({ changes, messaging }) =>
        // deno-lint-ignore no-explicit-any -- as above
        changes?.map(({ value }: { value: any }) => value) ?? messaging
      )
    );
  }

  stop(): Promise<void> {
    return this.#server.shutdown();
  }
}

export interface Answered {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  body: any;
}

/** Asks the simulator, as whoever has the token. */
export async function ask(
  simulator: GraphSimulator,
  path: string,
  { token, body, method = body === undefined ? "GET" : "POST" }: { token?: string; body?: unknown; method?: string } =
    {},
): Promise<Answered> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${simulator.address}/v25.0/${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

/** A simulator with an app that follows a line, and Joana. */
export function scene<Kind extends Line>(makeLine: (simulator: GraphSimulator) => Kind) {
  const it = {} as {
    simulator: GraphSimulator;
    app: TestApp;
    line: Kind;
    token: string;
    joana: ReturnType<GraphSimulator["person"]>;
    ask: (path: string, body?: unknown, method?: string) => Promise<Answered>;
    /** Sends and waits until all notices have come. */
    send: (body: object) => Promise<Answered>;
    settled: () => Promise<void>;
  };
  beforeAll(async () => {
    it.simulator = await GraphSimulator.start();
    it.app = new TestApp(it.simulator, it.simulator.addApp());
    await it.simulator.setCallback(it.app.app, it.app.callback);
    it.line = makeLine(it.simulator);
    it.token = it.simulator.tokenFor(it.app.app, it.line).value;
    const options = { name: "Joana Prado", phone: "5511987654321", username: "joanap" };
    it.joana = it.simulator.person(options);
    it.ask = (path, body, method) => ask(it.simulator, path, { token: it.token, body, method });
    it.settled = () => it.simulator.settled();
    it.send = async (body) => {
      const answered = await it.ask(`${it.line.id}/messages`, body);
      await it.settled();
      return answered;
    };
    const followed = it.line.channel === "whatsapp" ? it.line.account.id : "me";
    const isAlone = it.line.channel === "instagram" && !it.line.page;
    const fields = it.app.app.fields[isAlone ? "instagram" : "page"]!.join(",");
    const answered = await it.ask(
      `${followed}/subscribed_apps`,
      it.line.channel === "whatsapp" ? {} : { subscribed_fields: fields },
    );
    if (answered.status !== 200) throw new Error(JSON.stringify(answered.body));
  });
  afterEach(() => {
    it.app.heard.length = 0;
    it.app.answers.length = 0;
    it.simulator.faults.clear();
  });
  afterAll(async () => {
    await it.simulator?.stop();
    await it.app?.stop();
  });
  return it;
}
