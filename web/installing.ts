import { atom, getDefaultStore } from "jotai";

/** How this browser lets people install the app: by a question of its own, by hand on an iPhone, or not (any more). */
export const installingAtom = atom<"asks" | "byHand" | null>(null);

/** What Chromium offers; other browsers have no such thing (WICG, Manifest Incubations). */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | undefined;

/** Once, at the start of the page: the browser makes its offer when it likes, and once only. */
export function startInstalling(): void {
  const store = getDefaultStore();
  if (isByHand(navigator)) store.set(installingAtom, "byHand");
  addEventListener("beforeinstallprompt", (event) => {
    // Not at once, in everybody's way: when it is asked for.
    event.preventDefault();
    offer = event as InstallOffer;
    store.set(installingAtom, "asks");
  });
  addEventListener("appinstalled", () => store.set(installingAtom, null));
}

/** Lets the browser ask. Its offer holds once; it makes another when the person has declined. */
export async function askToInstall(): Promise<void> {
  const asked = offer;
  offer = undefined;
  getDefaultStore().set(installingAtom, null);
  await asked?.prompt();
}

interface Device {
  userAgent: string;
  maxTouchPoints: number;
  /** Safari's own: whether the page was opened from the home screen. */
  standalone?: boolean;
}

/** Whether this is a browser on an iPhone or iPad that can put a page on the home screen, and was not opened from there. */
export function isByHand({ userAgent, maxTouchPoints, standalone }: Device): boolean {
  return isAppleTouch({ userAgent, maxTouchPoints }) && /Safari\//.test(userAgent) && standalone !== true &&
    !/OPiOS|GSA\//.test(userAgent) && (!/CriOS|FxiOS|EdgiOS/.test(userAgent) || isOthersToo(userAgent));
}

/** Browsers beside Safari can since iOS 16.4 (WebKit, features in Safari 16.4). An iPad that says it is a Mac tells none. */
function isOthersToo(userAgent: string): boolean {
  const [, major, minor] = / OS (\d+)_(\d+)/.exec(userAgent) ?? [];
  return Number(major) > 16 || (major === "16" && Number(minor) >= 4);
}

/** Whether this is an iPhone or iPad; that one says that it is a Mac, but no Mac can be touched. */
export function isAppleTouch({ userAgent, maxTouchPoints }: Omit<Device, "standalone">): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
