import * as z from "zod/mini";
import type { TemplateParts } from "../../contract/templates.ts";
import { askGraph, type GraphCaller } from "./client.ts";

/** Pages of templates that are read, and how many are on one: a business account may have 6,000 (Meta). */
const MOST_PAGES = 60, ON_PAGE = 100;

const Text = z.catch(z.string(), "");

const Component = z.looseObject({
  type: z.string(),
  format: z.catch(z.string(), "TEXT"),
  text: Text,
  buttons: z.catch(z.array(z.looseObject({ type: z.string(), text: Text, url: Text })), []),
});

const Listed = z.looseObject({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: Text,
  components: z.catch(z.array(Component), []),
});

const Page = z.looseObject({
  data: z.array(z.unknown()),
  paging: z.catch(
    z.optional(z.looseObject({
      cursors: z.optional(z.looseObject({ after: z.optional(z.string()) })),
      next: z.optional(z.string()),
    })),
    undefined,
  ),
});

/** A template as its business account has it. */
export interface FetchedTemplate {
  name: string;
  language: string;
  status: string;
  category: string;
  parts: TemplateParts;
}

/** All templates of a WhatsApp business account; one that cannot be read is left out. Throws a GraphFault. */
export async function fetchTemplates(caller: GraphCaller, accountId: string): Promise<FetchedTemplate[]> {
  const found: FetchedTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = {
      fields: "name,language,status,category,components",
      limit: String(ON_PAGE),
      ...(after && { after }),
    };
    const { data, paging } = await askGraph(caller, `${accountId}/message_templates`, Page, { query });
    found.push(...data.flatMap(read));
    after = paging?.next ? paging.cursors?.after : undefined;
    if (!after) break;
  }
  return found;
}

function read(one: unknown): FetchedTemplate[] {
  const template = Listed.safeParse(one).data;
  if (!template) return [];
  const { name, language, status, category, components } = template;
  const by = (type: string) => components.find((each) => each.type.toUpperCase() === type);
  const header = by("HEADER");
  const parts = {
    header: header ? { format: header.format.toUpperCase(), text: header.text } : null,
    body: by("BODY")?.text ?? "",
    footer: by("FOOTER")?.text ?? "",
    buttons: by("BUTTONS")?.buttons.map(({ type, text, url }) => ({ type: type.toUpperCase(), text, url })) ?? [],
  };
  return [{ name, language, status, category, parts }];
}
