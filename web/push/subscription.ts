import { Subscription } from "../../src/contract/push.ts";
import { isAppleTouch } from "../installing.ts";

/** Whether this browser can be told while no page is open; if not, why. */
export type Ability = "able" | "install" | "blocked" | "unable";

/**
 * On an iPhone only what stands on the home screen can be told (WebKit, "Web Push for Web Apps on iOS"); elsewhere it takes
 * a service worker, and so https.
 */
export function abilityNow(): Ability {
  const isThere = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!isThere) return isAppleTouch(navigator) && !isInstalled() ? "install" : "unable";
  return Notification.permission === "denied" ? "blocked" : "able";
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** Asks the person, if nobody has; to be called when they have pressed something. */
export async function isAllowed(): Promise<boolean> {
  return await Notification.requestPermission() === "granted";
}

/** How long (ms) the service worker may take to be there. */
const WORKER_WITHIN = 5000;

export async function registrationNow(): Promise<ServiceWorkerRegistration | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_WITHIN));
  return await Promise.race([navigator.serviceWorker.ready, late]);
}

/** How this browser is reached, asked for anew where it was for another server's key. Throws what the browser throws. */
export async function subscribeHere(key: string): Promise<Subscription> {
  const { pushManager } = await registrationNow() ?? fail();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  const had = await pushManager.getSubscription();
  if (had && !isSame(had.options.applicationServerKey, options.applicationServerKey)) await had.unsubscribe();
  return Subscription.parse((await pushManager.subscribe(options)).toJSON());
}

/** Where this browser is reached now; nothing where it is not any more. */
export async function endpointHere(): Promise<string | undefined> {
  return (await (await registrationNow())?.pushManager.getSubscription())?.endpoint;
}

function fail(): never {
  throw new Error("There is no service worker.");
}

function isSame(had: ArrayBuffer | null, key: Uint8Array): boolean {
  if (!had) return false;
  const bytes = new Uint8Array(had);
  return bytes.length === key.length && bytes.every((byte, nth) => byte === key[nth]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
