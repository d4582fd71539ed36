import type { WidgetHears } from "../contract/widget.ts";
import type { Company } from "../platform/company.ts";
import type { VisitorSignal } from "../platform/signals.ts";
import { servingOf } from "./serving.ts";
import { type Chat, messagesBy } from "./thread.ts";

/** A widget that is open somewhere. */
export interface Screen {
  chat: Chat;
  hear(frame: WidgetHears): void;
  close(): void;
}

/** The open widgets of all companies, by whose they are: each hears of its own visitor's chat and of nothing else. */
export class Screens {
  readonly #byCompany = new Map<Company, Map<string, Set<Screen>>>();

  /** How many widgets this chat has open. */
  count({ company, connectionId, jid }: Chat): number {
    return this.#byCompany.get(company)?.get(placeOf(connectionId, jid))?.size ?? 0;
  }

  /** Returns what takes it off again. */
  join(screen: Screen): () => void {
    const { company, connectionId, jid } = screen.chat;
    const chats = this.#chatsOf(company), place = placeOf(connectionId, jid);
    const screens = chats.get(place) ?? new Set();
    chats.set(place, screens.add(screen));
    return () => {
      if (screens.delete(screen) && screens.size === 0) chats.delete(place);
    };
  }

  #chatsOf(company: Company): Map<string, Set<Screen>> {
    let chats = this.#byCompany.get(company);
    if (!chats) {
      this.#byCompany.set(company, chats = new Map());
      const own = chats;
      company.signals.on("visitors", (signal) => tell(own, signal));
    }
    return chats;
  }
}

function placeOf(connectionId: number, jid: string): string {
  return `${connectionId}/${jid}`;
}

function tell(chats: ReadonlyMap<string, ReadonlySet<Screen>>, signal: VisitorSignal): void {
  if ("isClosed" in signal) {
    const start = `${signal.connectionId}/`;
    for (const [place, screens] of chats) if (place.startsWith(start)) { for (const screen of screens) screen.close(); }
    return;
  }
  const screens = chats.get(placeOf(signal.connectionId, signal.jid));
  if (!screens) return;
  const [any] = screens;
  const frames = framesOf(any!.chat, signal);
  for (const screen of screens) for (const frame of frames) screen.hear(frame);
}

function framesOf(chat: Chat, signal: Exclude<VisitorSignal, { isClosed: true }>): WidgetHears[] {
  if ("wids" in signal) return messagesBy(chat, signal.wids).map((message) => ({ say: "message", message }));
  return "isTaken" in signal
    ? [{ say: "serving", serving: servingOf(chat) }]
    : [{ say: "typing", typing: signal.typing }];
}
