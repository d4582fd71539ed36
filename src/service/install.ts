import { BadCommand, NotThere } from "../platform/config.ts";
import { isThere } from "../platform/is_there.ts";
import { EXECUTABLE, SERVICE, UNIT_PATH, type UnitOf, unitText, USER, USUAL_DATA } from "./unit.ts";
import type { Step } from "./steps.ts";

export interface Installing extends UnitOf {
  /** The packed executable that is copied. */
  executable: string;
  /** There is a user of that name on this machine. */
  hasUser: boolean;
}

/** What makes a service of it that starts now and with the machine; done again, it brings a new file and new options. */
export function installSteps({ executable, hasUser, ...unit }: Installing): Step[] {
  const { data } = unit;
  const user = [
    "--system",
    "--user-group",
    "--no-create-home",
    "--home-dir",
    USUAL_DATA,
    "--shell",
    "/usr/sbin/nologin",
  ];
  const own: Step[] = data === USUAL_DATA
    // systemd makes it.
    ? []
    : [{ does: "run", words: ["install", "-d", "-o", USER, "-g", USER, "-m", "0700", data] }];
  return [
    ...(executable === EXECUTABLE ? [] : [{ does: "copy" as const, from: executable, path: EXECUTABLE }]),
    ...(hasUser ? [] : [{ does: "run" as const, words: ["useradd", ...user, USER] }]),
    ...own,
    { does: "write", path: UNIT_PATH, text: unitText(unit) },
    { does: "run", words: ["systemctl", "daemon-reload"] },
    { does: "run", words: ["systemctl", "enable", `${SERVICE}.service`] },
    // Also where it is running already, with the file and the options from before.
    { does: "run", words: ["systemctl", "restart", `${SERVICE}.service`] },
  ];
}

/** Takes the service off; the data, the user and what is logged stay. */
export function uninstallSteps(): Step[] {
  return [
    { does: "run", words: ["systemctl", "disable", "--now", `${SERVICE}.service`], mayFail: true },
    { does: "remove", path: UNIT_PATH },
    { does: "run", words: ["systemctl", "daemon-reload"] },
    { does: "remove", path: EXECUTABLE },
    // What an upgrade has kept (src/upgrades/executable.ts).
    { does: "remove", path: `${EXECUTABLE}.previous` },
  ];
}

/** The executable that is running (scripts/pack.ts), or the one that is named. */
export function ownExecutable(named: string | undefined, env: (name: string) => string | undefined): string {
  const path = named ?? env("BALCAO_SELF");
  if (!path) throw new BadCommand("Run from the sources there is no file to install: name one with --executable");
  if (!isThere(path)) throw new NotThere(`There is no file ${path}`);
  const { isFile, mode } = Deno.statSync(path);
  if (!isFile || (mode! & 0o111) === 0) throw new BadCommand(`${path} is no executable file`);
  return Deno.realPathSync(path);
}
