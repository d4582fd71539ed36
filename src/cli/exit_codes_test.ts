import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ROOT } from "../root.ts";
import { anExecutable } from "../testing/executables.ts";
import { leavesOf, wordsOf } from "./overview.ts";
import { theProgram } from "./program.ts";
import { runCommand } from "./run_command.ts";

/** A folder with one company, Aurora, and another that was never set up; a file where no folder can be. */
let home: string;
beforeAll(async () => {
  home = await Deno.makeTempDir({ prefix: "balcao-exits-" });
  for (const name of ["unset", "backup"]) await Deno.mkdir(`${home}/${name}`);
  await Deno.writeTextFile(`${home}/file`, "");
  await Deno.writeTextFile(`${home}/program`, "#!/bin/sh\n", { mode: 0o755 });
  await Deno.writeTextFile(`${home}/map`, "aurora.example 10.0.0.2:3000\n");
  await Deno.writeTextFile(`${home}/wrong`, "nonsense\n");
  Deno.env.set("BALCAO_DATA", `${home}/data`);
  Deno.env.set("BALCAO_PASSWORD", "uma frase inteira");
  Deno.env.set("BALCAO_S3_SECRET", "secret");
  expect(await say("company add Aurora")).toMatchObject({ exit: 0 });
  expect(await say("user add Aurora Ana ana@aurora.example --admin")).toMatchObject({ exit: 0 });
  expect(await say("backup key")).toMatchObject({ exit: 0 });
});
afterAll(async () => {
  for (const name of ["BALCAO_DATA", "BALCAO_PASSWORD", "BALCAO_S3_SECRET"]) Deno.env.delete(name);
  await Deno.remove(home, { recursive: true });
});

/** `~` is the home, `''` an empty word. */
function wordsIn(line: string): string[] {
  return line.split(" ").map((word) => word.replace(/^~/, home).replace(/^''$/, ""));
}

