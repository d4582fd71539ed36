import type { ALL_TAGS, PushAction, PushPayload, PushShown } from "../../src/contract/push.ts";
import { CHOICES, SIGNS } from "../keptFiles.ts";
import { inStore } from "../keptStore.ts";
import { callAs, logIn } from "./calls.ts";
import { type Pressed, scope } from "./scope.ts";
import type { FromWorker } from "./signs.ts";

/** What a notification keeps for when it is pressed. */
interface Kept {
  url: string;
  action?: PushAction;
  /** The answer that could not be sent, and may be stored all the same. */
  tried?: string;
}

/** As the server says it. */
const EVERYTHING: typeof ALL_TAGS = "*";

/** How long (ms) an open page may take to say that it goes where a press leads. */
const GOES_WITHIN = 1000;

scope.addEventListener("push", (event) => event.waitUntil(take(event.data?.json() as PushPayload)));
scope.addEventListener("notificationclick", (event) => event.waitUntil(press(event)));
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew()));

async function take(payload: PushPayload): Promise<void> {
  if ("close" in payload) {
    const { close: tag } = payload, filter = tag === EVERYTHING ? {} : { tag };
    const shown = await scope.registration.getNotifications(filter);
    for (const notification of shown) notification.close();
    return;
  }
  await show(payload);
  // A page of ours that is out of sight has called with the same: one of the two is enough.
  for (const page of await pages()) page.postMessage({ say: "shown", tag: payload.tag } satisfies FromWorker);
}

async function show({ tag, title, body, icon, url, at, action }: PushShown, tried?: string): Promise<void> {
  const options = {
    ...{ tag, body, icon, timestamp: at, renotify: true },
    data: { url, action, ...(tried === undefined ? {} : { tried }) } satisfies Kept,
    actions: action ? [buttonOf(action)] : [],
  };
  await scope.registration.showNotification(title, options);
}

/** An answer is typed where the system has a field for it; elsewhere its button opens the ticket. */
function buttonOf({ does, title }: PushAction) {
  return does === "reply" ? { action: does, title, type: "text" } : { action: does, title };
}

/** Notifications, by their tags, of which a button was pressed that is not done yet. */
const underWay = new Set<string>();

async function press({ notification, action: pressed, reply }: Pressed): Promise<void> {
  const { url, action: offered, tried } = notification.data as Kept, { tag, icon, title } = notification;
  // Other words than those that were tried are another message: under the name of the first the server would not read them.
  const isOther = tried !== undefined && tried !== reply;
  const action = offered && isOther ? { ...offered, localId: crypto.randomUUID() } : offered;
  const isDoable = action !== undefined && action.does === pressed && (pressed !== "reply" || reply?.trim());
  if (!isDoable) {
    notification.close();
    return await open(url);
  }
  if (underWay.has(tag)) return;
  underWay.add(tag);
  try {
    await act(action, reply ?? "");
    // Not before it is done: a browser may end a worker at any time, and nothing would be left of the wish.
    notification.close();
  } catch {
    // With the words, which stand nowhere else.
    const body = [action.failed, reply && `“${reply}”`].filter(Boolean).join(" ");
    await show({ tag, title, body, url, at: Date.now(), action, ...(icon ? { icon } : {}) }, reply ?? "");
  } finally {
    underWay.delete(tag);
  }
}

/** As the person who is logged in here, who must be the one who was told. */
async function act(
  { does, ticketId, companyId, userId, queueId = null, localId, signature = "" }: PushAction,
  reply: string,
): Promise<void> {
  const { token, user } = await logIn();
  if (user.id !== userId || user.companyId !== companyId) throw new Error("Somebody else is logged in.");
  if (does === "accept") {
    const was = { status: "pending", userId: null, queueId };
    return void await callAs(token, "PUT", `/tickets/${ticketId}`, { status: "open", userId, was });
  }
  const body = await isSigning() ? signature + reply : reply;
  await callAs(token, "POST", `/messages/${ticketId}`, { body, localId });
  await callAs(token, "PUT", `/tickets/${ticketId}/read`, {}).catch(() => {/* The answer is sent all the same. */});
}

/** Whether this person signs on this device. */
async function isSigning(): Promise<boolean> {
  return await inStore<boolean | undefined>(CHOICES, "readonly", (kept) => kept.get(SIGNS)).catch(() => undefined) ??
    true;
}

async function pages() {
  return await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** Leads an open page there, one in sight rather than another; where there is none it opens one. */
async function open(url: string): Promise<void> {
  const there = await pages(), page = there.find(({ visibilityState }) => visibilityState === "visible") ?? there[0];
  if (!page) return void await scope.clients.openWindow(url);
  await page.focus().catch(() => {/* It goes there all the same. */});
  const { port1, port2 } = new MessageChannel();
  const goes = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), GOES_WITHIN);
  });
  page.postMessage({ say: "go", url } satisfies FromWorker, [port2]);
  // A page that is just being loaded does not listen yet.
  if (!await goes) await page.navigate(url).catch(() => scope.clients.openWindow(url));
}

/** The browser has another address for this device: the server learns it, and what the person has chosen stays. */
async function subscribeAnew(): Promise<void> {
  const { token } = await logIn();
  const { key } = await callAs(token, "GET", "/push") as { key: string };
  const subscription = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  await callAs(token, "PUT", "/push/device", { subscription: subscription.toJSON() });
}
