import { z } from "zod";
import { type Asked, listed, pick } from "../asked.ts";
import { readParams } from "../check.ts";
import { GraphError } from "../errors.ts";
import { newNumericId } from "../ids.ts";
import type { Template, TemplateComponent, WhatsAppAccount } from "../model.ts";
import { needScope } from "../tokens.ts";
import type { World } from "../world.ts";
import { variablesOf } from "./template_fill.ts";

const Component = z.looseObject({
  type: z.string().transform((type) => type.toUpperCase()),
  format: z.string().transform((format) => format.toUpperCase()).optional(),
  text: z.string().optional(),
  example: z.unknown().optional(),
  buttons: z.array(z.looseObject({
    type: z.string().transform((type) => type.toUpperCase()),
    text: z.string().max(25).optional(),
    url: z.string().optional(),
    phone_number: z.string().optional(),
  })).max(10).optional(),
});

const NewTemplate = z.looseObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, "only small letters, digits and underscores"),
  language: z.string().min(2),
  category: z.string().transform((category) => category.toUpperCase()).pipe(
    z.enum(["MARKETING", "UTILITY", "AUTHENTICATION"]),
  ),
  parameter_format: z.string().transform((format) => format.toUpperCase()).pipe(z.enum(["POSITIONAL", "NAMED"]))
    .optional(),
  components: z.array(Component).min(1),
});

/** GET /{waba}/message_templates, by name, status, language and category. */
export function listTemplates(asked: Asked, account: WhatsAppAccount): Record<string, unknown> {
  needScope(asked.token, "whatsapp_business_management");
  const { name, status, language, category } = asked.params;
  const found = account.templates.filter((template) =>
    (name === undefined || template.name.includes(String(name))) &&
    (status === undefined || template.status === status) &&
    (language === undefined || template.language === language) &&
    (category === undefined || template.category === category)
  );
  const others = ["name", "parameter_format", "components", "language", "status", "category"];
  return listed(asked, found.map((template) => pick(asked, show(template), others)), `${account.id}/message_templates`);
}

/** GET /{template-id}. */
export function showTemplate(asked: Asked, template: Template): Record<string, unknown> {
  return pick(asked, show(template), ["name", "parameter_format", "components", "language", "status", "category"]);
}

function show({ id, name, language, status, category, components, parameterFormat, rejectedReason }: Template) {
  return {
    id,
    name,
    language,
    status,
    category,
    components,
    parameter_format: parameterFormat,
    rejected_reason: rejectedReason ?? "NONE",
    quality_score: { score: "UNKNOWN" },
  };
}

/** POST /{waba}/message_templates: it waits for approval, which `judge` gives. */
export function createTemplate({ world, params, token }: Asked, account: WhatsAppAccount): Record<string, unknown> {
  needScope(token, "whatsapp_business_management");
  const wanted = readParams(NewTemplate, params);
  checkComponents(wanted.components);
  if (account.templates.some(({ name, language }) => name === wanted.name && language === wanted.language)) {
    const message = "There is already content in this language for this template";
    throw new GraphError(100, { subcode: 2388024, message });
  }
  const { id, status, category } = addTemplate(world, account, {
    name: wanted.name,
    language: wanted.language,
    category: wanted.category,
    components: wanted.components,
    parameterFormat: wanted.parameter_format ?? "POSITIONAL",
    status: "PENDING",
  });
  return { id, status, category };
}

export function addTemplate(world: World, account: WhatsAppAccount, rest: Omit<Template, "id">): Template {
  const template = { ...rest, id: newNumericId(15) };
  account.templates.push(template);
  world.changed();
  return template;
}

/** DELETE /{waba}/message_templates?name=…[&hsm_id=…]: all languages of the name, or one of them. */
export function deleteTemplate({ world, params, token }: Asked, account: WhatsAppAccount): Record<string, unknown> {
  needScope(token, "whatsapp_business_management");
  const { name, hsm_id } = params;
  if (name === undefined) throw new GraphError(100, { message: "The parameter name is required." });
  const isMeant = (each: Template) => each.name === name && (hsm_id === undefined || each.id === String(hsm_id));
  if (!account.templates.some(isMeant)) {
    throw new GraphError(100, { subcode: 2593002, message: "Message template not found" });
  }
  account.templates = account.templates.filter((each) => !isMeant(each));
  world.changed();
  return { success: true };
}

/** Meta's word about a template, told in the field `message_template_status_update`. */
export function judgeTemplate(
  world: World,
  account: WhatsAppAccount,
  template: Template,
  { status, reason = "NONE" }: { status: Template["status"]; reason?: string },
): void {
  Object.assign(template, { status, rejectedReason: reason });
  const line = world.lines.find((each) => each.channel === "whatsapp" && each.account === account);
  world.changed();
  if (!line) return;
  const field = "message_template_status_update";
  const value = {
    event: status,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    reason,
  };
  world.tell(line, field, { changes: [{ field, value }] });
}

const LIMITS: Record<string, number> = { HEADER: 60, BODY: 1024, FOOTER: 60 };

function checkComponents(components: TemplateComponent[]): void {
  if (!components.some(({ type }) => type === "BODY")) refuseTemplate("The template needs a BODY component.");
  for (const { type, format, text = "", example } of components) {
    if (type === "HEADER" && format && format !== "TEXT") {
      if (!example) refuseTemplate("A HEADER with media needs an example.");
      continue;
    }
    if (text.length > (LIMITS[type] ?? Infinity)) {
      refuseTemplate(`The ${type} has more than ${LIMITS[type]} characters.`);
    }
    if (type === "FOOTER" && variablesOf(text).length > 0) refuseTemplate("A FOOTER has no variables.");
    if (variablesOf(text).length > 0 && !example) refuseTemplate(`The ${type} has variables but no example.`);
    if (type === "BODY" && /^\s*\{\{|\}\}\s*$/.test(text)) {
      refuseTemplate("Variables can't be at the start or end of the template.");
    }
  }
}

function refuseTemplate(message: string): never {
  throw new GraphError(100, { subcode: 2388043, message });
}
