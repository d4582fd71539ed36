/**
 * Makes files as earlier versions left them, for the tests of upgrades: of the newest schemas, or of those named, such as
 * `company-12`. A schema that was released never changes, and neither does its file.
 */
import { openDbFile } from "../src/platform/db.ts";
import { migrate, migrationsOf, newestOf } from "../src/platform/migrate.ts";
import { gzipped, OLD_FILES, oldFileName } from "../src/testing/old_files.ts";

for (const wanted of Deno.args.length > 0 ? Deno.args : ["company", "provider"]) {
  const [kind, number] = wanted.split("-") as ["company" | "provider", string | undefined];
  const migrations = migrationsOf(kind), schema = number === undefined ? newestOf(migrations) : Number(number);
  const target = `${OLD_FILES}/${oldFileName(kind, schema)}`, path = await Deno.makeTempFile();
  const file = openDbFile(path);
  migrate(file, path, migrations.filter((each) => each.number <= schema), { isCopied: false });
  file.exec(Deno.readTextFileSync(`${OLD_FILES}/${kind}.sql`));
  file.exec("VACUUM");
  file.close();
  await gzipped(path, target);
  await Deno.remove(path);
  console.log(target);
}
