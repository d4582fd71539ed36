/** What a page says to the service worker. */
export type ToWorker =
  /** The version that waits is to be the one from now on. */
  | { say: "takeOver" }
  /** Another version takes over as soon as this one's work is done: what it is only keeping for later is left. */
  | { say: "makeRoom" }
  /** Whether a script is of this worker's version; the answer, yes or no, comes through the port that came along. */
  | { say: "isYours"; path: string }
  /** What this page is made of, so that it is there without a network the next time, and which language it speaks. */
  | { say: "used"; paths: readonly string[]; language: string }
  /** The browser keeps the first view compiled; its first script. */
  | { say: "compiled"; path: string };

/** What the service worker says to pages. */
export type FromWorker =
  /** A notification of this tag is shown. */
  | { say: "shown"; tag: string }
  /** One was pressed: its place is to be gone to. Whether that is done is said through the port that came along. */
  | { say: "go"; url: string };
