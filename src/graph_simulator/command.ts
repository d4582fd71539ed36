import { parseArgs } from "node:util";
import { furnish, type Furnished } from "./furnish.ts";
import { GraphSimulator } from "./simulator.ts";

const USAGE = "balcao graph-simulator [--port 3200] [--host 127.0.0.1] [--callback https://…]";

/** The command was written wrongly; it says how it is written. */
export class WrittenWrongly extends Error {}

/** `balcao graph-simulator`: a Graph of our own until Ctrl-C, with one line of each channel. */
export async function graphSimulatorCommand(args: string[]): Promise<void> {
  const { callback, ...where } = readArgs(args);
  const simulator = await start(where);
  const furnished = furnish(simulator);
  introduce(simulator, furnished);
  if (callback) {
    await simulator.setCallback(furnished.app, callback).catch((error) => console.error(`Callback: ${error.message}`));
  }
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, resolve);
  });
  await simulator.stop();
}

function introduce(simulator: GraphSimulator, { app, lines }: Furnished): void {
  console.log(`People:   ${simulator.address}/`);
  console.log(`Point Balcão here with:`);
  console.log(`  BALCAO_GRAPH_URL=${simulator.address}`);
  console.log(`App:      ${app.id}   secret ${app.secret}   verify token ${app.verifyToken}`);
  console.log(`          with Instagram's login ${app.instagramId}   secret ${app.instagramSecret}`);
  for (const { line, token } of lines) {
    const account = line.channel === "whatsapp" ? ` of account ${line.account.id}` : "";
    console.log(`${line.channel.padEnd(9)} ${line.name} ${line.id}${account}`);
    console.log(`          token ${token}`);
  }
  console.log(`Callback: POST ${simulator.address}/control/apps/${app.id}/callback {"callback": "https://…"}`);
}

async function start(options: { port: number; host: string }): Promise<GraphSimulator> {
  try {
    return await GraphSimulator.start(options);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new WrittenWrongly(`Port ${options.port} is in use: stop the other program, or choose another with --port`);
  }
}

function readArgs(args: string[]): { port: number; host: string; callback?: string } {
  const { port: text, host, callback } = valuesIn(args);
  const port = Number(text);
  if (text === "" || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw new WrittenWrongly("--port takes a number from 0 to 65535");
  }
  if (callback !== undefined && !URL.canParse(callback)) throw new WrittenWrongly("--callback takes an address");
  return { port, host, callback };
}

function valuesIn(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string", default: "3200" },
        host: { type: "string", default: "127.0.0.1" },
        callback: { type: "string" },
      },
    }).values;
  } catch {
    throw new WrittenWrongly(USAGE);
  }
}
