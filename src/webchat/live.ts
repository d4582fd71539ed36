import type { Context, Handler } from "hono";
import { upgradeWebSocket } from "hono/deno";
import type { VisitedSession } from "../channels/channel.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { type WidgetHears, WidgetSays } from "../contract/widget.ts";
import type { Vars } from "../platform/routes.ts";
import { closeOnceSaid, isWholeUpgrade } from "../platform/socket.ts";
import { HELLO_WITHIN, MOST_FRAMES, MOST_SCREENS, MOST_UNREAD } from "./limits.ts";
import type { Screens } from "./screens.ts";
import type { Chat } from "./thread.ts";
import { addressOf } from "./visitors.ts";

export interface Door {
  screens: Screens;
  /** Whose widget it is, by what their browser keeps; refuses everybody else. */
  chatBy(shown: string): { session: VisitedSession; chat: Chat };
}

/** Longest frame that is read, in characters. */
const LONGEST_FRAME = 300;

/** What one open widget is told as it happens. What it missed it asks for itself, by pages. */
export function liveEndpoint(door: Door): Handler<Vars> {
  const upgrade = upgradeWebSocket(() => {
    let leave: (() => void) | undefined, isGone = false, since = 0, frames = 0;
    let here: ReturnType<Door["chatBy"]> | undefined;
    let timer: ReturnType<typeof setTimeout>;
    return {
      onOpen(_, ws) {
        timer = setTimeout(() => here ?? ws.close(4401, "ERR_SESSION_EXPIRED"), HELLO_WITHIN);
      },
      onMessage({ data }, ws) {
        if (isGone) return;
        const now = Date.now();
        if (now - since > 1000) [since, frames] = [now, 0];
        if (++frames > MOST_FRAMES) return ws.close(4429, "ERR_TOO_MANY_REQUESTS");
        const frame = readFrame(data);
        if (!frame) return ws.close(4400, "ERR_INVALID_INPUT");
        const hear = (said: WidgetHears) => {
          if (isGone || ws.readyState !== 1) return;
          if ((ws.raw as WebSocket).bufferedAmount > MOST_UNREAD) return ws.close(4408, "too slow");
          ws.send(JSON.stringify(said));
        };
        if (frame.say === "ping") return hear({ say: "pong" });
        if (frame.say === "typing") return here && showTyping(here, frame.typing);
        if (here) return;
        try {
          here = door.chatBy(frame.visitor);
          if (door.screens.count(here.chat) >= MOST_SCREENS) refuse("ERR_TOO_MANY_REQUESTS");
          leave = door.screens.join({ chat: here.chat, hear, close: () => ws.close(4503, "ERR_COMPANY_UNAVAILABLE") });
          hear({ say: "welcome" });
        } catch (error) {
          const code = error instanceof Refusal ? error.code : "ERR_INTERNAL";
          hear({ say: "refused", error: code });
          isGone = true;
          void closeOnceSaid(ws.raw as WebSocket, 4401, code);
        }
      },
      onClose() {
        isGone = true;
        clearTimeout(timer);
        leave?.();
        if (leave && here) showTyping(here, false);
      },
    };
  }, { idleTimeout: 60 });
  return async (http: Context<Vars>) => {
    if (http.req.header("upgrade")?.toLowerCase() !== "websocket" || !isWholeUpgrade(http)) refuse("ERR_INVALID_INPUT");
    return await upgrade(http, async () => {}) as Response;
  };
}

function showTyping({ session, chat }: ReturnType<Door["chatBy"]>, typing: boolean): void {
  session.happened({ what: "typing", chat: addressOf(chat.visitorId), typing });
}

function readFrame(data: unknown) {
  if (typeof data !== "string" || data.length > LONGEST_FRAME) return undefined;
  try {
    return WidgetSays.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
