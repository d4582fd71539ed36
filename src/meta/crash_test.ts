import { expect, onTestFinished, test } from "vitest";
import { GraphSimulator } from "../graph_simulator/simulator.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess, pause } from "../testing/process.ts";
import { NOTICES_PATH } from "./app.ts";

/** `make crash` kills two hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 4);
/** How long (ms) a start may take, on machines that do other things, too. */
const PATIENCE = 120_000;
const PEOPLE = 3, EACH = 3;

test(
  `killed ${KILLS} times between what Meta tells and its answer, and between what leaves and Meta's answer, each message is there once`,
  async () => {
    // While the server is down Meta tries again, for longer than a start takes.
    const meta = await GraphSimulator.start({ retryAfterMs: Array.from({ length: 60 }, () => 1000) });
    const folder = await aDataFolder(), app = meta.addApp();
    const { start, end, isUp, caller, address } = aProcess(folder, "ws://127.0.0.1:9", {
      BALCAO_GRAPH_URL: meta.address,
    });
    onTestFinished(async () => {
      await end();
      await meta.stop();
      await Deno.remove(folder, { recursive: true });
    });
    let server = start();
    await until(isUp, 60_000);
    const ana = await caller(), provider = await caller("super@balcao.test");
    const { verifyToken } = await provider("PUT", "/provider/meta", {
      appId: app.id,
      secret: app.secret,
      instagramAppId: "",
      version: "v25.0",
    });
    app.verifyToken = verifyToken;
    await meta.setCallback(app, address.replace(/\/api$/, NOTICES_PATH));
    const line = meta.addNumber({ number: "551134567801" }), page = meta.addPage({ name: "Padaria" });
    const token = (of: typeof line | typeof page) => meta.tokenFor(app, of).value;
    await ana("POST", "/facebook/account", {
      kind: "cloud",
      name: "Oficial",
      accountId: line.id,
      parentId: line.account.id,
      token: token(line),
    });
    await ana("POST", "/facebook/account", {
      kind: "facebook",
      name: "Página",
      accountId: page.id,
      token: token(page),
    });
    const people = Array.from(
      { length: PEOPLE },
      (_, nth) => meta.person({ name: `Cliente ${nth}`, phone: `5511988${String(700_000 + nth)}` }),
    );
    const { token: sending } = await ana("POST", "/api-tokens", { name: "Loja", scopes: ["send"], perMinute: 100_000 });
    for (const person of people) for (const to of [line, page]) person.writesTo(to, { text: "primeiro" });
    const tickets = async () => (await ana("GET", "/tickets?status=pending&showAll=true&pageNumber=1")).tickets;
    const isOurs = ({ whatsapp }: { whatsapp: { name: string } | null }) =>
      ["Oficial", "Página"].includes(whatsapp?.name ?? "");
    const ids: number[] = await until(async () => {
      const found = (await tickets()).filter(isOurs);
      return found.length === 2 * PEOPLE ? found.map(({ id }: { id: number }) => id) : undefined;
    });

    /** As a careful script does: the same again, with its key, until it is told that it was accepted. */
    const send = async (ticketId: number, body: string) => {
      const headers = {
        authorization: `Bearer ${sending}`,
        "content-type": "application/json",
        "idempotency-key": `${ticketId}/${body}`,
      };
      const draft = JSON.stringify({ ticketId, body });
      await until(
        () =>
          fetch(`${address}/messages/send`, { method: "POST", headers, body: draft })
            .then(async (answer) => (await answer.body?.cancel(), answer.status === 202), () => false),
        PATIENCE,
      );
    };
    const texts: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const said = Array.from({ length: EACH }, (_, nth) => `${kill}.${nth}`);
      texts.push(...said);
      for (const person of people) {
        for (const to of [line, page]) for (const text of said) person.writesTo(to, { text });
      }
      const sent = ids.map(async (id) => {
        for (const text of said) await send(id, text);
      });
      await pause(Math.random() * 600);
      server.kill("SIGKILL");
      await server.status;
      server = start();
      await Promise.all(sent);
    }
    for (const person of people) {
      for (const from of [line, page]) {
        const got = () => person.received(from).map(({ text }) => text);
        await until(() => got().length >= texts.length, PATIENCE);
        expect(got().toSorted()).toEqual(texts.toSorted());
      }
    }
    for (const id of ids) {
      const incoming = async () => {
        const bodies: string[] = [];
        for (let page = 1, more = true; more; page++) {
          const { messages, hasMore } = await ana("GET", `/messages/${id}?pageNumber=${page}`);
          for (const { fromMe, body } of messages) if (!fromMe) bodies.push(body);
          more = hasMore;
        }
        return bodies;
      };
      await until(async () => (await incoming()).length > texts.length, PATIENCE);
      expect((await incoming()).toSorted()).toEqual(["primeiro", ...texts].toSorted());
    }
    server.kill("SIGTERM");
    await server.status;
  },
  180_000 + KILLS * PATIENCE,
);
