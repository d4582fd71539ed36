import { answerCall, refusesCall } from "../bot/calls.ts";
import { checkedEvent, checkedMessage, checkedPeople } from "../channels/border.ts";
import type { ChannelEvent, ChannelSession, Listeners, State } from "../channels/channel.ts";
import { writePhoneBook } from "../contacts/phone_book.ts";
import { applyEvent } from "../inbox/channel_events.ts";
import { receiveMessage, type Whereabouts } from "../inbox/receive.ts";
import { messageByWid } from "../messages/change.ts";
import { newWid } from "../outbox/enqueue.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { RareWarning } from "../platform/rare_warning.ts";
import type { MediaFetcher } from "./fetch_media.ts";
import type { Receipts } from "./receipts.ts";
import type { Sender } from "./sender.ts";

/** A connection that runs. */
export interface Running {
  session: ChannelSession;
  sender: Sender;
  media: MediaFetcher;
  receipts: Receipts;
  leave: () => void;
}

interface Connection {
  company: Company;
  connectionId: number;
  /** Its parts, while it runs. */
  running(): Running | undefined;
  /** What provider.db knows of the company. */
  whereabouts: Whereabouts;
  onState(state: State): void;
}

/** Where that goes which a session hands out. */
export function listenersOf(connection: Connection): Listeners {
  const { company, connectionId, running, whereabouts, onState } = connection;
  const about = { company: company.id, connection: connectionId };
  // Whoever writes to the company's number can make such a message, as many as they like.
  const passedOver = new RareWarning("Something that belongs to nothing was passed over", about);
  return {
    onIncoming: (incoming) => {
      const message = checkedMessage(incoming);
      if (!message) return passedOver.warn({ what: "message" }), false;
      const id = receiveMessage(company, connectionId, message, whereabouts);
      if (id && message.media) company.afterwards(() => running()?.media.wake());
      return id !== undefined;
    },
    onEvent: (brought) => {
      const event = checkedEvent(brought);
      if (!event) return passedOver.warn({ what: brought.what });
      if (event.what === "receipt") return running()?.receipts.add(event);
      applyEvent(company, connectionId, event);
      if (event.what === "call") called(connection, event);
    },
    onPeople: (people) => company.write((db) => writePhoneBook(db, connectionId, checkedPeople(people))),
    onState,
    rawOf: (wid) => running()?.sender.rawOf(wid) ?? messageByWid(company.read, connectionId, wid)?.raw ?? undefined,
  };
}

/** A company that takes no calls: it stops ringing, and who called is asked to write. */
function called(connection: Connection, call: Extract<ChannelEvent, { what: "call" }>): void {
  const { company, connectionId, running, whereabouts } = connection;
  if (whereabouts.isPaused() || !refusesCall(company, call, Date.now())) return;
  running()?.session.rejectCall(call.wid).catch((error) =>
    log.warn("A call could not be rejected", { company: company.id, connection: connectionId, error })
  );
  answerCall(company, connectionId, call, {
    now: Date.now(),
    answerStranger: (text) => answerStranger(connection, call.chat.jid, text),
  });
}

/** Words that belong to no ticket. They are worth something only now: what cannot leave is let be. */
function answerStranger({ company, connectionId, running }: Connection, jid: string, body: string): void {
  running()?.session.send({ jid, wid: newWid(), kind: "text", body, forwarded: false }).catch((error) =>
    log.warn("Who called could not be answered", { company: company.id, connection: connectionId, error })
  );
}