async function say(line: string, ...more: string[]) {
  const heard = { out: "", error: "" }, decoder = new TextDecoder();
  const listen = (to: typeof Deno.stdout | typeof Deno.stderr, name: "out" | "error") =>
    vi.spyOn(to, "writeSync").mockImplementation((bytes) => {
      heard[name] += decoder.decode(bytes);
      return bytes.length;
    });
  const spies = [listen(Deno.stdout, "out"), listen(Deno.stderr, "error")];
  try {
    return { exit: await runCommand([...wordsIn(line), ...more]), ...heard };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const NO_FOLDER = /(has no company yet|^There is no folder .*): balcao company add/,
  NO_COMPANY = /^There is no company Nobody in /;
const NO_PLAN = /^There is no plan Nothing in /, MISSING = /^Missing required argument/;

/** What is typed, how it ends, and what is said; whatever takes `--json` says the same in it. */
const ROWS: [line: string, exit: number, sentence: RegExp][] = [
  ["nonsense", 2, /^There is no command nonsense/],
  ["help nonsense", 2, /^There is no command nonsense/],
  ["version more", 2, /^Too many arguments/],
  ["company add", 2, MISSING],
  ["company add '' --data ~/none", 2, /^name: this is missing/],
  ["company add Aurora", 1, /^There is one of this name already/],
  ["company add New --data ~/file", 1, /cannot be made: choose with --data/],
  ["company list --data ~/none", 3, NO_FOLDER],
  ["company list --data ~/unset", 3, NO_FOLDER],
  ["company list --data ''", 2, /^--data takes a folder/],
  ["company --data ~", 2, /^There is a word missing/],
  ["company list more", 2, /^Too many arguments/],
  ["company list --nonsense", 2, /^Unknown option/],
  ["company show Nobody", 3, NO_COMPANY],
  ["company suspend Nobody", 3, NO_COMPANY],
  ["company resume Nobody", 3, NO_COMPANY],
  ["company limit Nobody", 3, NO_COMPANY],
  ["company limit Aurora --users many", 2, /^--users takes a number/],
  ["company limit Aurora --storage 10", 2, /^--storage takes an amount/],
  ["company plan Nobody none", 3, NO_COMPANY],
  ["company plan Aurora Nothing", 3, NO_PLAN],
  ["company remove Nobody", 3, NO_COMPANY],
  ["company restore 99", 3, /^There is no removed company 99/],
  ["company restore Aurora", 2, /^A removed company goes by its number/],
  ["company export Nobody ~/new.tar", 3, NO_COMPANY],
  ["company export Aurora ~/none/new.tar", 3, /^There is no .*none$/],
  ["company export Aurora ~/file", 1, /is there already/],
  ["company export Aurora ~/new.tar --password-file ~/none", 3, /^There is no file .*none$/],
  ["company files Nobody", 3, NO_COMPANY],
  ["company import ~/none", 3, /^There is no .*none$/],
  ["company import ~/file", 1, /This export is cut off$/],
  ["company move Nobody --to https://there.example", 2, /^--to is USER@HOST or a folder/],
  ["company move Aurora --to desk2", 2, /^--to is USER@HOST or a folder, and there is no folder desk2 here/],
  ["company move Aurora --to ''", 2, /^No folder is named: a company goes by one that both machines see/],
  ["company move Aurora", 2, /^Required option/],
  ["company move Nobody --to ~/way", 3, NO_COMPANY],
  ["company receive --data ~/none", 3, /^There is no .*none$/],
  ["company fetch ~/none", 3, /^There is no .*none$/],
  ["company fetch ~/unset --data ~/none", 3, /^There is no .*none$/],
  ["user add Nobody Rui rui@x.example", 3, NO_COMPANY],
  ["user add Aurora Rui nonsense", 2, /is no e-mail address/],
  ["user add Aurora Rui ana@aurora.example", 1, /^Somebody logs in with this e-mail/],
  ["user list Nobody", 3, NO_COMPANY],
  ["user password nobody@x.example", 3, /^Nobody logs in as/],
  ["user 2fa nobody@x.example --reset", 3, /^Nobody logs in as/],
  ["user 2fa ana@aurora.example", 2, /^Required option/],
  ["user 2fa ana@aurora.example --reset", 1, /has no second factor/],
  ["plan add Plan --value much", 2, /./],
  ["plan add Plan --offered maybe", 2, /^--offered takes yes or no/],
  ["plan list --data ~/none", 3, NO_FOLDER],
  ["plan show Nothing", 3, NO_PLAN],
  ["plan change Nothing --users 3", 3, NO_PLAN],
  ["plan remove Nothing", 3, NO_PLAN],
  ["backup key", 1, /is there already/],
  ["backup key --data ~/none", 3, NO_FOLDER],
  ["backup add folder ~/none", 3, /none cannot keep a backup: it is not there: see whether its disk is mounted$/],
  ["backup add folder ~/file", 1, /file cannot keep a backup: it is no folder$/],
  ["backup add folder ~/data", 1, /lies in the data folder/],
  ["backup add s3", 2, /^Required option/],
  [
    "backup add s3 --endpoint http://a/path --bucket b --access-key a",
    2,
    /^--endpoint takes an .*, and not http:\/\/a\/p/,
  ],
  ["backup add s3 --endpoint http://a --bucket b/c --access-key a", 2, /^--bucket takes a name of .*, and not b\/c$/],
  [
    "backup add s3 --endpoint http://a --bucket b --prefix ../x --access-key a",
    2,
    /^--prefix takes .*, and not \.\.\/x$/,
  ],
  [
    "backup add s3 --endpoint http://a --bucket b --region '' --access-key a",
    2,
    /^--region takes .*, and not nothing$/,
  ],
  [
    "backup add s3 --endpoint http://127.0.0.1:1/ --bucket b --prefix one --access-key a",
    1,
    /:1\/b\/one\/ .* nobody answers/,
  ],
  [
    "backup add s3 --endpoint http://a --bucket b --access-key ''",
    2,
    /^--access-key takes the name of the key, [^:]*it$/,
  ],
  ["recover s3 --endpoint nonsense --bucket b --access-key a --data ~/new", 2, /^--endpoint takes an address/],
  ["backup add s3 --endpoint nonsense --bucket b --access-key a", 2, /^--endpoint takes an address/],
  ["backup add s3 --endpoint http://127.0.0.1:1 --bucket b --access-key a", 1, /nobody answers there/],
  ["backup list --data ~/none", 3, NO_FOLDER],
  ["backup remove nonsense", 2, /^ID takes a number/],
  ["backup remove 99", 3, /^There is no backup target 99/],
  ["backup now", 1, /^Backups are made by the server/],
  ["backup prove", 1, /^Backups are proven by the server/],
  ["backup status --data ~/none", 3, NO_FOLDER],
  ["recover folder ~/none --data ~/new", 3, /^There is no folder .*none: see whether its disk is mounted/],
  [
    "recover folder ~/backup --data ~/backup/deep/new",
    1,
    /deep\/new lies in .*backup, which keeps the backups: choose/,
  ],
  [
    "recover folder ~/backup --data ~/backup",
    1,
    /lies in .*backup, which keeps the backups: choose a folder elsewhere/,
  ],
  ["recover folder", 2, MISSING],
  ["recover s3 --data ~/new", 2, /^Required option/],
  ["restore Nobody", 3, NO_COMPANY],
  ["restore Aurora", 3, /^There is no such place for backups/],
  ["restore Aurora --from 99", 3, /^There is no such place for backups/],
  ["restore Aurora --at nonsense", 2, /^--at takes a time/],
  ["restore Aurora --at 2026-02-30T10:31", 2, /^--at takes a time/],
  ["restore Aurora --to ~/file", 1, /file cannot be used: it is no folder$/],
  ["restore Aurora --to ~/data", 1, /is not empty/],
  ["restore Aurora --to ~/x --as y", 2, /do not go together/],
  ["restore Aurora --undo", 3, /^No earlier state/],
  ["lines start --data ~/none", 3, NO_FOLDER],
  ["doctor --data ~/none", 3, /^There is no folder/],
  ["doctor --online nonsense", 2, /^--online takes/],
  ["front-door caddy ~/none", 3, /^There is no file/],
  ["front-door caddy ~/unset", 1, /cannot be read: it is a folder$/],
  ["front-door caddy ~/wrong", 2, /^Line 1 is not like/],
  ["front-door haproxy ~/file", 2, /^It names no host yet/],
  ["front-door haproxy", 2, MISSING],
  ["install --data relative --dry-run", 2, /^--data takes a whole path/],
  ["install --executable ~/none --dry-run", 3, /^There is no file/],
  ["install --executable ~/file --dry-run", 1, /is no executable file/],
  ["install --port nonsense --dry-run", 2, /^--port takes/],
  ["uninstall --root ~/none", 3, /^There is no service here/],
  ["uninstall more", 2, /^Too many arguments/],
  ["upgrade", 2, MISSING],
  ["upgrade ~/none --executable ~/program", 3, /^There is no file/],
  ["upgrade ~/file --executable ~/program", 1, /is no Balcão for this machine/],
  ["upgrade ~/program --executable ~/program", 1, /is no executable of Balcão: nothing was exchanged$/],
  ["upgrade ~/program --executable ~/none", 3, /^There is no file/],
  ["rollback --executable ~/program", 3, /^There is no version to go back to/],
  ["serve --port nonsense", 2, /^--port takes/],
  ["serve --data ~/file --port 0", 1, /cannot be made: choose with --data/],
  ["serve more", 2, /^Too many arguments/],
  ["simulator --port nonsense", 2, /^--port takes/],
  ["simulator --phone nonsense", 2, /is not a phone number/],
  ["graph-simulator --port nonsense", 2, /^--port takes/],
  ["completion", 2, MISSING],
  ["completion tcsh", 2, /Allowed choices/],
];

test.for(ROWS)("balcao %s ends with %d", async ([line, exit, sentence]) => {
  const said = await say(line), last = said.error.trimEnd().split("\n");
  expect({ exit: said.exit, out: said.out }, said.error).toEqual({ exit, out: "" });
  // Hints may come before; below a wrong word stands how it is written.
  expect(last.some((each) => sentence.test(each)), said.error).toBe(true);
  expect(said.error).not.toMatch(/os error|ERR_|This did not work/);
  if (!takesJson(line)) return;
  const json = await say(line, "--json"), error = JSON.parse(json.error.trimEnd().split("\n").at(-1)!);
  expect([json.exit, json.out, error.error.exit]).toEqual([exit, "", exit]);
  expect(error.error.sentence).toMatch(new RegExp(sentence, "m"));
});

function commandOf(line: string) {
  return leavesOf(theProgram()).find((leaf) => `${line} `.startsWith(`${wordsOf(leaf).join(" ")} `));
}

function takesJson(line: string): boolean {
  return commandOf(line)?.options.some(({ long }) => long === "--json") ?? false;
}

test("every command stands in that table", () => {
  const walked = new Set(ROWS.map(([line]) => commandOf(line)).map((leaf) => leaf && wordsOf(leaf).join(" ")));
  const all = leavesOf(theProgram()).map((leaf) => wordsOf(leaf).join(" "));
  expect(all.filter((name) => !walked.has(name))).toEqual([]);
});

test("what writes text answers one object with --json", async () => {
  const door = await say("front-door caddy ~/map", "--json");
  expect([door.exit, JSON.parse(door.out)]).toEqual([0, {
    leads: [{ host: "aurora.example", server: "10.0.0.2:3000" }],
    configuration: expect.stringContaining("reverse_proxy"),
  }]);
  await anExecutable(`${home}/balcao`, ROOT);
  const dry = await say("install --executable ~/balcao --dry-run", "--json");
  expect([dry.exit, JSON.parse(dry.out)]).toMatchObject([0, { isDone: false }]);
  const installed = await say("install --executable ~/balcao --root ~/image", "--json");
  expect([installed.exit, JSON.parse(installed.out)]).toMatchObject([0, { isDone: true }]);
  expect(JSON.parse(installed.out).steps).toContainEqual(
    { does: "copy", from: `${home}/balcao`, path: `${home}/image/usr/local/bin/balcao` },
  );
  const removed = await say("uninstall --root ~/image", "--json");
  expect([removed.exit, JSON.parse(removed.out).isDone]).toEqual([0, true]);
});
