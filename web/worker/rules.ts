/** Addresses of this server that are no screens of the app: another's frame, a demonstration's shop, files, calls. */
const NO_SCREENS = /^\/(?:api|widget|metrics|demo-shop)(?:[/.]|$)|\.\w+$/;

/** Whether a request opens a screen of the app. */
export function isPage({ mode, method, url }: Pick<Request, "mode" | "method" | "url">): boolean {
  return mode === "navigate" && method === "GET" && !NO_SCREENS.test(new URL(url).pathname);
}

/** Whether a request is for what the build has made, whose name says its content. */
export function isOfBuild({ method, url }: Pick<Request, "method" | "url">): boolean {
  const { origin, pathname } = new URL(url);
  return method === "GET" && origin === globalThis.location.origin && pathname.startsWith("/assets/");
}

interface Ways {
  /** From the network; it may fail or say that the server is away. */
  fresh: Promise<Response>;
  kept: () => Promise<Response | undefined>;
  /** ms */
  patience: number;
}

/** The network's answer; the kept one when it does not come in time, fails, or a proxy says that the server is away. */
export async function answerOf({ fresh, kept, patience }: Ways): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const inTime = await Promise.race([fresh.catch(() => undefined), late]);
  if (inTime && inTime.status < 500) return inTime;
  return await kept() ?? inTime ?? await fresh;
}
