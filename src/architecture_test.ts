import { describe, expect, test } from "vitest";
import { PAGES } from "../web/i18n/pages.ts";
import { ROOT } from "./root.ts";

/** The features, left to right: each may use those before it. */
const FEATURES = [
  "https",
  "service",
  "provider_settings",
  "pix",
  "brand",
  "mail",
  "plans",
  "helps",
  "announcements",
  "companies",
  "holidays",
  "settings",
  "bills",
  "queues",
  "users",
  "invoices",
  "access",
  "acting",
  "password_links",
  "provisioning",
  "set_up",
  "contacts",
  "tags",
  "quick_replies",
  "connections",
  "meta",
  "answer_windows",
  "tickets",
  "drafts",
  "mentions",
  "notes",
  "messages",
  "search",
  "outbox",
  "chats",
  "schedules",
  "contact_lists",
  "opt_outs",
  "api_tokens",
  "webhooks",
  "outside_bots",
  "campaigns",
  "send_api",
  "bot",
  "holding",
  "merges",
  "webchat",
  "inbox",
  "supervisor",
  "presence",
  "push",
  "dashboard",
  "first_steps",
  "audit",
  "cockpit",
  "privacy",
  "backups",
  "restoring",
  "exports",
  "moving",
  "front_door",
  "upgrades",
  "doctor",
  "alerts",
];
const WEB_FEATURES = [
  "helps",
  "announcements",
  "backups",
  "provider",
  "invoices",
  "security",
  "first_steps",
  "access",
  "sign_up",
  "tags",
  "quick_replies",
  "schedules",
  "mentions",
  "tickets",
  "bot",
  "contacts",
  "contact_lists",
  "opt_outs",
  "search",
  "chats",
  "users",
  "restoring",
  "companies",
  "hours",
  "connections",
  "queues",
  "push",
  "dashboard",
  "campaigns",
  "api",
  "cockpit",
  "settings",
  "audit",
  "set_up",
  "overdue",
  "holding",
  "installed",
  "shell",
];

/** What puts everything together, and the tests' worlds: they import all, and nothing imports them. */
const TOP = new Set(["app", "cli", "control", "metrics", "main.ts", "root.ts", "testing", "demo", "bench"]);

/** What the file at `path` may import of our own. */
function mayImport(path: string): (target: string) => boolean {
  const [side, folder = ""] = path.split("/");
  if (/_tests?\.tsx?$/.test(path)) return () => true;
  const within = (...folders: string[]) => (target: string) => folders.some((each) => target.startsWith(each));
  if (side === "web") return mayImportInWeb(folder);
  if (TOP.has(folder)) return () => true;
  if (folder === "shared") return within("src/shared/");
  if (folder === "contract") return within("src/shared/", "src/contract/");
  if (folder === "platform") return within("src/shared/", "src/contract/", "src/platform/", "src/root.ts");
  if (folder === "channels") return within("src/shared/", "src/contract/", "src/platform/", "src/channels/");
  if (folder === "simulator") return within("src/simulator/", "src/root.ts");
  if (folder === "graph_simulator") return within("src/graph_simulator/", "src/root.ts");
  const toTheLeft = FEATURES.slice(0, FEATURES.indexOf(folder)).map((each) => `src/${each}/`);
  return (target) =>
    target.startsWith(`src/${folder}/`) ||
    target === "src/channels/channel.ts" ||
    within("src/shared/", "src/contract/", "src/platform/")(target) ||
    // The supervisor alone opens channels.
    (folder === "supervisor" && target.startsWith("src/channels/")) ||
    // Accounts at Meta are linked, and Meta's notices are taken, beside the sessions.
    (folder === "meta" && target.startsWith("src/channels/graph/")) ||
    // Whose account at Meta is whose goes along with a company.
    (folder === "moving" && target === "src/channels/graph/table.ts") ||
    // Nothing but the list of all routes imports routes, so that they may use every feature: a noun's calls are answered in
    // its own folder, also where a rule of another noun is needed for it.
    ((isRoutes(path) ? FEATURES.map((each) => `src/${each}/`) : toTheLeft).some((each) => target.startsWith(each)) &&
      !isRoutes(target));
}

function isRoutes(path: string): boolean {
  return /(^|[/_])routes\.ts$/.test(path);
}

/** One screen in five rooms, which use each other. */
const ROOMS = new Set(["inbox", "thread", "composer", "answering"]);

