import { forgetAuth } from "../channels/whatsapp/auth_state.ts";
import { connectionRows } from "../connections/connections.ts";
import type { Config } from "../platform/config.ts";
import { openFolder } from "../platform/data_folder.ts";
import { log } from "../platform/log.ts";
import { serve, type Server } from "../app/serve.ts";
import { type Phone, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { CHATTER } from "./dialogues.ts";
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

/** Serves the demonstration: two companies, a pretend WhatsApp, and customers who write now and then. */
export async function serveDemo(config: Config): Promise<Server> {
  const folder = openFolder(config.data);
  const companies = await demoCompanies(folder.tenants, new Date());
  if (config.whatsappUrl) return await serve(config, folder);
  const simulator = await startSimulator({ port: config.port ? config.port + 100 : 0 });
  const ca = await Deno.makeTempFile({ prefix: "balcao-ca-", suffix: ".pem" });
  await Deno.writeTextFile(ca, simulator.ca);
  const server = await serve({ ...config, whatsappUrl: simulator.url, whatsappCa: ca }, folder)
    .finally(() => Deno.remove(ca));
  await link(server, companies, simulator);
  const quiet = chatter(simulator);
  announce(server, simulator);
  return {
    ...server,
    async stop() {
      clearTimeout(quiet.timer);
      await server.stop();
      await simulator.stop();
    },
  };
}

/** The bakery's phone scans the code, as its owner would. The pretend network forgets its links when it stops. */
async function link({ supervisor }: Server, { aurora }: Companies, { network }: Simulator): Promise<void> {
  const phone = network.addPhone({ name: "Padaria Aurora", number: AURORA_NUMBER });
  for (const customer of [...AWAKE, ...IN_ITS_BOOK]) network.addPhone(customer);
  for (const { name, number } of IN_ITS_BOOK) await phone.saveContact(number, name);
  const { id } = connectionRows(aurora.read)[0]!;
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

function announce({ address }: Server, { page }: Simulator): void {
  console.log(`
  Balcão      ${address}
  Customers   ${page}   (pretend phones: write to Padaria Aurora, +${AURORA_NUMBER})

  Padaria Aurora   ana@aurora.test (admin), bruno@aurora.test, carla@aurora.test
  Oficina Norte    nina@norte.test (admin), otto@norte.test
  Provider         super@balcao.test
  Password         ${DEMO_PASSWORD}
`);
}
