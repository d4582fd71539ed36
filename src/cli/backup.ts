import { resolve } from "node:path";
import type { Command } from "commander";
import { askWords } from "../platform/ask_password.ts";
import { backupKeyPath, BadUsage, dataFolder } from "../platform/config.ts";
import { RECOVERY_WORDS, writtenWords } from "../shared/recovery_words.ts";
import { act, onFolder } from "./act.ts";
import { hint } from "./out.ts";
import { type S3Flags, withS3 } from "./s3_flags.ts";

export function backupCommands(program: Command): void {
  const backup = program.command("backup").description("the continuous backup: its key, and where it goes");
  key(backup);
  targets(backup);
  onFolder(
    backup.command("now").description("takes all there is by now, and waits until every place has it"),
  ).action((_, command) =>
    act(command, "backup now", { input: {}, lines: ({ targets }) => targets.map(({ id, place }) => `${id}\t${place}`) })
  );
  prove(backup);
  status(backup);
}

function prove(backup: Command): void {
  onFolder(
    backup.command("prove").argument("[COMPANY]").description(
      "restores the newest backup of a company, or of all, from every place, checks it and throws it away: as each night",
    ),
    "balcao backup prove",
    'balcao backup prove "Padaria Aurora"',
  ).action((company: string | undefined, _, command) =>
    act(command, "backup prove", {
      input: { company },
      lines: ({ proven }) =>
        proven.map(({ place, id, name, provenAt }) => [place, id, name, `proven up to ${timeOf(provenAt)}`].join("\t")),
    })
  );
}

function status(backup: Command): void {
  onFolder(
    backup.command("status").description(
      "what each place lacks, and up to when each company is stored and was proven to be restorable",
    ),
  ).action((_, command) =>
    act(command, "backup status", {
      input: {},
      lines: ({ places, companies }) => [
        ...places.map(({ backlog, fault, isBegun, missing, isProviderMissing, oldestProven, ...one }) =>
          [row(one), lacksOf({ ...backlog, fault, isBegun, missing, isProviderMissing }), provenText(oldestProven)]
            .join("\t")
        ),
        ...companies.map(({ id, name, isBegun, brokenAt, untaken, since, provenAt, fault, damage }) => {
          const still = brokenAt === null ? "not stored yet" : `stored up to ${timeOf(brokenAt)}, and begins anew`;
          const stored = !isBegun ? still : since === null ? "stored" : `stored up to ${timeOf(since)}`;
          const why = untaken === null ? [] : [`cannot be taken: ${untaken}`];
          const proven = fault ?? provenText(provenAt);
          return [`company ${id}`, name, stored, ...why, proven, ...damage === null ? [] : [damage]].join("\t");
        }),
      ],
    })
  );
}

function provenText(at: number | null): string {
  return at === null ? "never proven" : `proven up to ${timeOf(at)}`;
}

function key(backup: Command): void {
  onFolder(
    backup.command("key").description("makes the key of the backups, and says its words to write down, this once")
      .option("--words", "makes it again from its words: they are asked for unseen, or read from a pipe"),
    "balcao backup key",
    "balcao backup key --words",
  ).action((flags: { words?: boolean }, command) =>
    act(command, "backup key", {
      input: { path: keyPathOf(command), words: flags.words ? askRecoveryWords() : undefined },
      lines: ({ words }) => words ? wordLines(words) : [],
    })
  );
}

/** In whichever way they were written down: see keyFromWords. */
export function askRecoveryWords(): string {
  return askWords("Recovery words", { words: RECOVERY_WORDS, count: (text) => writtenWords(text).length });
}

/** Four columns of six, numbered, as one writes them down. */
function wordLines(words: string[]): string[] {
  hint("Write these words down and keep them away from this machine: they alone open the backups when it is gone.");
  const cell = (nth: number) => `${String(nth + 1).padStart(2)} ${words[nth]!.padEnd(12)}`;
  return Array.from({ length: 6 }, (_, row) => [0, 6, 12, 18].map((from) => cell(from + row)).join("").trimEnd());
}

function targets(backup: Command): void {
  const add = backup.command("add").description("a place for the backups, tried out first");
  onFolder(
    add.command("folder").argument("<PATH>").description("a folder, on another disk than the data folder's"),
    "balcao backup add folder /mnt/backup/balcao",
  ).action((path, _, command) =>
    act(command, "backup add", {
      input: { place: { kind: "folder", path: resolve(path) }, keyPath: keyPathOf(command) },
      lines: (one) => [row(one)],
    })
  );
  withS3(
    onFolder(
      add.command("s3").description("a bucket of a store that speaks S3"),
      "balcao backup add s3 --endpoint https://s3.example.com --bucket backups --access-key AK1",
    ),
  ).action(async (flags: S3Flags, command) =>
    act(command, "backup add", {
      input: { place: (await import("./s3_place.ts")).s3PlaceOf(flags), keyPath: keyPathOf(command) },
      lines: (one) => [row(one)],
    })
  );
  onFolder(
    backup.command("list").description("the places: what each still lacks (bytes), since when, and why"),
  ).action((_, command) =>
    act(command, "backup list", {
      input: {},
      lines: (all) => all.map((one) => `${row(one)}\t${lacksOf(one)}`),
    })
  );
  onFolder(backup.command("remove").argument("<ID>").description("nothing more goes to a place; what lies there stays"))
    .action((id, _, command) => act(command, "backup remove", { input: { id: numberOf(id, "ID") }, lines: () => [] }));
}

export function numberOf(text: string, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new BadUsage(`${what} takes a number: see balcao backup list`);
  return Number(text);
}

export function keyPathOf(command: Command): string {
  const environment = (name: string) => Deno.env.get(name);
  return resolve(backupKeyPath(dataFolder(command.opts<{ data?: string }>().data, environment), environment));
}

interface Lacking {
  isBegun: boolean;
  missing: number;
  isProviderMissing: boolean;
  objects: number;
  bytes: number;
  since: number | null;
  untaken: number;
  fault: string | null;
}

function lacksOf({ fault, ...lacks }: Lacking): string {
  const says = lacksText(lacks);
  // What it had when it took something last says nothing of what was written since.
  return fault === null ? says : [...says === UP_TO_DATE ? [] : [says], fault].join("\t");
}

const UP_TO_DATE = "up to date";

function lacksText(
  { isBegun, missing, isProviderMissing, objects, bytes, since, untaken }: Omit<Lacking, "fault">,
): string {
  const whole = [
    ...missing === 0 ? [] : [`${missing} of the companies not stored yet`],
    ...isProviderMissing ? ["the provider's own file not stored yet"] : [],
  ];
  if (objects === 0) return isBegun ? whole.join(", ") || UP_TO_DATE : "nothing yet";
  const waits = untaken === 0 ? [] : [`of ${untaken} of the companies it cannot be taken`];
  return [`lacks ${objects} (${bytes} bytes) since ${timeOf(since!)}`, ...whole, ...waits].join(", ");
}

function row({ id, kind, place }: { id: number; kind: string; place: string }): string {
  return `${id}\t${kind}\t${place}`;
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
