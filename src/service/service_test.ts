import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { anExecutable } from "../testing/executables.ts";
import { FROM_SOURCES, pause } from "../testing/process.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { PROGRAM_FOLDER } from "../testing/program.ts";
import { openNotices } from "./notify.ts";
import { takeSteps } from "./steps.ts";
import { dataIn, EXECUTABLE, UNIT_PATH, unitText } from "./unit.ts";

let folder: string, executable: string;
beforeAll(async () => {
  folder = await Deno.makeTempDir({ prefix: "balcao-service-" });
  executable = `${folder}/packed`;
  await Deno.writeTextFile(`${folder}/plain`, "", { mode: 0o644 });
  await anExecutable(executable, PROGRAM_FOLDER);
  await Deno.writeTextFile(`${folder}/other`, "hi\n", { mode: 0o755 });
  await Deno.writeTextFile(`${folder}/cut`, (await Deno.readTextFile(executable)).slice(0, -1), { mode: 0o755 });
});
afterAll(async () => await Deno.remove(folder, { recursive: true }));

async function run(program: string, args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, cwd: folder }).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  return { code, out: out!, error: error! };
}
const balcao = (...words: string[]) => run(Deno.execPath(), [...FROM_SOURCES, ...words]);
const exists = (path: string) => Deno.stat(path).then(() => true, () => false);

describe("balcao install", () => {
  test("writes a unit that systemd finds right and well closed in, and uninstall leaves the data", async () => {
    const root = `${folder}/machine`;
    const domain = ["--domain", "desk.example.com", "--domain", "www.desk.example.com"];
    const into = ["--root", root, "--executable", executable, ...domain];
    const wanted = (await balcao("install", "--dry-run", ...into)).out;
    expect(wanted.split("\n")).toContain(`install -m 0755 ${executable} ${root}${EXECUTABLE}`);
    expect(wanted.split("\n")).toContain(`# write ${root}${UNIT_PATH}`);
    expect(wanted).not.toContain("systemctl");
    expect(await balcao("install", ...into)).toMatchObject({
      code: 0,
      // What it could not do there.
      error: expect.stringMatching(/^Left to the machine[^]* useradd [^]*systemctl enable balcao\.service/),
    });
    const unit = await Deno.readTextFile(`${root}${UNIT_PATH}`);
    expect(unit).toContain(`ExecStart=${EXECUTABLE} serve --data /var/lib/balcao ${domain.join(" ")}\n`);
    expect(unit).toMatch(/^AmbientCapabilities=CAP_NET_BIND_SERVICE$/m);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
    expect((await Deno.stat(`${root}${EXECUTABLE}`)).mode! & 0o777).toBe(0o755);
    // The units that every service stands on.
    await Deno.mkdir(`${root}/usr/lib/systemd`, { recursive: true });
    expect(await run("cp", ["-r", "/usr/lib/systemd/system", `${root}/usr/lib/systemd/`])).toMatchObject({ code: 0 });
    expect(await run("systemd-analyze", ["verify", `--root=${root}`, "balcao.service"]))
      .toEqual({ code: 0, out: "", error: "" });
    const words = ["security", "--offline=yes", `--root=${root}`, "--threshold=20", "balcao.service"];
    expect((await run("systemd-analyze", words)).code).toBe(0);

    const { out } = await balcao("uninstall", "--root", root, "--dry-run", "--json");
    expect(JSON.parse(out)).toEqual({
      isDone: false,
      steps: [UNIT_PATH, EXECUTABLE, `${EXECUTABLE}.previous`].map((path) => ({
        does: "remove",
        path: `${root}${path}`,
      })),
      left: ["systemctl disable --now balcao.service", "systemctl daemon-reload"],
    });
    const gone = await balcao("uninstall", "--root", root);
    expect([gone.code, gone.error]).toEqual([0, expect.stringContaining("The data stays in /var/lib/balcao")]);
    expect([await exists(`${root}${UNIT_PATH}`), await exists(`${root}${EXECUTABLE}`)]).toEqual([false, false]);
    expect(await balcao("uninstall", "--root", root)).toMatchObject({
      code: 3,
      error: expect.stringMatching(/^There is no service here/),
    });
  });

  test("--dry-run shows everything and does nothing", async () => {
    const { code, out } = await balcao("install", "--dry-run", "--executable", executable, "--host", "127.0.0.1");
    expect(code).toBe(0);
    for (
      const line of [
        `install -m 0755 ${executable} ${EXECUTABLE}`,
        `# write ${UNIT_PATH}`,
        "ExecStart=/usr/local/bin/balcao serve --data /var/lib/balcao --host 127.0.0.1",
        "CapabilityBoundingSet=",
        "systemctl daemon-reload",
        "systemctl enable balcao.service",
        "systemctl restart balcao.service",
      ]
    ) expect(out.split("\n")).toContain(line);
    expect([await exists(UNIT_PATH), await exists(EXECUTABLE)]).toEqual([false, false]);
    expect(await balcao("uninstall", "--dry-run")).toMatchObject({ code: 3, out: "" });
  });

  test.for(
    [
      [["--domain", "no name"], 2, /^--domain takes a name/],
      [["--trusted-proxy", "somewhere"], 2, /^--trusted-proxy takes/],
      [["--data", "here"], 2, /^--data takes a whole path/],
      [["--executable", "plain"], 1, /is no executable file$/],
      [["--executable", "other"], 1, /other is no executable of Balcão: nothing was installed$/],
      [["--executable", "cut"], 1, /cut is cut short/],
      [["--executable", "/nowhere"], 3, /^There is no file/],
    ] as const,
  )("with %j it is refused, and nothing is written", async ([words, code, sentence]) => {
    const root = `${folder}/refused`;
    const answer = await balcao("install", "--root", root, "--executable", executable, ...words);
    expect(answer).toMatchObject({ code, out: "", error: expect.stringMatching(sentence) });
    expect(await exists(root)).toBe(false);
  });

  test("whatever a word holds, systemd takes it as it was typed", () => {
    const unit = unitText({
      data: "/srv/my $desk%i",
      words: ["--public-url", `https://x/%n$HOME"\\`],
      https: undefined,
    });
    expect(unit).toContain(`--data "/srv/my $$desk%%i" --public-url "https://x/%%n$$HOME\\"\\\\"`);
    expect(unit).toContain(`ReadWritePaths="/srv/my $desk%%i"\n`);
    // The whole line is the path there: quotes would be a part of it.
    expect(unit).toContain("WorkingDirectory=/srv/my $desk%%i\n");
    expect([dataIn(unit), dataIn("[Service]\nExecStart=/bin/true\n")]).toEqual(["/srv/my $desk%i", undefined]);
  });

  test("the first command that fails ends it, but for one that may", async () => {
    const said: string[] = [];
    const words = (...words: string[]) => ({ does: "run", words }) as const;
    const steps = [
      { ...words("false"), mayFail: true as const },
      words("sh", "-c", "echo why >&2; exit 3"),
      words("true"),
    ];
    await expect(takeSteps(steps, (line) => void said.push(line))).rejects.toThrow(/ended with 3: why$/);
    expect(said).toEqual(["false", "sh -c 'echo why >&2; exit 3'"]);
  });
});

