import { forgetAuth } from "../channels/whatsapp/auth_state.ts";
import { connectionRows } from "../connections/connections.ts";
import { kindOf } from "../contract/channels.ts";
import type { Config } from "../platform/config.ts";
import { type OpenFolder, openToServe } from "../platform/data_folder.ts";
import { announce as sayToStarter, log } from "../platform/log.ts";
import { serve } from "../app/serve.ts";
import type { Server } from "../app/server.ts";
import { type Phone, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { CHATTER } from "./dialogues.ts";
import { playInstagram, type PretendMeta, startMeta } from "./pretend_meta.ts";
import { upgradeFolder } from "../upgrades/upgrade.ts";
import { AURORA_NUMBER, type Companies, DEMO_PASSWORD, demoCompanies } from "./seed.ts";

/** The customers who are awake during the demonstration. */
const AWAKE = [
  { name: "Marina Couto", number: "5511987654321" },
  { name: "Seu Jorge (padrinho)", number: "5511976543210" },
  { name: "Cafeteria do Largo", number: "5511965432109" },
];

/** Whom the bakery's phone knows besides: they can be imported. */
const IN_ITS_BOOK = [
  { name: "Moinho São Jorge", number: "5511954321098" },
  { name: "Dona Cida (ovos)", number: "5511943210987" },
  { name: "Entregador Wesley", number: "5511932109876" },
];

/** How often (ms) one of them writes, on average. */
const WRITES_EVERY = 45_000;
/** How long (ms) they read a menu before they choose from it. */
const ANSWERS_AFTER = 8000;

/** Serves the demonstration: two companies, a pretend WhatsApp and a pretend Meta, and customers who write now and then. */
export async function serveDemo(config: Config): Promise<Server> {
  const folder = await openToServe(config.data, (folder) => upgradeFolder(folder, { now: Date.now() }));
  try {
    return await playIn(folder, config);
  } catch (error) {
    // One that somebody works with is left as it was.
    folder.close();
    throw error;
  }
}

async function playIn(folder: OpenFolder, config: Config): Promise<Server> {
  const companies = await demoCompanies(folder.tenants, new Date());
  const meta = config.graphUrl ? undefined : await startMeta(config.port ? config.port + 200 : 0);
  const withMeta = meta ? { ...config, graphUrl: meta.graph.address } : config;
  const { server, simulator, quiet } = config.whatsappUrl
    ? { server: await serve(withMeta, folder) }
    : await serveWithPhones(withMeta, folder, companies);
  const hush = meta && await playInstagram(server, companies, meta).catch((error) => {
    log.warn("The demo's Instagram account could not be linked", { error });
  });
  announce(server, simulator, meta);
  return {
    ...server,
    async stop() {
      quiet?.();
      hush?.();
      await server.stop();
      await simulator?.stop();
      await meta?.graph.stop();
    },
  };
}

interface WithPhones {
  server: Server;
  simulator?: Simulator;
  quiet?: () => void;
}

/** Beside a pretend WhatsApp, whose customers write by themselves. */
async function serveWithPhones(config: Config, folder: OpenFolder, companies: Companies): Promise<WithPhones> {
  const simulator = await startSimulator({ port: config.port ? config.port + 100 : 0 });
  const ca = await Deno.makeTempFile({ prefix: "balcao-ca-", suffix: ".pem" });
  await Deno.writeTextFile(ca, simulator.ca);
  const server = await serve({ ...config, whatsappUrl: simulator.url, whatsappCa: ca }, folder)
    .finally(() => Deno.remove(ca));
  // A server that serves is not ended by its pretend customers: on a full disk nothing can be linked.
  await link(server, companies, simulator)
    .catch((error) => log.warn("The demo's connection could not be linked", { error }));
  const running = chatter(simulator);
  return { server, simulator, quiet: () => clearTimeout(running.timer) };
}

/** The bakery's phone scans the code, as its owner would. The pretend network forgets its links when it stops. */
async function link({ supervisor }: Server, { aurora }: Companies, { network }: Simulator): Promise<void> {
  const phone = network.addPhone({ name: "Padaria Aurora", number: AURORA_NUMBER });
  for (const customer of [...AWAKE, ...IN_ITS_BOOK]) network.addPhone(customer);
  for (const { name, number } of IN_ITS_BOOK) await phone.saveContact(number, name);
  const { id } = connectionRows(aurora.read).find((row) => kindOf(row) === "linked")!;
  forgetAuth(aurora, id);
  await supervisor.start(aurora, id);
  for (let tries = 0; tries < 100; tries++) {
    const { qrcode } = supervisor.liveOf(aurora, id);
    if (qrcode) return await phone.scan(qrcode);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  log.warn("The demo's connection showed no code to scan");
}

function chatter({ network }: Simulator): { timer: ReturnType<typeof setTimeout> | undefined } {
  const customers = AWAKE.map(({ number }) => network.phone(number)!);
  const running: { timer: ReturnType<typeof setTimeout> | undefined } = { timer: undefined };
  const speak = (customer: Phone) => customer.write(AURORA_NUMBER, pick(CHATTER));
  const next = () => {
    running.timer = setTimeout(() => {
      speak(pick(customers));
      next();
    }, WRITES_EVERY * (0.5 + Math.random()));
  };
  running.timer = setTimeout(() => {
    customers.forEach(speak);
    // Each takes another queue from the menu that comes back.
    running.timer = setTimeout(() => {
      customers.forEach((customer, nth) => customer.write(AURORA_NUMBER, String(nth + 1)));
      next();
    }, ANSWERS_AFTER);
  }, 3000);
  return running;
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)]!;
}

function announce({ address }: Server, simulator: Simulator | undefined, meta: PretendMeta | undefined): void {
  const phones = simulator &&
    `\n  Customers   ${simulator.page}   (pretend phones: write to Padaria Aurora, +${AURORA_NUMBER})`;
  const people = meta && `\n  Instagram   ${meta.graph.address}/   (pretend people: write to @${meta.line.username})`;
  const typed = meta?.others.map(({ channel, accountId, parentId, token }) =>
    `\n    ${channel.padEnd(22)} ${[accountId, parentId].filter(Boolean).join(", ")}   ${token}`
  );
  const others = typed && `\n\n  To add by hand (Conexões, Adicionar): ids and token${typed.join("")}`;
  sayToStarter(`
  Balcão      ${address}
  A shop      ${address}/demo-shop   (its page has the web chat)${phones ?? ""}${people ?? ""}${others ?? ""}

  Padaria Aurora   ana@aurora.test (admin), bruno@aurora.test, carla@aurora.test
  Oficina Norte    nina@norte.test (admin), otto@norte.test
  Provider         super@balcao.test
  Password         ${DEMO_PASSWORD}
`);
}
