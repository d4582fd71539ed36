import type { Page } from "playwright-core";

export interface Ears {
  notes: number;
  shown: { title: string; body: string; isClosed: boolean; onclick(): void }[];
}

/** Writes down what a tab would have sounded and shown on the desktop. */
export function listen(): void {
  const ears: Ears = { notes: 0, shown: [] };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    ears.notes++;
    start.apply(this, at);
  };
  class Shown {
    // As browsers do: leave that was given once is kept for the site, in all of its tabs.
    static get permission() {
      return localStorage.getItem("may-notify") ?? "default";
    }
    static requestPermission = () => Promise.resolve(localStorage.setItem("may-notify", "granted"));
    isClosed = false;
    onclick = () => {};
    body: string;
    constructor(readonly title: string, { body }: { body: string }) {
      this.body = body;
      ears.shown.push(this);
    }
    close() {
      this.isClosed = true;
    }
  }
  Object.assign(globalThis, { ears, Notification: Shown });
}

/** The chimes and notifications that a page has given since `listen` began there. */
export function ears(page: Page) {
  return page.evaluate(() => {
    const { notes, shown } = (globalThis as unknown as { ears: Ears }).ears;
    return {
      // A chime has two notes.
      chimes: notes / 2,
      shown: shown.map(({ title, body, isClosed }) => `${title}: ${body}${isClosed ? " (closed)" : ""}`),
    };
  });
}
