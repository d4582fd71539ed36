import { answerMeta } from "./answer.ts";
import { controlOf } from "./control.ts";
import { Meta } from "./meta.ts";
import type { NoticeOptions } from "./notices.ts";
import { showPage } from "./page/page.ts";
import { World } from "./world.ts";

export type { InstagramLine, Line, Message, MessengerLine, MetaApp, Template, WhatsAppLine } from "./model.ts";
export type { CallFault, Faults } from "./faults.ts";
export type { Person } from "./person.ts";
export type { FileToSend, Writing } from "./writing.ts";

export interface SimulatorOptions extends Partial<NoticeOptions> {
  /** 0 means any free port. */
  port?: number;
  host?: string;
}

/** Meta's retries go over days; here they come soon and end soon. */
const NOTICES: NoticeOptions = { retryAfterMs: [50, 200, 800, 2000], timeoutMs: 5000 };

/** Meta's Graph on this machine, with apps, lines and pretend people. */
export class GraphSimulator extends Meta {
  readonly #server: Deno.HttpServer;
  readonly #control = controlOf(this);

  private constructor(world: World, server: Deno.HttpServer) {
    super(world);
    this.#server = server;
  }

  static async start(options: SimulatorOptions = {}): Promise<GraphSimulator> {
    const { port = 0, host = "127.0.0.1", ...notices } = options;
    const world = new World({ ...NOTICES, ...notices });
    const server = Deno.serve(
      { port, hostname: host, onListen: () => {}, onError: () => new Response(null, { status: 500 }) },
      (request): Promise<Response> => simulator.#answer(request),
    );
    world.address = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${(server.addr as Deno.NetAddr).port}`;
    const simulator: GraphSimulator = new GraphSimulator(world, server);
    return simulator;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/control/")) return this.#control.fetch(request);
    return await showPage(pathname) ?? answerMeta(this.world, request);
  }

  async stop(): Promise<void> {
    this.world.stop();
    await this.#server.shutdown();
  }
}
