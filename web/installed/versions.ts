import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import { secondsToMilliseconds } from "date-fns/secondsToMilliseconds";
import { withPageTexts } from "../i18n/i18n.ts";
import { onReturn } from "../live.ts";
import { isCovered, isField } from "../ui/busyElsewhere.ts";
import { isHeld, leaveFreely, mayLeave } from "../ui/unsaved.ts";
import { isAnyUnsent } from "../unsent.ts";
import type { ToWorker } from "../worker/signs.ts";

/** Whether something is done in this tab that a change to another version would interrupt. */
export interface Doings {
  /** For how long (ms) nobody has seen the tab, or touched it. */
  hiddenFor: number;
  untouchedFor: number;
  /** Something would be lost: a form, an attachment, a recording. */
  isHeld: boolean;
  /** A text stands in the field that has the focus. */
  isWriting: boolean;
  /** Messages are on their way, or wait for the line. */
  isSending: boolean;
  /** A dialog, a menu or the like is open, or something is being listened to. */
  isBusy: boolean;
}

const UNSEEN = secondsToMilliseconds(30), UNTOUCHED = minutesToMilliseconds(15);
const LOOK_EVERY = secondsToMilliseconds(10), ASK_EVERY = minutesToMilliseconds(60);
/** How long the old worker may take to end: browsers let it finish what it does, for minutes if need be. */
const LAST_WORK = secondsToMilliseconds(3);

/** Whether a tab may change over to a new version by itself. */
export function mayChangeOver(doings: Doings): boolean {
  if (doings.isHeld || doings.isWriting || doings.isSending || doings.isBusy) return false;
  return doings.hiddenFor >= UNSEEN || doings.untouchedFor >= UNTOUCHED;
}

let registration: ServiceWorkerRegistration;
/** This tab shows an older version than there is. */
let isOld = false, isChanging = false;
let hiddenSince: number | undefined, touchedAt = Date.now();

/** Says when there is a new version of the app, and changes over to it when nobody is interrupted by that. */
export function followVersions(of: ServiceWorkerRegistration): void {
  registration = of;
  const { serviceWorker } = navigator;
  // On the very first visit the first version takes over: there is nothing new.
  let isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isChanging) return location.reload();
    if (!isFirst) void compare(serviceWorker.controller);
    isFirst = false;
  });
  registration.addEventListener("updatefound", followInstalling);
  followInstalling();
  if (registration.waiting) void compare(registration.waiting);
  const ask = () => void registration.update().catch(() => {/* It is asked again later. */});
  setInterval(ask, ASK_EVERY);
  // A server that was away may be another version now.
  onReturn(ask);
  addEventListener("vite:preloadError", () => void reloadWhereGone());
}

function followInstalling(): void {
  const { installing } = registration;
  installing?.addEventListener("statechange", () => {
    if (installing.state === "installed" && registration.active) void compare(installing);
  });
}

/** A page may have come fresh from the server, and be of the version that the browser has brought just now. */
async function compare(worker: ServiceWorker | null): Promise<void> {
  if (!worker) return;
  if (!await isMine(worker)) return noteOld();
  if (worker === registration.waiting) letTakeOver(worker);
}

/**
 * A page that is asked for in the very moment in which the old worker ends may never come (seen in Chromium 156): it is let end
 * soon, not in the middle of what the person does next.
 */
function letTakeOver(worker: ServiceWorker): void {
  say(worker, { say: "takeOver" });
  if (registration.active) say(registration.active, { say: "makeRoom" });
}

/** Whether a service worker keeps the version that this page is of. */
export function isMine(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => port1.onmessage = ({ data }) => resolve(data === true));
  say(worker, { say: "isYours", path: ownScript() }, [port2]);
  return answer;
}

function say(worker: ServiceWorker, sign: ToWorker, ports: MessagePort[] = []): void {
  worker.postMessage(sign, ports);
}

/** The script with which this page began. */
export function ownScript(): string {
  return new URL(document.querySelector<HTMLScriptElement>("script[type=module][src]")!.src).pathname;
}

function noteOld(): void {
  if (isOld) return;
  isOld = true;
  for (const touch of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(touch, () => touchedAt = Date.now(), { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", noteSight);
  noteSight();
  setInterval(() => mayChangeOver(doingsNow()) && changeOver(), LOOK_EVERY);
  void withPageTexts(import("./newVersion.ts")).then(({ tellOfNewVersion }) => tellOfNewVersion(update));
}

function noteSight(): void {
  hiddenSince = document.visibilityState === "hidden" ? Date.now() : undefined;
}

function doingsNow(): Doings {
  const now = Date.now(), { activeElement } = document;
  const isFilled = isField(activeElement) && ((activeElement as HTMLInputElement).value ?? "x") !== "";
  return {
    hiddenFor: hiddenSince === undefined ? 0 : now - hiddenSince,
    untouchedFor: now - touchedAt,
    isHeld: isHeld("reload"),
    isWriting: isFilled,
    isSending: isAnyUnsent(),
    isBusy: isCovered() ||
      [...document.querySelectorAll("audio, video")].some((one) => !(one as HTMLMediaElement).paused),
  };
}

/** The person wants it now; what would be lost by it is asked about. */
async function update(): Promise<void> {
  if (!await mayLeave("reload")) return;
  leaveFreely();
  changeOver();
}

/** The old worker brings the new page, too, where it does not end; that page lets the new worker take over. */
function changeOver(): void {
  isChanging = true;
  // What somebody began in this last moment would be lost.
  document.body.inert = true;
  if (registration.waiting) letTakeOver(registration.waiting);
  setTimeout(() => location.reload(), registration.waiting ? LAST_WORK : 0);
}

/**
 * A part of the app did not come. Where the server has another version by now, and this one's parts are gone, the page
 * begins anew with that one; once, and not where something would be lost.
 */
async function reloadWhereGone(): Promise<void> {
  const answer = await fetch("/", { cache: "no-store" }).catch(() => undefined);
  const html = await answer?.text().catch(() => undefined), own = ownScript();
  if (!answer?.ok || !html || html.includes(own) || isHeld("reload")) return;
  if (sessionStorage.getItem("leftVersion") === own) return;
  sessionStorage.setItem("leftVersion", own);
  location.reload();
}
