import { resolve } from "node:path";
import type { Command } from "commander";
import type { TargetPlace } from "../backups/targets/place.ts";
import { asTyped } from "../platform/as_typed.ts";
import { BadCommand, dataFolder } from "../platform/config.ts";
import { logToStderr } from "../platform/log.ts";
import { onFolder } from "./act.ts";
import { counted } from "./counted.ts";
import { askRecoveryWords, keyPathOf, timeOf } from "./backup.ts";
import { type S3Flags, withS3 } from "./s3_flags.ts";
import { hint, print } from "./out.ts";

/** On a machine that has nothing: there is no data folder yet that could be asked, or served. */
export function recoverCommand(program: Command): void {
  const command = program.command("recover")
    .description(
      "makes a whole data folder from a backup; the recovery words are asked for unseen, or read from a pipe",
    );
  onFolder(
    command.command("folder").argument("<PATH>").description("from a folder"),
    "balcao recover folder /mnt/backup/balcao --data /var/lib/balcao",
  ).action((path, _, command) => recoverFrom(command, { kind: "folder", path: resolve(path) }));
  withS3(onFolder(
    command.command("s3").description("from a bucket; BALCAO_S3_SECRET has its secret, as the words are asked for"),
    "BALCAO_S3_SECRET=… balcao recover s3 --endpoint https://s3.example.com --bucket backups --access-key AK1",
  )).action(async (flags: S3Flags, command) => recoverFrom(command, (await import("./s3_place.ts")).s3PlaceOf(flags)));
}

async function recoverFrom(command: Command, place: TargetPlace): Promise<void> {
  logToStderr();
  const [
    { nameOf, recover },
    { checkIsThere },
    { refuseDataIn },
    { openTarget },
    { keyFromWords, writeKey },
    { reconcile },
    { noteRecovery },
    { holdLines },
  ] = await Promise.all([
    import("../backups/recover.ts"),
    import("../backups/targets/targets.ts"),
    import("../backups/targets/fitting.ts"),
    import("../backups/targets/place.ts"),
    import("../backups/recovery_key.ts"),
    import("../restoring/reconcile.ts"),
    import("../privacy/after_recovery.ts"),
    import("../supervisor/held_lines.ts"),
  ]);
  const data = dataFolder(command.opts<{ data?: string }>().data, (name) => Deno.env.get(name));
  checkIsThere(place);
  await refuseDataIn(place, data);
  const key = keyFromWords(askRecoveryWords());
  const { done, failed } = await recover({
    ...{ target: openTarget(place), key, data, command: asTyped(wordsOf(place)), say: hint },
    settle: (path, moment) => reconcile(path, { why: "recover", moment, now: Date.now(), people: [] }),
    noteDone: async (done) => {
      await noteRecovery(data, done.filter(({ companyId }) => companyId !== 0));
      holdLines(data);
    },
  });
  try {
    writeKey(keyPathOf(command), key);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  if (command.opts<{ json?: boolean }>().json) print(JSON.stringify({ done, failed }));
  else {
    for (const { companyId, newest, messages, media, missing, damage } of done) {
      const lacks = missing.length > 0 ? counted(missing.length, "file is missing", "files are missing") : "";
      const older = damage === undefined ? "" : "what is newer is damaged there";
      print(
        [String(companyId), timeOf(newest), counted(messages, "message"), counted(media, "file"), lacks, older]
          .filter(Boolean).join("\t"),
      );
    }
  }
  const start = `balcao lines start ${asTyped(["--data", data])}`;
  hint(`No line starts yet. When the server from before serves them no more: ${start}`);
  hint("Served, this folder takes its places for backups from the server from before");
  const older = done.flatMap(({ companyId, newest, damage }) =>
    damage === undefined
      ? []
      : `${nameOf(companyId)} is as it was at ${timeOf(newest)}, and what is newer is damaged there: ${damage}`
  );
  if (failed.length + older.length > 0) throw new BadCommand([...failed, ...older].join("\n"));
}

/** What names the place to this command again; no secret. */
function wordsOf(place: TargetPlace): string[] {
  if (place.kind === "folder") return ["balcao", "recover", "folder", place.path];
  const { endpoint, bucket, prefix, region, accessKey } = place, which = prefix === "" ? [] : ["--prefix", prefix];
  const words = ["--endpoint", endpoint, "--bucket", bucket, ...which, "--region", region, "--access-key", accessKey];
  return ["balcao", "recover", "s3", ...words];
}
