import { GraphError } from "../errors.ts";
import type { Choice, Said, Template, TemplateComponent, WhatsAppLine } from "../model.ts";
import type { World } from "../world.ts";
import type { TemplateToSend } from "./shapes.ts";

type Filling = NonNullable<TemplateToSend["components"]>[number];
type Parameter = NonNullable<Filling["parameters"]>[number];

/** What a person sees of a template with its parameters; refuses with the codes 132000 to 132016. */
export function fillTemplate(
  world: World,
  line: WhatsAppLine,
  wanted: TemplateToSend,
  isById: boolean,
): { said: Said; category: string; mediaFailed: boolean } {
  const template = templateFor(line, wanted);
  // Codes go to numbers only ("Business-scoped user IDs").
  if (isById && template.category === "AUTHENTICATION") throw new GraphError(131062);
  const texts = ["HEADER", "BODY", "FOOTER"].flatMap((type) => {
    const component = template.components.find((each) => each.type === type);
    return component ? [fillText(template, component, fillingOf(wanted, type))] : [];
  });
  const text = texts.filter(Boolean).join("\n\n");
  if (text.length > 4096) throw new GraphError(132005);
  return {
    said: {
      kind: "template",
      template: template.name,
      text,
      media: headerMedia(world, template, wanted),
      choices: choicesOf(template, wanted),
    },
    category: template.category,
    mediaFailed: false,
  };
}

function templateFor({ account }: WhatsAppLine, { name, language }: TemplateToSend): Template {
  const template = account.templates.find((each) => each.name === name && each.language === language.code);
  if (template?.status === "PAUSED") throw new GraphError(132015);
  if (template?.status === "DISABLED") throw new GraphError(132016);
  if (template?.status === "APPROVED") return template;
  throw new GraphError(132001, { details: `template name (${name}) does not exist in ${language.code}` });
}

function fillingOf({ components = [] }: TemplateToSend, type: string): Parameter[] {
  return components.find((each) => each.type.toUpperCase() === type)?.parameters ?? [];
}

/** The variables of a text in their order: "1", "2" or names. */
export function variablesOf(text = ""): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!))];
}

function fillText(template: Template, { type, format, text = "" }: TemplateComponent, given: Parameter[]): string {
  if (type === "HEADER" && format && format !== "TEXT") return "";
  const variables = variablesOf(text);
  if (given.length !== variables.length) {
    const details =
      `${type.toLowerCase()}: number of localizable_params (${given.length}) does not match the expected ` +
      `number of params (${variables.length})`;
    throw new GraphError(132000, { details });
  }
  const values = new Map(given.map((parameter, nth) => [nameOf(template, parameter, nth), textOf(parameter)]));
  const missing = variables.find((name) => !values.has(name));
  if (missing) throw new GraphError(132012, { details: `${type.toLowerCase()}: parameter ${missing} is missing` });
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values.get(name)!);
}

function nameOf({ parameterFormat }: Template, { parameter_name }: Parameter, nth: number): string {
  return parameterFormat === "NAMED" ? parameter_name ?? "" : String(nth + 1);
}

function textOf(parameter: Parameter): string {
  const { type } = parameter;
  const text = type === "text"
    ? parameter.text
    : type === "currency" || type === "date_time"
    ? (parameter[type] as { fallback_value?: unknown } | undefined)?.fallback_value
    : undefined;
  if (typeof text !== "string" || text === "") {
    throw new GraphError(132012, {
      details: `Parameter of type ${type} does not match format in the created template`,
    });
  }
  if (/[\n\t]| {5}/.test(text)) {
    const message = "Param text cannot have new-line/tab characters or more than 4 consecutive spaces";
    throw new GraphError(100, { message });
  }
  return text;
}

function headerMedia(world: World, { components }: Template, wanted: TemplateToSend): Said["media"] {
  const format = components.find(({ type }) => type === "HEADER")?.format;
  if (!format || format === "TEXT") return undefined;
  const [given] = fillingOf(wanted, "HEADER");
  const expected = format.toLowerCase();
  if (given?.type !== expected) {
    const details = `header: Format mismatch, expected ${format}, received ${given?.type.toUpperCase() ?? "UNKNOWN"}`;
    throw new GraphError(132012, { details });
  }
  const { id } = (given[expected] ?? {}) as { id?: string };
  return id === undefined ? undefined : world.media.get(id);
}

function choicesOf({ components }: Template, { components: given = [] }: TemplateToSend): Choice[] | undefined {
  const buttons = components.find(({ type }) => type === "BUTTONS")?.buttons;
  return buttons?.map(({ type, text = "", url }, nth) => {
    const [parameter] = given.find((each) => each.type.toUpperCase() === "BUTTON" && Number(each.index) === nth)
      ?.parameters ?? [];
    if (type === "URL") return { id: String(nth), title: text, url: fillAddress(url, parameter) };
    return { id: String(parameter?.payload ?? text), title: text };
  });
}

function fillAddress(url = "", parameter?: Parameter): string {
  if (variablesOf(url).length === 0) return url;
  if (typeof parameter?.text !== "string") {
    throw new GraphError(131008, { details: "buttons: Button of type Url requires a parameter" });
  }
  return url.replace(/\{\{\s*\w+\s*\}\}/, parameter.text);
}