function mayImportInWeb(folder: string): (target: string) => boolean {
  const placeOf = (name: string) => WEB_FEATURES.indexOf(ROOMS.has(name) ? "tickets" : name);
  const place = placeOf(folder);
  return (target) => {
    if (target.startsWith("src/")) return target.startsWith("src/contract/") || target.startsWith("src/shared/");
    const other = placeOf(target.split("/")[1]!);
    // The kit (ui, list, call, live …) knows no feature; a feature knows those to its left.
    return other < 0 || folder.endsWith(".tsx") || other <= place;
  };
}

function* sources(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(`${ROOT}/${folder}`)) {
    if (["dist", "node_modules", "e2e"].includes(name)) continue;
    if (isDirectory) yield* sources(`${folder}/${name}`);
    else if (/\.(tsx?|js)$/.test(name)) yield `${folder}/${name}`;
  }
}

function importsOf(path: string): string[] {
  const text = Deno.readTextFileSync(`${ROOT}/${path}`);
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, target]) =>
    new URL(target!, `file:///${path}`).pathname.slice(1)
  );
}

/** What is read together with a file: not what it takes types from, nor what it imports when it is needed. */
function readWith(path: string): string[] {
  const text = Deno.readTextFileSync(`${ROOT}/${path}`);
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"([^"]+)"/gm)].map(([, target]) =>
    target!
  );
}

const FILES = [...sources("src"), ...sources("web")];

