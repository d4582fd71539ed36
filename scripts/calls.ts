import * as z from "zod/mini";
import type { AnyCall } from "../src/contract/call.ts";
import { CALLS } from "../src/contract/contract.ts";
import { ERRORS } from "../src/contract/errors.ts";
import { PERMISSIONS } from "../src/contract/permissions.ts";
import { ROOT } from "../src/root.ts";

const PATH = `${ROOT}/docs/calls.md`;

/** `make calls` writes docs/calls.md from the contract; with `--check`, as `make check` runs it, the two are compared. */
function main(isCheck: boolean): void {
  const text = document();
  if (!isCheck) return Deno.writeTextFileSync(PATH, text);
  if (Deno.readTextFileSync(PATH) === text) return;
  console.error("docs/calls.md says something else than src/contract: run make calls, and commit what it writes");
  Deno.exit(1);
}

function document(): string {
  const nouns = Object.entries(CALLS).map(([noun, calls]) => tableOf(noun, Object.entries(calls)));
  return `${HEAD}\n${nouns.join("\n")}\n${permissions()}\n${errors()}`;
}

const HEAD = `# Calls

Written by \`make calls\` from [\`src/contract\`](../src/contract), and compared with it by \`make check\`: change the
declarations, not this page. The same declarations make \`/api/openapi.json\`, which has the whole schemas.

- Every path stands below \`/api\`. A \`:name\` is a positive integer, except that \`:uuid\`, \`:token\` and \`:key\` are texts.
- **Who**: *everyone*; *logged in*, anyone with an access token (\`authorization: Bearer …\`); else a permission, whose
  holders stand [below](#permissions); *a token*, a program with a token of that scope. The company always comes from the token. What is another company's is 404. *With campaigns*:
  only for companies whose setting \`campaignsEnabled\` is \`true\`.
- **Takes**: the fields of the body, or of the query for GET. A \`?\` marks what may be left out. Lengths are in characters
  as people count them, where they are limited.
- Bodies are JSON of up to 1 MB, sent as \`content-type: application/json\`. Where it says *files*, the body may be
  \`multipart/form-data\` too.
- A refusal answers \`{ error, fields?, detail? }\` with a status from the list [at the end](#refusals).
- Besides these calls there are \`GET /api/health\`, \`GET /api/openapi.json\`, \`GET /api/media/…\` (addresses come from
  \`messages.mediaAddress\`) and the socket \`GET /api/events\`, whose events are declared in \`src/contract/events.ts\`.
`;

function tableOf(noun: string, calls: [string, AnyCall][]): string {
  const rows = calls.map(([name, call]) =>
    row(`\`${call.method} ${call.path}\``, `\`${name}\``, whoMay(call), takes(call), answers(call.answer), call.says)
  );
  return `## ${noun}\n\n${row("Path", "Call", "Who", "Takes", "Answers", "Says")}\n${line(6)}\n${rows.join("\n")}\n`;
}

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

function line(columns: number): string {
  return `|${"---|".repeat(columns)}`;
}

function whoMay({ who, needs, scope }: AnyCall): string {
  if (who === "public") return "everyone";
  const whom = who === "user" ? "logged in" : who === "token" ? "a token" : `\`${who}\``;
  return `${whom}${scope ? `, or a token for *${scope}*` : ""}${needs ? `, with ${needs}` : ""}`;
}

function takes(call: AnyCall): string {
  const fields = [...fieldsOf(call.query), ...fieldsOf(call.body)];
  return [...fields, ...call.files ? [`*files*: \`${call.files}\``] : []].join("<br>");
}

/** What a value must be, as JSON schema says it. */
interface Shape {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
}

