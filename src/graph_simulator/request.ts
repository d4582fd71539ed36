import { GraphError } from "./errors.ts";

export interface Taken {
  params: Record<string, unknown>;
  files: Map<string, File>;
}

/** What a call says, whichever way it says it: in its address, as JSON, as a form, or in parts. */
export async function takeApart(request: Request): Promise<Taken> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const type = request.headers.get("content-type") ?? "";
  if (request.method === "GET" || !request.body) return { params: unfold(query), files: new Map() };
  if (type.startsWith("application/json")) {
    return { params: { ...unfold(query), ...await jsonOf(request) }, files: new Map() };
  }
  if (type.startsWith("multipart/form-data") || type.startsWith("application/x-www-form-urlencoded")) {
    return await formOf(request, query);
  }
  await request.body.cancel();
  return { params: unfold(query), files: new Map() };
}

async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  } catch { /* refused below */ }
  throw new GraphError(100, { message: "The body must be a JSON object" });
}

async function formOf(request: Request, query: Record<string, string>): Promise<Taken> {
  const texts: Record<string, string> = { ...query };
  const files = new Map<string, File>();
  for (const [name, value] of await request.formData()) {
    if (typeof value === "string") texts[name] = value;
    else files.set(name, value);
  }
  return { params: unfold(texts), files };
}

/** In addresses and forms, objects and lists are written as JSON. */
function unfold(texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, unfoldOne(text)]));
}

function unfoldOne(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
