import type { Context } from "hono";
import type * as z from "zod/mini";
import type { AnyCall } from "../contract/call.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import type { Company } from "./company.ts";
import { faultsOf } from "./faults.ts";
import { discard, readMultipart } from "./upload.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The parts of a path that have names: numbers, and ids of other kinds. */
export function readParams(raw: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      if (name === "token" || name === "key") return [name, value];
      const isGood = name === "uuid" ? UUID.test(value) : /^[1-9]\d{0,14}$/.test(value);
      if (!isGood) refuse("ERR_INVALID_INPUT", { fields: { [name]: "invalid" } });
      return [name, name === "uuid" ? value.toLowerCase() : Number(value)];
    }),
  );
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** JSON longer than this is refused (bytes): the longest text of a message, escaped, with room to spare. */
const LARGEST_JSON = 1_000_000;

/** What was sent along, as the call's schema makes it; the files lie in the company's folder, and are the request's own. */
export async function readBody(http: Context, call: AnyCall, company: Company | undefined, admit: () => number) {
  if (call.method === "GET") return { body: {}, files: [] };
  if (/^multipart\/form-data\s*;/i.test(http.req.header("content-type") ?? "")) {
    if (!call.files || !company) refuse("ERR_CONTENT_TYPE");
    const { fields, files } = await readMultipart(http.req.raw, company, { field: call.files, admit });
    try {
      return { body: read(call.body, fields), files };
    } catch (error) {
      await discard(files);
      throw error;
    }
  }
  const type = http.req.header("content-type");
  // A form can make a browser send any other kind to us from any page (Fetch, "CORS-safelisted request-header").
  if (type !== undefined && !JSON_TYPE.test(type)) refuse("ERR_CONTENT_TYPE");
  const text = await readText(http.req.raw);
  if (text && type === undefined) refuse("ERR_CONTENT_TYPE");
  let json: unknown = {};
  try {
    if (text) json = JSON.parse(text);
  } catch {
    refuse("ERR_INVALID_INPUT");
  }
  return { body: read(call.body, json), files: [] };
}

/** A JSON body that no call of the contract takes, as its schema makes it. */
export async function readJson<S extends z.ZodMiniType>(http: Context, schema: S): Promise<z.output<S>> {
  if (!JSON_TYPE.test(http.req.header("content-type") ?? "")) refuse("ERR_CONTENT_TYPE");
  const text = await readText(http.req.raw);
  try {
    return readWhole(schema, JSON.parse(text));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("ERR_INVALID_INPUT");
  }
}

/** What a schema makes of it, or a refusal that names the fields at fault. */
export function readWhole<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  return read(schema, value) as z.output<S>;
}

async function readText({ body, headers }: Request): Promise<string> {
  if (Number(headers.get("content-length")) > LARGEST_JSON) refuse("ERR_BODY_TOO_LARGE");
  const decoder = new TextDecoder();
  let text = "", size = 0;
  // By its reader: `for await` takes as long as all else that is done to read a small body.
  const reader = body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      if ((size += value.length) > LARGEST_JSON) refuse("ERR_BODY_TOO_LARGE");
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    reader?.cancel().catch(() => {});
    // Whoever hangs up in the middle of a sentence is no fault of ours, and nothing for the log.
    throw error instanceof Refusal ? error : new Refusal("ERR_INVALID_INPUT");
  }
  return text;
}

/** The same of any schema. */
export function read(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  refuse("ERR_INVALID_INPUT", { fields: faultsOf(result.error.issues) });
}
