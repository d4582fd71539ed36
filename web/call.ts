import type { AnyCall } from "../src/contract/call.ts";
import { comebacks } from "./comebacks.ts";
import { withToken } from "./refresh.ts";
import { type Answer, CallError, headersFor, type Input, readAnswer, requestOf, sendJson } from "./request.ts";

export { type Answer, CallError, type Input };

/** The input may be left out when the call needs nothing. */
type InputArgument<C extends AnyCall> = Record<never, never> extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/**
 * Makes one call of the contract; refuses with `CallError`. A question that was lost with a line that has come back by now is
 * asked once more: whoever asks again when the line returns has found it still under way.
 */
export async function call<C extends AnyCall>(declared: C, ...[input]: InputArgument<C>): Promise<Answer<C>> {
  const request = requestOf(declared, input ?? {}), before = comebacks();
  const send = () => withToken(declared, (token) => sendJson(declared.method, request, token)) as Promise<Answer<C>>;
  try {
    return await send();
  } catch (error) {
    const isLost = error instanceof CallError && error.code === "ERR_OFFLINE" && comebacks() > before;
    if (declared.method === "GET" && isLost) return await send();
    throw error;
  }
}

interface Progress {
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Makes a call that carries files, in the form field that the contract names. */
export async function upload<C extends AnyCall>(
  declared: C,
  input: Input<C>,
  files: readonly File[],
  progress: Progress = {},
): Promise<Answer<C>> {
  const { address, body } = requestOf(declared, input as object);
  const form = formOf(body ?? {}, declared.files ?? "medias", files);
  return await withToken(
    declared,
    (token) => sendForm({ method: declared.method, address, form }, token, progress),
  ) as Answer<C>;
}

function formOf(body: Record<string, unknown>, field: string, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  for (const file of files) form.append(field, file, file.name);
  return form;
}

/** By XMLHttpRequest, because fetch tells no progress of what it sends. */
function sendForm(
  { method, address, form }: { method: string; address: string; form: FormData },
  token: string | null,
  { onProgress, signal }: Progress,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal?.reason ?? new DOMException("Aborted", "AbortError"));
    if (signal?.aborted) return stopped();
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headersFor(token))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => resolve(answered(request));
    request.onerror = () => reject(new CallError("ERR_OFFLINE", 0));
    request.onabort = stopped;
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

async function answered(request: XMLHttpRequest): Promise<unknown> {
  return readAnswer(request.status, request.responseText);
}
