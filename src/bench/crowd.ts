import { eq } from "drizzle-orm";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { Tenants } from "../platform/tenants.ts";
import { aTodaysHash } from "../testing/fixtures.ts";
import { loginTable, userTable } from "../users/table.ts";
import { aNetwork, aServer, residentMb } from "./network.ts";
import { atMost, type Figure, quantile } from "./report.ts";

const OFFICE = 30, SCREENS = 5000, EVENTS = 10;

/** Many people of one company: an office that logs in at eight o'clock, and a crowd of screens that are told something. */
export async function benchCrowd(): Promise<Figure[]> {
  const network = await aNetwork();
  const server = await aServer(network, "executable", { prepare: anOffice });
  try {
    return [...await benchOffice(server), ...await benchScreens(server)];
  } finally {
    server.process.kill();
    network.process.kill();
  }
}

type Server = Awaited<ReturnType<typeof aServer>>;

function emailOf(nth: number): string {
  return `pessoa${nth}@aurora.test`;
}

/** Thirty people, whose passwords cost what everybody's do. */
async function anOffice(data: string): Promise<void> {
  const passwordHash = await aTodaysHash(DEMO_PASSWORD);
  const tenants = new Tenants(data), aurora = tenants.company(2);
  for (let nth = 0; nth < OFFICE; nth++) {
    const email = emailOf(nth), userId = 900 + nth;
    aurora.write((db) => {
      db.insert(userTable).values({ id: userId, email, name: `Pessoa ${nth}`, profile: "user", createdAt: 1 }).run();
    });
    tenants.provider.write((db) => {
      db.insert(loginTable).values({ email, passwordHash, companyId: aurora.id, userId }).run();
      db.update(loginTable).set({ passwordHash }).where(eq(loginTable.email, "ana@aurora.test")).run();
    });
  }
  tenants.close();
}

async function benchOffice({ address, ask }: Server): Promise<Figure[]> {
  const list = async () => {
    const began = performance.now();
    await ask("GET", "/tickets?status=open&showAll=true");
    return performance.now() - began;
  };
  const alone: number[] = [], meanwhile: number[] = [];
  for (let nth = 0; nth < 40; nth++) alone.push(await list());
  const began = performance.now();
  let isOver = false;
  const logins = Promise.all(Array.from({ length: OFFICE }, async (_, nth) => {
    const { status, body } = await fetch(`${address}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: emailOf(nth), password: DEMO_PASSWORD }),
    });
    await body?.cancel();
    return { status, ms: performance.now() - began };
  })).finally(() => isOver = true);
  while (!isOver) meanwhile.push(await list());
  const answers = await logins;
  return [
    atMost(
      `${OFFICE} people of one office log in at once; refused`,
      answers.filter((one) => one.status !== 200).length,
      0,
    ),
    atMost("… until the last of them is in", Math.max(...answers.map(({ ms }) => ms)) / 1000, 6, " s"),
    atMost(
      "… a ticket list asked for meanwhile waits longer by, p95",
      quantile(meanwhile, 0.95) - quantile(alone, 0.5),
      50,
      " ms",
    ),
  ];
}

async function benchScreens({ address, token, ask, process: { pid } }: Server): Promise<Figure[]> {
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const before = residentMb(pid), url = `${address.replace("http", "ws")}/api/events`;
  let heard = 0, all = () => {};
  const sockets: WebSocket[] = [];
  for (let from = 0; from < SCREENS; from += 100) {
    const batch = Array.from({ length: 100 }, () => new WebSocket(url));
    await Promise.all(batch.map((socket) =>
      new Promise((greeted, reject) => {
        socket.onopen = () => socket.send(JSON.stringify({ say: "hello", token }));
        socket.onmessage = greeted;
        socket.onerror = reject;
      })
    ));
    for (const socket of batch) socket.onmessage = () => void (++heard === SCREENS && all());
    sockets.push(...batch);
  }
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const more = residentMb(pid) - before, times: number[] = [];
  for (let nth = 0; nth < EVENTS; nth++) {
    heard = 0;
    const told = new Promise<void>((resolve) => all = resolve), began = performance.now();
    await ask("POST", "/tags", { name: `Etiqueta ${nth}`, color: `#0000${10 + nth}` });
    await told;
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  for (const socket of sockets) socket.close();
  return [
    atMost(`${SCREENS} screens of one company take more`, more, 250, " MB"),
    atMost("… until all of them have an event, median", quantile(times, 0.5), 150, " ms"),
  ];
}