function fieldsOf(schema: z.ZodMiniType): string[] {
  const { anyOf, properties = {}, required = [] } = shapeOf(schema, "input");
  if (anyOf) return ["one of several shapes: see openapi.json"];
  const fields = (schema as { shape?: Record<string, z.ZodMiniType> }).shape ?? {};
  return Object.entries(properties).map(([name, shape]) => {
    const limits = limitsOf(shape, fields[name]);
    return `\`${name}${required.includes(name) ? "" : "?"}\`${limits && ` ${limits}`}`;
  });
}

function limitsOf(shape: Shape, schema: z.ZodMiniType | undefined): string {
  const { anyOf, items, minItems, maxItems, minimum, maximum, format } = shape;
  // Whatever may be null besides: what it is else.
  const [only, ...others] = anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (only) return others.length > 0 ? "" : limitsOf(only, schema);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(" · ");
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (items) return range(minItems, maxItems, "items");
  if (shape.type === "string") return format ?? (schema ? lengthsTaken(schema, shape) : "");
  return range(minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum, safe(maximum), "");
}

function safe(maximum: number | undefined): number | undefined {
  return maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const numbers = most === undefined ? "" : least === undefined ? `≤ ${most}` : `${least}–${most}`;
  return numbers && unit ? `${numbers} ${unit}` : numbers;
}

/** Longest text worth a word; what takes more has no limit of its own. */
const LONGEST = 200_000;

/**
 * The lengths of a text that are taken, found by trying: the schema of a text that is trimmed first names only the bound
 * before that. Nothing is said of texts of a form of their own, which a row of letters does not have.
 */
function lengthsTaken(schema: z.ZodMiniType, { maxLength = LONGEST }: Shape): string {
  const isTaken = (length: number) => z.safeParse(schema, "a".repeat(length)).success;
  const some = [1, 3, 8, 20, 100, Math.floor((maxLength - 64) / 2), maxLength].find((each) =>
    each > 0 && isTaken(each)
  );
  if (some === undefined) return "";
  // In steps that double: a try costs as much as its text is long, and most texts may not be.
  let most = some, least = isTaken(0) ? 0 : some, step = 1;
  for (; most < LONGEST && isTaken(most + step); step *= 2) most += step;
  for (; step > 0; step = Math.floor(step / 2)) if (most < LONGEST && isTaken(most + step)) most += step;
  if (most >= LONGEST) return "";
  while (least > 0 && isTaken(least - 1)) least--;
  return `${least === 0 ? "≤ " : `${least}–`}${most} characters`;
}

/** A record of more fields than this is named by its first ones; its schema stands in the OpenAPI document. */
const MOST_FIELDS = 6;

function answers(schema: z.ZodMiniType): string {
  const shape = shapeOf(schema, "output");
  const names = (of: Shape | undefined): string => {
    const all = Object.entries(of?.properties ?? {}).map(([name, { type }]) => type === "array" ? `${name}[]` : name);
    return all.length > MOST_FIELDS ? `${all.slice(0, MOST_FIELDS).join(", ")} …` : all.join(", ");
  };
  if (shape.type === "array") return `a list${names(shape.items) && ` of \`${names(shape.items)}\``}`;
  return names(shape) && `\`${names(shape)}\``;
}

function shapeOf(schema: z.ZodMiniType, io: "input" | "output"): Shape {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Shape;
}

function permissions(): string {
  const rows = Object.entries(PERMISSIONS).map(([name, holders]) => row(`\`${name}\``, holders.join(", ")));
  return `## Permissions\n\n${row("Permission", "Held by")}\n${line(2)}\n${rows.join("\n")}\n`;
}

function errors(): string {
  const byStatus = Map.groupBy(Object.entries(ERRORS), ([, status]) => status);
  const rows = [...byStatus].sort(([a], [b]) => a - b)
    .map(([status, codes]) => row(String(status), codes.map(([code]) => `\`${code}\``).join(" ")));
  return `## Refusals\n\n${row("Status", "Codes")}\n${line(2)}\n${rows.join("\n")}\n`;
}

if (import.meta.main) main(Deno.args.includes("--check"));
