import { expect, onTestFinished, test } from "vitest";
import { aBackedUp } from "../testing/backed_up.ts";
import { aShell } from "../testing/command.ts";
import { FROM_SOURCES } from "../testing/process.ts";
import { onDisk } from "../testing/small_disk.ts";
import { wordsOf } from "./recovery_key.ts";

/** A place with a backup of all companies, the words that open it, and commands on the folder that is made of it. */
async function aPlace() {
  const home = await Deno.makeTempDir({ prefix: "balcao-recover-" }), place = `${home}/my place`;
  onTestFinished(() => Deno.remove(home, { recursive: true }));
  await Deno.mkdir(place);
  const { key, later, write } = await aBackedUp({ kind: "folder", path: place });
  for (let nth = 0; nth < 2; nth++) {
    write("olá");
    await later();
  }
  const words = wordsOf(key).join(" ");
  return {
    ...{ home, place, words },
    balcao: aShell(() => `${home}/new`),
    recover: (is: Partial<Recovering> = {}) => recover({ words, from: place, to: `${home}/new`, ...is }),
  };
}

interface Recovering {
  words: string;
  from: string;
  to: string;
  /** It is killed as soon as it has said this. */
  until?: string;
}

async function recover({ words, from, to, until }: Recovering) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "recover", "folder", from, "--data", to],
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${words}\n`));
  await writer.close();
  let said = "";
  for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += part;
    if (until !== undefined && said.includes(until)) child.kill("SIGKILL");
  }
  return { code: (await child.status).code, said: said.trim() };
}

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

test("a recover that was killed is told of by the doctor and by serve, and said again it makes the folder from its beginning", async () => {
  const { home, place, words, balcao, recover } = await aPlace(), folder = `${home}/new`;
  expect((await recover({ until: "Restoring company 1" })).code).not.toBe(0);
  const again = `balcao recover folder '${place}' --data ${folder}`;
  const examined = await new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "doctor", "--data", folder, "--json"],
  }).output();
  const { findings } = JSON.parse(new TextDecoder().decode(examined.stdout));
  expect(findings.filter(({ level }: { level: string }) => level === "bad")).toMatchObject([
    { what: "recover_unfinished", todo: `Say it again, which begins anew: ${again}` },
  ]);
  expect(JSON.stringify(findings)).not.toMatch(/balcao restore|Bring it back/);
  const sentence = expect.stringContaining(`was not finished. Say it again, which begins anew: ${again}`);
  for (const words of [["serve", "--port", "0"], ["company", "list"], ["company", "add", "Nova"]]) {
    expect(await balcao(...words)).toMatchObject({ code: 1, said: sentence });
  }
  // What somebody else has put there meanwhile is nobody's to remove.
  await Deno.writeTextFile(`${folder}/notes.txt`, "");
  const before = namesIn(folder), refused = await recover();
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("notes.txt in it")]);
  expect(namesIn(folder)).toEqual(before);
  await Deno.remove(`${folder}/notes.txt`);

  // As somebody pipes a file in which they stand one below the other.
  const done = await recover({ words: words.replaceAll(" ", "\n") });
  expect(done.code, done.said).toBe(0);
  expect(done.said).toContain("was not finished, and is begun anew");
  const listed = (await balcao("company", "list")).answer.map(({ name }: { name: string }) => name);
  expect(listed).toEqual(["Balcão", "Padaria Aurora", "Oficina Norte"]);
  expect(namesIn(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
  expect((await recover()).said).toContain("is not empty");
});

test("a recover that is refused, or that fails, leaves no folder that it has made, and an empty one as it was", async () => {
  const { home, place, words, recover } = await aPlace(), empty = `${home}/empty`, before = namesIn(home);
  await Deno.mkdir(empty);
  const others = [...words.split(" ").slice(1), words.split(" ")[0]].join(" ");
  expect((await recover({ words: others, to: `${home}/deep/new` })).code).not.toBe(0);
  const nothing = await recover({ from: empty, to: `${home}/deep/new` });
  expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining("no backup of a whole data folder") });
  const bases = `${place}/v1/0/base`, [base] = namesIn(bases), whole = await Deno.readFile(`${bases}/${base}`);
  await Deno.writeFile(`${bases}/${base}`, whole.subarray(0, whole.length - 100));
  const damaged = await recover({ to: `${home}/deep/new` });
  expect([damaged.code, damaged.said]).toEqual([
    1,
    expect.stringMatching(/nothing of it can be opened .* from that one$/),
  ]);
  expect((await recover({ to: empty })).code).toBe(1);
  expect([namesIn(home), namesIn(empty)]).toEqual([[...before, "empty"].sort(), []]);
  await Deno.writeFile(`${bases}/${base}`, whole);
  const done = await recover({ to: empty });
  expect(done.code, done.said).toBe(0);
});

test("a recover of what is damaged at its end makes what was before, and names it and its moment", async () => {
  const { home, place, recover } = await aPlace(), pieces = `${place}/v1/2/wal`, [life] = namesIn(pieces);
  const last = `${pieces}/${life}/${namesIn(`${pieces}/${life}`).at(-1)}`;
  await Deno.truncate(last, 30);
  const { code, said } = await recover();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /company 2 is as it was at 2026-\S+Z, and what is newer is damaged there: v1\/2\/wal.* is cut off$/,
    ),
  ]);
  expect(namesIn(`${home}/new`)).toEqual(expect.arrayContaining(["1", "2", "3", "provider.db", "server.key"]));
});

test("a recover for which the disk is full from the start leaves nothing, neither in a new folder nor in one that is there", async () => {
  const { home, place, words } = await aPlace(), disk = `${home}/disk`;
  await Deno.mkdir(disk);
  const { out, said } = await onDisk(
    disk,
    1,
    `mkdir '${disk}/empty'; dd if=/dev/zero of='${disk}/full' bs=4k count=10000 2>/dev/null
     for to in empty deep/new; do echo '${words}' | balcao recover folder '${place}' --data '${disk}'/$to; echo $?; done
     cd '${disk}' && find . | sort`,
  );
  expect([out.split("\n"), said]).toEqual([
    ["1", "1", ".", "./empty", "./full"],
    expect.stringContaining("disk is full"),
  ]);
});

test("of a recovered folder that was never served the status says so, and that nothing of it is stored yet", async () => {
  const { home, place, balcao, recover } = await aPlace();
  expect((await recover()).code).toBe(0);
  const { code, answer, said } = await balcao("backup", "status");
  expect(code).toBe(0);
  expect(said).toBe(
    `Since it was recovered nobody has served this folder, and nothing of it is stored: balcao serve --data ${home}/new`,
  );
  const never = { isBegun: false, since: null, provenAt: null, fault: null };
  expect(answer).toMatchObject({
    places: [{
      id: 1,
      place,
      isBegun: false,
      missing: 3,
      isProviderMissing: true,
      oldestProven: null,
      backlog: { objects: 0, since: null },
    }],
    companies: [{ id: 1, ...never }, { id: 2, name: "Padaria Aurora", ...never }, { id: 3, ...never }],
  });
});
