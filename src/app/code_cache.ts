/**
 * What the service worker says with each page that it asks for: the first script that the browser keeps compiled, or else
 * "true" (W3C, Service Workers, NavigationPreloadManager.setHeaderValue).
 */
const COMPILED = "service-worker-navigation-preload";

/**
 * The page for a browser that keeps just this build compiled (V8, Code caching). Chromium looks there for modules only when
 * they were announced as plain scripts; announced as modules they are compiled anew each time (seen in version 156). Who
 * comes for the first time is better off with that: it happens while they arrive.
 */
export function pageForCodeCache(html: string, request: Request): string {
  const compiled = request.headers.get(COMPILED);
  if (!compiled?.startsWith("/assets/") || !html.includes(`src="${compiled}"`)) return html;
  return html.replaceAll(`rel="modulepreload"`, `rel="preload" as="script"`);
}
