import type { aBalcao } from "./fixtures.ts";

type Balcao = Awaited<ReturnType<typeof aBalcao>>;

export interface Answered {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  body: any;
  headers: Headers;
}

export interface Widget {
  id: number;
  key: string;
  /** A call of a widget: `ask("POST", "/messages", { body }, visitor)`. */
  ask(method: string, path: string, body?: unknown, visitor?: string, headers?: HeadersInit): Promise<Answered>;
  /** Somebody who may write, as their browser knows them. */
  begin(about?: object): Promise<string>;
  write(visitor: string, body: string, localId?: string): Promise<Answered>;
  /** What a visitor reads, oldest first. */
  // deno-lint-ignore no-explicit-any -- the same
  read(visitor: string): Promise<any[]>;
}

let nth = 0;

/** A web chat connection that an administrator has added, and what widgets ask of it. */
export async function aWidget(
  balcao: Balcao,
  { admin = "ana@aurora.test", ...form }: { admin?: string; [field: string]: unknown } = {},
): Promise<Widget> {
  const as = balcao.as(admin);
  const added = await as("POST", "/whatsapp", { name: `Site ${++nth}`, channel: "webchat", ...form });
  const { id } = added.body;
  const { key } = (await as("GET", `/webchat/${id}`)).body;
  const ask: Widget["ask"] = async (method, path, body, visitor, headers = {}) => {
    const isForm = body instanceof FormData;
    const answer = await balcao.app.request(`/widget/${key}${path}`, {
      method,
      headers: {
        ...(visitor ? { authorization: `Bearer ${visitor}` } : {}),
        ...(body !== undefined && !isForm ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: /^[{[]/.test(text) ? JSON.parse(text) : text, headers: answer.headers };
  };
  return {
    id,
    key,
    ask,
    begin: async (about = {}) => (await ask("POST", "/visitors", about)).body.visitor,
    write: (visitor, body, localId = crypto.randomUUID()) => ask("POST", "/messages", { body, localId }, visitor),
    read: async (visitor) => (await ask("GET", "/messages", undefined, visitor)).body.messages,
  };
}
