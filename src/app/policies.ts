import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { BRAND_PATH } from "../brand/brand.ts";
import type { Vars } from "../platform/routes.ts";
import { VIDEO_HOST } from "../shared/video.ts";

/** What browsers may do with what they get. */
export function policies(): MiddlewareHandler<Vars> {
  const always = { crossOriginResourcePolicy: "same-origin", referrerPolicy: "same-origin" } as const;
  const onPages = secureHeaders({
    ...always,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", "blob:", "data:"],
      mediaSrc: ["'self'", "blob:"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      // 'self' covers ws: and wss: of the same host (CSP3 §6.7.2.8).
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      workerSrc: ["'self'", "blob:"],
      // The films of the help page, once somebody presses; and the preview of a web chat.
      frameSrc: ["'self'", VIDEO_HOST],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
    },
  });
  // An answer to a call is nothing to look at, and a screen makes a dozen calls at once on a line that may be slow: what
  // only a page or an old plug-in would read is left out. A file that is answered may be stricter yet.
  const onCalls = secureHeaders({
    ...always,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: "DENY",
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    overwrite: false,
  });
  // What a customer sent has a stricter policy of its own.
  const onMedia = secureHeaders(always);
  // The logo is in e-mails, which other people's pages show.
  const onBrand = secureHeaders({ ...always, crossOriginResourcePolicy: "cross-origin" });
  // Other people's pages load the widget and show its frame, whose page says by itself who may (webchat/page.ts).
  const onWidget = secureHeaders({
    ...always,
    crossOriginResourcePolicy: "cross-origin",
    xFrameOptions: false,
  });
  return (http, next) => {
    const { path } = http.req;
    if (path === "/widget.js" || path.startsWith("/widget/")) return onWidget(http, next);
    if (path.startsWith(`${BRAND_PATH}/`)) return onBrand(http, next);
    if (/^\/api\/(?:media|public)\//.test(path)) return onMedia(http, next);
    return (path.startsWith("/api/") ? onCalls : onPages)(http, next);
  };
}
