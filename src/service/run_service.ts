import { takeSteps } from "./steps.ts";
import { SERVICE } from "./unit.ts";

/** The service as systemd runs it; where there is none, somebody is told what to do by hand. */
export interface RunningService {
  restart(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export function serviceOf(isThere: boolean, { hint }: { hint: (line: string) => void }): RunningService {
  const tell = async (verb: "restart" | "stop" | "start", byHand: string | undefined) => {
    if (isThere) {
      await takeSteps([{ does: "run", words: ["systemctl", verb, `${SERVICE}.service`] }], hint);
    } else if (byHand) hint(byHand);
  };
  return {
    restart: () => tell("restart", "Now stop the server and start it again: the files are upgraded at its start"),
    // Whether somebody serves is found out by whoever takes the folder next.
    stop: () => tell("stop", undefined),
    start: () => tell("start", "Now start the server again"),
  };
}
