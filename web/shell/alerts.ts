import { atom, getDefaultStore } from "jotai";
import { meAtom } from "../session.ts";
import { onOtherPerson } from "../person.ts";

/** How a new message calls: each person's choice, kept on this device. */
export interface Alerts {
  sound: boolean;
  desktop: boolean;
}

const USUAL: Alerts = { sound: true, desktop: true };
const store = getDefaultStore();

export const alertsAtom = atom<Alerts>(read());
/** What the browser lets us show; `unsupported` where it knows no notifications. */
export const permissionAtom = atom<NotificationPermission | "unsupported">(permissionNow());

export function setAlert(name: keyof Alerts, on: boolean): void {
  const alerts = { ...store.get(alertsAtom), [name]: on };
  store.set(alertsAtom, alerts);
  const key = keyNow();
  if (key) localStorage.setItem(key, JSON.stringify(alerts));
  if (name === "desktop" && on) void askPermission();
}

/** Asks once, at the person's first press or key: browsers refuse those who ask out of nowhere. */
export function askPermissionWhenTouched(): () => void {
  const stop = () => {
    for (const touch of TOUCHES) removeEventListener(touch, ask);
  };
  const ask = () => {
    stop();
    if (store.get(alertsAtom).desktop) void askPermission();
  };
  for (const touch of TOUCHES) addEventListener(touch, ask);
  return stop;
}

const TOUCHES = ["pointerup", "keydown"] as const;

async function askPermission(): Promise<void> {
  if (permissionNow() === "default") await Notification.requestPermission().catch(() => {});
  store.set(permissionAtom, permissionNow());
}

function permissionNow(): NotificationPermission | "unsupported" {
  return "Notification" in globalThis ? Notification.permission : "unsupported";
}

function keyNow(): string | undefined {
  const me = store.get(meAtom);
  return me ? `alerts-${me.id}` : undefined;
}

function read(): Alerts {
  const key = keyNow();
  try {
    return { ...USUAL, ...JSON.parse((key && localStorage.getItem(key)) || "{}") };
  } catch {
    return USUAL;
  }
}

onOtherPerson(() => store.set(alertsAtom, read()));
