/**
 * Fails when a text on a screen is not in the catalogs, is not translated into English and Spanish, or is translated in two
 * ways: once both catalogs are loaded, one of them would win by accident.
 */
const folder = new URL(".", import.meta.url);
const LOCALES = ["pt", "en", "es"] as const;
/** What everybody's pages say, and what the administrator's do. */
const CATALOGS = ["", "pages/"].flatMap((part) => LOCALES.map((locale) => `${part}${locale}`));

/** What English and Spanish do not call a conversation; the Spanish word stands for the work, too ("tiempo de atención"). */
const OTHER_WORDS: Record<string, RegExp> = { en: /\btickets?\b/i, es: /\batenciones\b|\b(la|misma|un|una) atención\b/i };

const before = CATALOGS.map(read);
const extract = new Deno.Command(Deno.execPath(), {
  args: ["task", "extract"],
  cwd: new URL("../..", folder),
  stdout: "piped",
  stderr: "piped",
});
const { success, stdout, stderr } = await extract.output();
const after = CATALOGS.map(read);
// The check looks, it does not mend.
CATALOGS.forEach((catalog, index) => Deno.writeTextFileSync(fileOf(catalog), before[index]!));

const problems = [
  ...success ? [] : [new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout)],
  ...CATALOGS.filter((_, index) => textsOf(before[index]!).join("\n") !== textsOf(after[index]!).join("\n"))
    .map((catalog) => `${catalog}.po is not what the screens say: run "deno task extract".`),
  ...CATALOGS.filter((catalog) => !catalog.endsWith("pt")).flatMap((catalog) =>
    missing(after[CATALOGS.indexOf(catalog)]!).map((text) => `${catalog}.po does not translate ${text}`)
  ),
  ...LOCALES.flatMap(differing),
  ...CATALOGS.flatMap((catalog) => mixed(catalog, after[CATALOGS.indexOf(catalog)]!)),
];
for (const problem of problems) console.error(problem);
const texts = new Set(after.flatMap(textsOf));
console.log(`${texts.size} texts, ${problems.length} problems`);
if (problems.length > 0) Deno.exit(1);

function fileOf(catalog: string): URL {
  return new URL(`${catalog}.po`, folder);
}

function read(catalog: string): string {
  return Deno.readTextFileSync(fileOf(catalog));
}

/** The texts that are in use; their places and order in the code may change freely. */
function textsOf(catalog: string): string[] {
  return entriesOf(catalog).map(({ id }) => id).sort();
}

function missing(catalog: string): string[] {
  return entriesOf(catalog).filter(({ translation }) => translation === '""').map(({ id }) => id);
}

/** The texts that stand in both catalogs of a language, and not in the same words. */
function differing(locale: (typeof LOCALES)[number]): string[] {
  const [desk, pages] = [locale, `pages/${locale}`].map((catalog) => entriesOf(after[CATALOGS.indexOf(catalog)]!));
  const known = new Map(desk!.map(({ id, translation }) => [id, translation]));
  return pages!.filter(({ id, translation }) => known.has(id) && known.get(id) !== translation)
    .map(({ id, translation }) => `${locale}.po says ${known.get(id)} for ${id}, pages/${locale}.po says ${translation}`);
}

/** The texts that call an "atendimento" otherwise than the menu does: two words for one thing look like two things. */
function mixed(catalog: string, texts: string): string[] {
  const other = OTHER_WORDS[catalog.slice(-2)];
  if (!other) return [];
  return entriesOf(texts).filter(({ id, translation }) =>
    /atendimento/i.test(id) && other.test(translation.replace(/\{\w+, plural/g, ""))
  ).map(({ id }) => `${catalog}.po calls a conversation otherwise in ${id}`);
}

function entriesOf(catalog: string): { id: string; translation: string }[] {
  return catalog.split(/\n\n+/).flatMap((entry) => {
    if (/^#~/m.test(entry)) return [];
    const context = /^msgctxt (".*")/m.exec(entry)?.[1];
    const text = /^msgid ((?:".*"\n?)+)/m.exec(entry)?.[1]?.trim();
    const id = context && text && text !== '""' ? `${text} (${context})` : text;
    const translation = /^msgstr ((?:".*"\n?)+)/m.exec(entry)?.[1]?.trim();
    return id && id !== '""' && translation !== undefined ? [{ id, translation }] : [];
  });
}
