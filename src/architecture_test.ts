import { describe, expect, test } from "vitest";
import { PAGES } from "../web/i18n/pages.ts";
import { ROOT } from "./root.ts";

/** The features, left to right: each may use those before it. */
const FEATURES = [
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
  "contacts",
  "tags",
  "quick_replies",
  "connections",
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
  "campaigns",
  "send_api",
  "bot",
  "merges",
  "inbox",
  "supervisor",
  "presence",
  "dashboard",
  "first_steps",
  "audit",
  "cockpit",
];
const WEB_FEATURES = [
  "helps",
  "announcements",
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
  "companies",
  "hours",
  "connections",
  "queues",
  "dashboard",
  "campaigns",
  "api",
  "cockpit",
  "audit",
  "settings",
  "overdue",
  "shell",
];

/** What puts everything together, and the tests' worlds: they import all, and nothing imports them. */
const TOP = new Set(["app", "cli", "main.ts", "root.ts", "testing", "demo", "bench"]);

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
  const toTheLeft = FEATURES.slice(0, FEATURES.indexOf(folder)).map((each) => `src/${each}/`);
  return (target) =>
    target.startsWith(`src/${folder}/`) ||
    target === "src/channels/channel.ts" ||
    within("src/shared/", "src/contract/", "src/platform/")(target) ||
    // The supervisor alone opens channels.
    (folder === "supervisor" && target.startsWith("src/channels/")) ||
    // Nothing but the list of all routes imports routes, so that they may use every feature: a noun's calls are answered in
    // its own folder, also where a rule of another noun is needed for it.
    ((isRoutes(path) ? FEATURES.map((each) => `src/${each}/`) : toTheLeft).some((each) => target.startsWith(each)) &&
      !isRoutes(target));
}

function isRoutes(path: string): boolean {
  return /(^|[/_])routes\.ts$/.test(path);
}

/** One screen in four rooms, which use each other. */
const ROOMS = new Set(["inbox", "thread", "composer"]);

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
    const known = new Set([...FEATURES, ...TOP, "shared", "contract", "platform", "channels", "simulator"]);
    const folders = [...Deno.readDirSync(`${ROOT}/src`)].filter((entry) => entry.isDirectory).map(({ name }) => name);
    expect(folders.filter((name) => !known.has(name))).toEqual([]);
  });

  test("only the WhatsApp channel and the simulator know the client library", () => {
    const users = FILES.filter((path) =>
      /from "@whiskeysockets\/baileys"/.test(Deno.readTextFileSync(`${ROOT}/${path}`))
    );
    expect(users.filter((path) => !/^src\/(channels\/whatsapp|simulator|bench)\//.test(path))).toEqual([]);
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
