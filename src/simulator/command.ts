import { parseArgs } from "node:util";
import { startSimulator } from "./simulator.ts";

const USAGE = "simulator [--port 3100] [--host 127.0.0.1] [--folder FOLDER] [--phone NUMBER:NAME …]";

/** Phones of the demo, when no others are asked for. */
const PHONES = ["5511900000001:Padaria Aurora", "5511987654321:Ana Lima", "5521999998888:Rui Costa"];

/** `balcao simulator`: a WhatsApp of our own until Ctrl-C. */
export async function simulatorCommand(args: string[]): Promise<void> {
  const { port, host, folder, phones } = readArgs(args);
  const simulator = await startSimulator({ port, host, folder });
  simulator.network.complain = (what) => console.error(what);
  for (const phone of phones) simulator.network.addPhone(phone);
  const ca = `${folder ?? Deno.makeTempDirSync({ prefix: "balcao-simulator-" })}/ca.pem`;
  Deno.writeTextFileSync(ca, simulator.ca);
  console.log(`Phones:   ${simulator.page}`);
  console.log(`Point Balcão here with:`);
  console.log(`  BALCAO_WHATSAPP_URL=${simulator.url}`);
  console.log(`  BALCAO_WHATSAPP_CA=${ca}`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, resolve);
  });
  await simulator.stop();
}

interface Wanted {
  port: number;
  host: string;
  folder?: string;
  phones: { number: string; name: string }[];
}

function readArgs(args: string[]): Wanted {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "3100" },
      host: { type: "string", default: "127.0.0.1" },
      folder: { type: "string" },
      phone: { type: "string", multiple: true, default: PHONES },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`Not a port: ${values.port}. ${USAGE}`);
  const phones = values.phone.map((text) => {
    const [number = "", ...name] = text.split(":");
    return { number, name: name.join(":") || number };
  });
  return { port, host: values.host, folder: values.folder, phones };
}