describe("who may import whom", () => {
  test("every file imports only what its place allows", () => {
    const wrong = FILES.flatMap((path) =>
      importsOf(path).filter((target) => !mayImport(path)(target)).map((target) => `${path} → ${target}`)
    );
    expect(wrong).toEqual([]);
  });

  test("no files need each other in a circle, not even for a type", () => {
    const known = new Set(FILES);
    // A file may name itself, where its comment shows how it is imported.
    const others = (path: string) => importsOf(path).filter((target) => known.has(target) && target !== path);
    const imports = new Map(FILES.map((path) => [path, others(path)]));
    const isDone = new Map<string, boolean>();
    const circles: string[] = [];
    const visit = (path: string, way: string[]) => {
      if (isDone.get(path)) return;
      if (isDone.has(path)) return void circles.push([...way.slice(way.indexOf(path)), path].join(" → "));
      isDone.set(path, false);
      for (const target of imports.get(path)!) visit(target, [...way, path]);
      isDone.set(path, true);
    };
    for (const path of FILES) visit(path, []);
    expect(circles).toEqual([]);
  });

  test("before its first answer a server reads little of itself", () => {
    const read = new Set<string>(), libraries = new Set<string>();
    const visit = (path: string) => {
      if (read.has(path)) return;
      read.add(path);
      for (const target of readWith(path)) {
        if (target.startsWith(".")) visit(new URL(target, `file:///${path}`).pathname.slice(1));
        else libraries.add(target.replace(/^(date-fns|drizzle-orm|hono)\/.*/, "$1"));
      }
    };
    visit("src/main.ts");
    visit("src/app/serve.ts");
    expect([...new Set([...read].map((path) => path.split("/")[1]))].sort()).toEqual([
      ...[
        "app",
        "brand",
        "cli",
        "contract",
        "control",
        "front_door",
        "main.ts",
        "platform",
        "provider_settings",
        "root.ts",
      ],
      ...["service", "set_up", "shared", "upgrades", "users"],
    ]);
    // Of the system's modules, node:http alone takes as long as a third of the runtime's own start.
    expect([...libraries].sort()).toEqual([
      ...["commander", "date-fns", "drizzle-orm", "hono", "libsql", "node:async_hooks", "node:buffer", "node:crypto"],
      ...["node:fs", "node:net", "node:path", "node:process", "pino", "zod/mini"],
    ]);
    expect([...read].filter(isRoutes)).toEqual([]);
  });

  test("what has its texts in the catalogs of the pages is drawn by itself, or loaded together with them", () => {
    const isOfPages = (path: string) => PAGES.some((folder) => path.startsWith(`web/${folder}/`));
    const wrong = FILES.filter((path) => path.startsWith("web/") && !isOfPages(path) && !/_test\.tsx?$/.test(path))
      .flatMap((path) =>
        [
          ...Deno.readTextFileSync(`${ROOT}/${path}`).matchAll(
            /(withPageTexts\()?(?:from|import)\s*\(?\s*"(\.[^"]+\.tsx)"/g,
          ),
        ]
          .map(([, together, target]) => ({ together, target: new URL(target!, `file:///${path}`).pathname.slice(1) }))
          .filter(({ together, target }) => isOfPages(target) && !together)
          .map(({ target }) => `${path} → ${target}`)
      );
    expect(wrong).toEqual([]);
  });

  test("a noun's calls are answered in its own folder", () => {
    /** Parts of a larger noun. */
    const within: Record<string, string> = {
      security: "access",
      whole_queues: "queues",
      queue_options: "queues",
      several_tickets: "tickets",
      campaign_settings: "campaigns",
      list_items: "contact_lists",
      list_imports: "contact_lists",
      list_checks: "contact_lists",
      templates: "meta",
      restores: "restoring",
      lines: "supervisor",
    };
    const strays = FILES.filter((path) =>
      path.startsWith("src/") && isRoutes(path) && !path.startsWith("src/platform/")
    )
      .flatMap((path) =>
        [...Deno.readTextFileSync(`${ROOT}/${path}`).matchAll(/\bon\(\s*(\w+)\.(\w+)/g)].flatMap(([, noun, call]) => {
          const name = noun!.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase());
          const isThere = [name, `${name}s`, within[name]].includes(path.split("/")[1]!);
          return isThere ? [] : [`${noun}.${call} in ${path}`];
        })
      );
    expect(strays).toEqual([]);
  });

  test("every folder below src has a place in the order", () => {
    const known = new Set([
      ...[...FEATURES, ...TOP, "shared", "contract", "platform", "channels"],
      ...["simulator", "graph_simulator"],
    ]);
    const folders = [...Deno.readDirSync(`${ROOT}/src`)].filter((entry) => entry.isDirectory).map(({ name }) => name);
    expect(folders.filter((name) => !known.has(name))).toEqual([]);
  });

  test("only the WhatsApp channel and the simulator know the client library", () => {
    const users = FILES.filter((path) =>
      /from "@whiskeysockets\/baileys"/.test(Deno.readTextFileSync(`${ROOT}/${path}`))
    );
    expect(users.filter((path) => !/^src\/(channels\/whatsapp|simulator|bench)\//.test(path))).toEqual([]);
  });

  test("one process, and one place in it, writes a company's file", () => {
    const isOfTests = (path: string) =>
      /_test\.ts$/.test(path) || path.startsWith("src/testing/") || path.startsWith("src/bench/");
    const saying = (what: RegExp) =>
      FILES.filter((path) =>
        path.startsWith("src/") && !isOfTests(path) && what.test(Deno.readTextFileSync(`${ROOT}/${path}`))
      ).sort();
    expect(saying(/from "libsql"|new Database\(/)).toEqual(["src/platform/db.ts"]);
    expect(saying(/wal_checkpoint|journal_mode|\bVACUUM\b/i).filter((path) => !path.startsWith("src/platform/")))
      .toEqual([]);
    // The backup's own accounts, files that were just restored or copied, and those that nobody serves until they are
    // upgraded: nothing else has them open.
    expect(saying(/\bopenDbFile\(/).filter((path) => !path.startsWith("src/platform/"))).toEqual([
      "src/backups/check_file.ts",
      "src/backups/open_accounts.ts",
      "src/backups/prove.ts",
      "src/backups/to_folder.ts",
      // Under the lock of a folder that nobody serves.
      "src/doctor/alone.ts",
      "src/exports/schema_of.ts",
      "src/exports/work_apart.ts",
      // One that nobody serves yet, and, read only, one that rests.
      "src/moving/arriving.ts",
      "src/moving/move_out.ts",
      "src/restoring/preview.ts",
      "src/restoring/reconcile.ts",
      "src/upgrades/carry_over.ts",
      "src/upgrades/left_behind.ts",
      "src/upgrades/roll_back.ts",
      // Read only, perhaps while an older version serves them.
      "src/upgrades/schema_now.ts",
      "src/upgrades/upgrade_copy.ts",
      "src/upgrades/written_since.ts",
    ]);
    // None of these reads a database that SQLite has open in this process: platform/beside.ts is for that.
    const opens = /Deno\.(open|openSync|copyFile|copyFileSync)\(|fs\.(open|copyFile|createReadStream)|\/with_file\.ts"/;
    expect(saying(opens)).toEqual([
      "src/backups/log_file.ts",
      "src/backups/media.ts",
      // A file that was fetched to be proved, or restored.
      "src/backups/prove.ts",
      "src/backups/restore.ts",
      // A log, whose locks are elsewhere.
      "src/backups/targets/folder.ts",
      "src/backups/uploader.ts",
      "src/brand/pictures.ts",
      "src/cli/folder_way.ts",
      "src/contact_lists/imports_routes.ts",
      "src/exports/unpack.ts",
      "src/exports/write_export.ts",
      "src/https/kept_certificate.ts",
      "src/meta/notices.ts",
      // Before it is opened as a database.
      "src/moving/arriving.ts",
      // The copy that another is compared with.
      "src/moving/pieces.ts",
      "src/moving/send_company.ts",
      "src/platform/beside.ts",
      // Its target.
      "src/platform/copy_still.ts",
      "src/platform/folder_lock.ts",
      "src/platform/media.ts",
      "src/platform/tar.ts",
      "src/platform/upload.ts",
      "src/platform/wal.ts",
      "src/platform/with_file.ts",
      // A new one, under a name of its own.
      "src/platform/write_whole.ts",
      // A state that was set aside.
      "src/restoring/restore_company.ts",
      "src/service/packed_executable.ts",
      "src/service/steps.ts",
      // Where nobody serves the folder.
      "src/upgrades/executable.ts",
      "src/upgrades/kept.ts",
      "src/upgrades/same_program.ts",
      "src/upgrades/sweep.ts",
      "src/upgrades/upgrade_copy.ts",
    ]);
    // Where the folder's lock is held (platform/folder_lock.ts); others ask the server (control/perform.ts).
    expect(saying(/\bnew Tenants\(/)).toEqual(["src/platform/data_folder.ts"]);
    expect(saying(/\bopenPrepared\(/)).toEqual(["src/control/perform.ts", "src/platform/data_folder.ts"]);
    expect(saying(/\bopenToServe\(/)).toEqual([
      "src/app/opening.ts",
      "src/demo/play.ts",
      "src/platform/data_folder.ts",
    ]);
  });

  test("what is opened is closed by hand: the bundler takes the end of a `using` away", () => {
    const isOfTests = (path: string) => /_test\.tsx?$/.test(path) || path.startsWith("src/testing/");
    const using = FILES.filter((path) =>
      !isOfTests(path) &&
      /^\s*(await )?using \w+ =|\((await )?using \w+ of/m.test(Deno.readTextFileSync(`${ROOT}/${path}`))
    );
    expect(using).toEqual([]);
  });

  test("only the tests' world makes passwords cheap to guess", () => {
    const users = FILES.filter((path) => /\bsetHashCost\b/.test(Deno.readTextFileSync(`${ROOT}/${path}`)));
    expect(users.filter((path) => !/_test\.ts$/.test(path)).sort()).toEqual([
      "src/testing/fixtures.ts",
      "src/users/passwords.ts",
    ]);
  });

  test("what both sides reckon needs no library but date-fns, whose functions are taken one by one", () => {
    const named = (path: string) =>
      [...Deno.readTextFileSync(`${ROOT}/${path}`).matchAll(/(?:from|import)\s*\(?\s*"([^."][^"]*)"/g)]
        .map(([, library]) => ({ path, library: library! }));
    const reckoning = FILES.filter((path) => path.startsWith("src/shared/") && !/_test\.ts$/.test(path)).flatMap(named);
    expect(reckoning.filter(({ library }) => !/^(@date-fns\/tz|date-fns)\//.test(library))).toEqual([]);
    // The whole of it is 250 files, which a start from the sources would read one by one.
    expect(FILES.flatMap(named).filter(({ library }) => library === "date-fns")).toEqual([]);
  });

  test("libraries are named without versions, which stand in deno.json alone", () => {
    const inline = FILES.filter((path) => /from "(npm|jsr|https?):/.test(Deno.readTextFileSync(`${ROOT}/${path}`)));
    expect(inline).toEqual([]);
    const { imports } = JSON.parse(Deno.readTextFileSync(`${ROOT}/deno.json`)) as { imports: Record<string, string> };
    expect(Object.values(imports).filter((version) => !/^npm:.+@\d+(\.\d+){0,2}(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