/** What a service says to systemd. */
async function aListener() {
  const path = `${await Deno.makeTempDir({ dir: folder })}/notify`, heard: string[] = [];
  const socket = Deno.listenDatagram({ transport: "unixpacket", path });
  void (async () => {
    for await (const [bytes] of socket) heard.push(new TextDecoder().decode(bytes));
  })().catch(() => {/* It was closed. */});
  onTestFinished(() => socket.close());
  return {
    path,
    heard,
    /** Resolves when all is heard that was said until now. */
    async hearsAll() {
      const last = crypto.randomUUID(), nth = () => heard.findIndex((text) => text.endsWith(last));
      await openNotices((name) => ({ NOTIFY_SOCKET: path })[name]).extend(last);
      await until(() => nth() >= 0);
      heard.splice(nth(), 1);
    },
  };
}

describe("systemd", () => {
  test("hears that the start goes on, that it serves, that it lives, and that it stops", async () => {
    const { path, heard, hearsAll } = await aListener(), data = await aDataFolder();
    const child = new Deno.Command(Deno.execPath(), {
      args: [...FROM_SOURCES, "serve", "--port", "0", "--host", "127.0.0.1", "--data", data],
      env: { NOTIFY_SOCKET: path, WATCHDOG_USEC: "300000", BALCAO_WHATSAPP_URL: "ws://127.0.0.1:9" },
      stdout: "null",
      stderr: "null",
    }).spawn();
    const lives = () => heard.filter((text) => text === "WATCHDOG=1").length;
    await until(() => lives() > 2);
    const ready = heard.findIndex((text) => text.startsWith("READY=1\n"));
    expect(heard.slice(0, ready).map((text) => /^EXTEND_TIMEOUT_USEC=900000000\nSTATUS=(.*)/.exec(text)?.[1])).toEqual([
      "Opening the data folder",
      "Opening company 1",
      "Opening company 2",
      "Opening company 3",
    ]);
    // A process that hangs says nothing.
    child.kill("SIGSTOP");
    await until(async () => /^State:\tT/m.test(await Deno.readTextFile(`/proc/${child.pid}/status`)));
    await hearsAll();
    const before = lives(),
      other = await aListener(),
      notices = openNotices((name) => ({ NOTIFY_SOCKET: other.path, WATCHDOG_USEC: "300000" })[name]);
    await notices.ready();
    // One that lives has said so three times meanwhile.
    await until(() => other.heard.filter((text) => text === "WATCHDOG=1").length > 2);
    await notices.stopping();
    await hearsAll();
    expect(lives()).toBe(before);
    child.kill("SIGCONT");
    await until(() => lives() > before);
    child.kill("SIGTERM");
    await until(() => heard.includes("STOPPING=1"));
    await child.status;
    await Deno.remove(data, { recursive: true });
  });

  test("hears nothing while the event loop hangs, and again once it turns", async () => {
    const { path, heard } = await aListener();
    const notices = openNotices((name) => ({ NOTIFY_SOCKET: path, WATCHDOG_USEC: "90000" })[name]);
    await notices.ready();
    await until(() => heard.filter((text) => text === "WATCHDOG=1").length > 1);
    const before = heard.length, end = performance.now() + 600;
    while (performance.now() < end);
    await pause(0);
    expect(heard.length - before).toBeLessThan(3);
    await until(() => heard.length > before + 3);
    await notices.stopping();
    expect(heard.at(-1)).toMatch(/WATCHDOG=1|STOPPING=1/);
  });

  test("another process's watchdog, and no systemd at all, are no business of ours", async () => {
    const { path, heard, hearsAll } = await aListener();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: "3000", WATCHDOG_PID: "1" } as Record<string, string>;
    await openNotices((name) => env[name]).ready();
    await openNotices(() => undefined).ready();
    vi.advanceTimersByTime(1000);
    await hearsAll();
    expect(heard).toEqual(["READY=1\nSTATUS=Serving"]);
  });
});
