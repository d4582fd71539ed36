import type { Plugin } from "vite";

/** How React says when what was waited for may be shown: this long (ms) after the last sign of waiting was. */
const PAUSE = "globalMostRecentFallbackTime + 300";

/**
 * React holds back what has come until 300 ms after the sign of waiting before it, so that a screen full of such signs does
 * not twitch (FALLBACK_THROTTLE_MS, which nothing sets). Here that sign is an empty place: each first menu, dialog and page
 * would be there in 90 ms and shown in 330.
 */
export const noSuspenseThrottle: Plugin = {
  name: "no-suspense-throttle",
  apply: "build",
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler(code) {
      if (code.split(PAUSE).length !== 2) this.error("React says in another way how long it holds back what has come");
      return code.replace(PAUSE, "globalMostRecentFallbackTime");
    },
  },
};
