import { i18n } from "@lingui/core";
import type { ToWorker } from "../worker/signs.ts";
import { keepCompiled } from "./compiling.ts";
import { followReading } from "./reading.ts";
import { followSigning } from "./signing.ts";
import { followVersions } from "./versions.ts";

/** Of each address of ours, also of pages that other people's frames show, this one alone is the app's. */
const WORKER = "/worker.js";

/**
 * Once, when the first screen is there: lets the service worker keep it. Browsers have one only on https and on the
 * machine itself; while pages are served as they are written (`make dev`), one would show those of yesterday.
 */
export function startInstalled(): void {
  if (!import.meta.env.PROD || !isSecureContext || !navigator.serviceWorker) return;
  if (document.readyState === "complete") return void register();
  addEventListener("load", () => void register(), { once: true });
}

async function register(): Promise<void> {
  // A private window may refuse: everything works without one, too.
  const registration = await navigator.serviceWorker.register(WORKER).catch(() => undefined);
  if (!registration) return;
  followVersions(registration);
  followReading();
  followSigning();
  const { active } = await navigator.serviceWorker.ready;
  const used: ToWorker = { say: "used", paths: usedHere(), language: i18n.locale };
  active!.postMessage(used);
  await keepCompiled();
}

/** What this page has loaded of the build. */
function usedHere(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  return loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
}
