import { parseArgs } from "node:util";
import { type Simulator, type SimulatorOptions, startSimulator } from "./simulator.ts";

const USAGE = "balcao simulator [--port 3100] [--host 127.0.0.1] [--folder FOLDER] [--phone NUMBER:NAME …]";

/** Phones of the demo, when no others are asked for. */
const PHONES = ["5511900000001:Padaria Aurora", "5511987654321:Ana Lima", "5521999998888:Rui Costa"];

/** The command was written wrongly; it says how it is written. */
export class WrittenWrongly extends Error {}

/** `balcao simulator`: a WhatsApp of our own until Ctrl-C. */
export async function simulatorCommand(args: string[]): Promise<void> {
  const { port, host, folder, phones } = readArgs(args);
  const simulator = await start({ port, host, folder });
  simulator.network.complain = (what) => console.error(what);
  await addPhones(simulator, phones);
  const passing = folder === undefined ? Deno.makeTempDirSync({ prefix: "balcao-simulator-" }) : undefined;
  const ca = `${folder ?? passing}/ca.pem`;
  Deno.writeTextFileSync(ca, simulator.ca);
  console.log(`Phones:   ${simulator.page}`);
  console.log(`Point Balcão here with:`);
  console.log(`  BALCAO_WHATSAPP_URL=${simulator.url}`);
  console.log(`  BALCAO_WHATSAPP_CA=${ca}`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, resolve);
  });
  if (passing) Deno.removeSync(passing, { recursive: true });
  await simulator.stop();
}

async function start(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator(options);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new WrittenWrongly(`Port ${options.port} is in use: stop the other program, or choose another with --port`);
  }
}

async function addPhones({ network, stop }: Simulator, phones: Wanted["phones"]): Promise<void> {
  try {
    for (const phone of phones) network.addPhone(phone);
  } catch (error) {
    await stop();
    throw new WrittenWrongly(`--phone: ${(error as Error).message}`);
  }
}

interface Wanted {
  port: number;
  host: string;
  folder?: string;
  phones: { number: string; name: string }[];
}

function readArgs(args: string[]): Wanted {
  const values = valuesIn(args);
  const port = Number(values.port);
  if (values.port === "" || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw new WrittenWrongly("--port takes a number from 0 to 65535");
  }
  const phones = values.phone.map((text) => {
    const [number = "", ...name] = text.split(":");
    return { number, name: name.join(":") || number };
  });
  return { port, host: values.host, folder: values.folder, phones };
}

function valuesIn(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string", default: "3100" },
        host: { type: "string", default: "127.0.0.1" },
        folder: { type: "string" },
        phone: { type: "string", multiple: true, default: PHONES },
      },
    }).values;
  } catch {
    throw new WrittenWrongly(USAGE);
  }
}
