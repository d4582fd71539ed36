/**
 * What a service worker has that a page has not (W3C, Service Workers; Push API), as far as it is used here. The library
 * of types that names it all cannot stand beside the pages' own: both say what `self` is.
 */
export interface Lasting extends Event {
  /** The browser keeps the worker alive until this has settled. */
  waitUntil(work: Promise<unknown>): void;
}

export interface Fetching extends Lasting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  /** The page or the frame that is being opened, where the request is for one. */
  readonly resultingClientId: string;
  respondWith(answer: Response | Promise<Response>): void;
}

export interface Saying extends Lasting {
  readonly data: unknown;
  readonly source: Client | null;
  readonly ports: readonly MessagePort[];
}

export interface Pushed extends Lasting {
  /** Null where nothing came along. */
  readonly data: { json(): unknown; text(): string } | null;
}

/** Somebody has pressed a notification, or put it away. */
export interface Pressed extends Lasting {
  readonly notification: Notification;
  /** Which of its buttons; empty for the notification itself. */
  readonly action: string;
  /** What was typed into a button's field, where the system has such. */
  readonly reply?: string | null;
}

export interface Client {
  readonly id: string;
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
  postMessage(message: unknown, ports?: MessagePort[]): void;
  focus(): Promise<Client>;
  navigate(address: string): Promise<Client | null>;
}

export interface Clients {
  matchAll(which?: { type?: "window"; includeUncontrolled?: boolean }): Promise<readonly Client[]>;
  openWindow(address: string): Promise<Client | null>;
  claim(): Promise<void>;
}

interface Heard {
  install: Lasting;
  activate: Lasting;
  fetch: Fetching;
  message: Saying;
  push: Pushed;
  pushsubscriptionchange: Lasting;
  notificationclick: Pressed;
  notificationclose: Pressed;
}

export interface Scope {
  readonly clients: Clients;
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly caches: CacheStorage;
  addEventListener<Name extends keyof Heard>(name: Name, act: (event: Heard[Name]) => void): void;
  skipWaiting(): Promise<void>;
}

/** The worker itself. */
export const scope = globalThis as unknown as Scope;
