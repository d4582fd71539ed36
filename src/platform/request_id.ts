import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

const current = new AsyncLocalStorage<string>();

/** The id of the request that is being answered; nothing where nobody's request is the reason for what goes on. */
export function requestId(): string | undefined {
  return current.getStore();
}

/** Does what a request asks for; whatever comes of it, later too, knows the request's id. */
export function withinRequest<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

/** Ids of one process begin alike, and none comes twice. */
const PROCESS = randomBytes(5).toString("hex");
let made = 0;

export function newRequestId(): string {
  return `${PROCESS}-${(++made).toString(36)}`;
}

/** As a proxy may name one: what it says stands in our log, and in its own. */
export function isRequestId(text: string | undefined): text is string {
  return text !== undefined && /^[\w.:-]{8,80}$/.test(text);
}
