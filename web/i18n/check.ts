/** Fails when a text on a screen is not in the catalogs, or is not translated into English and Spanish. */
const folder = new URL(".", import.meta.url);
const LOCALES = ["pt", "en", "es"] as const;

const before = LOCALES.map(read);
const extract = new Deno.Command(Deno.execPath(), {
  args: ["task", "extract"],
  cwd: new URL("../..", folder),
  stdout: "piped",
  stderr: "piped",
});
const { success, stdout, stderr } = await extract.output();
const after = LOCALES.map(read);
// The check looks, it does not mend.
LOCALES.forEach((locale, index) => Deno.writeTextFileSync(fileOf(locale), before[index]!));

const problems = [
  ...success ? [] : [new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout)],
  ...LOCALES.filter((_, index) => textsOf(before[index]!).join("\n") !== textsOf(after[index]!).join("\n"))
    .map((locale) => `${locale}.po is not what the screens say: run "deno task extract".`),
  ...(["en", "es"] as const).flatMap((locale) =>
    missing(after[LOCALES.indexOf(locale)]!).map((text) => `${locale}.po does not translate ${text}`)
  ),
];
for (const problem of problems) console.error(problem);
console.log(`${textsOf(after[0]!).length} texts, ${problems.length} problems`);
if (problems.length > 0) Deno.exit(1);

function fileOf(locale: string): URL {
  return new URL(`${locale}.po`, folder);
}

function read(locale: string): string {
  return Deno.readTextFileSync(fileOf(locale));
}

/** The texts that are in use; their places and order in the code may change freely. */
function textsOf(catalog: string): string[] {
  return entriesOf(catalog).map(({ id }) => id).sort();
}

function missing(catalog: string): string[] {
  return entriesOf(catalog).filter(({ translation }) => translation === '""').map(({ id }) => id);
}

function entriesOf(catalog: string): { id: string; translation: string }[] {
  return catalog.split(/\n\n+/).flatMap((entry) => {
    if (/^#~/m.test(entry)) return [];
    const id = /^msgid ((?:".*"\n?)+)/m.exec(entry)?.[1]?.trim();
    const translation = /^msgstr ((?:".*"\n?)+)/m.exec(entry)?.[1]?.trim();
    return id && id !== '""' && translation !== undefined ? [{ id, translation }] : [];
  });
}
