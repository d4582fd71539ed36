import { milliseconds } from "date-fns/milliseconds";
import { log } from "../platform/log.ts";

/** So long (ms) one step of a start may take: a migration of one large file holds up the whole process. */
const ONE_STEP = milliseconds({ minutes: 15 });

/** Tells systemd how the start goes and that the process is alive (sd_notify(3)); says nothing where nobody listens. */
export interface ServiceNotices {
  /** A step begins that may take its time. */
  extend(status: string): Promise<void>;
  /** It serves, and lives as long as the event loop turns (WatchdogSec=). */
  ready(): Promise<void>;
  stopping(): Promise<void>;
}

const NOBODY: ServiceNotices = { extend: async () => {}, ready: async () => {}, stopping: async () => {} };

export function openNotices(env: (name: string) => string | undefined): ServiceNotices {
  const path = env("NOTIFY_SOCKET");
  if (!path) return NOBODY;
  try {
    return noticesTo(path, watchdogEvery(env));
  } catch (error) {
    log.warn("systemd is not told how the start goes: it may take the service for hung", { error });
    return NOBODY;
  }
}

function noticesTo(path: string, every: number | undefined): ServiceNotices {
  const socket = boundSocket(), to = { transport: "unixpacket", path } as const;
  const say = async (...lines: string[]) => {
    await socket.send(new TextEncoder().encode(lines.join("\n")), to).catch((error) => {
      log.warn("systemd could not be told how the service is", { error });
    });
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    extend: (status) => say(`EXTEND_TIMEOUT_USEC=${ONE_STEP * 1000}`, `STATUS=${status}`),
    async ready() {
      await say("READY=1", "STATUS=Serving");
      // From the event loop itself: one that hangs says nothing, and is started anew.
      if (every !== undefined) timer = setInterval(() => void say("WATCHDOG=1"), every);
    },
    async stopping() {
      clearInterval(timer);
      await say("STOPPING=1");
    },
  };
}

/** A datagram needs an address to come from; nobody answers it. */
function boundSocket(): Deno.DatagramConn {
  const folder = Deno.makeTempDirSync({ prefix: "balcao-notify-" });
  try {
    return Deno.listenDatagram({ transport: "unixpacket", path: `${folder}/socket` });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** A third of what systemd allows (ms), where it watches this very process (sd_watchdog_enabled(3)). */
function watchdogEvery(env: (name: string) => string | undefined): number | undefined {
  const usec = Number(env("WATCHDOG_USEC")), pid = env("WATCHDOG_PID");
  if (!(usec > 0) || (pid !== undefined && pid !== String(Deno.pid))) return undefined;
  return Math.max(1, Math.floor(usec / 1000 / 3));
}
