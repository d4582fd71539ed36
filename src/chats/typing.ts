import type { ClientFrame } from "../contract/events.ts";
import type { Session } from "../platform/session.ts";
import { isMember } from "./members.ts";

/** Who has not said for this long (ms) that they still type has stopped. */
const TYPING_LASTS = 10_000;

interface Typist {
  session: Session;
  chatId: number;
  end: ReturnType<typeof setTimeout>;
}

/** Who types in which chat, as open screens report it; the others in it see it. */
export class ChatTyping {
  readonly #typists = new Map<object, Typist>();

  /** `screen` is the same object as long as that screen is open. */
  said(session: Session, frame: ClientFrame, screen: object): void {
    if (frame.say !== "chatTyping") return;
    const { chatId, typing } = frame, was = this.#typists.get(screen);
    if (was && (was.chatId !== chatId || !typing)) this.left(screen);
    if (!typing || !Number.isSafeInteger(chatId)) return;
    if (!isMember(session.company.read, chatId, session.person.id)) return;
    const going = this.#typists.get(screen);
    clearTimeout(going?.end);
    const end = setTimeout(() => this.left(screen), TYPING_LASTS);
    Deno.unrefTimer(end as unknown as number);
    this.#typists.set(screen, { session, chatId, end });
    if (!going) emit({ session, chatId }, true);
  }

  left(screen: object): void {
    const was = this.#typists.get(screen);
    if (!was) return;
    clearTimeout(was.end);
    this.#typists.delete(screen);
    emit(was, false);
  }
}

function emit(
  { session: { company, person: { id, name } }, chatId }: Pick<Typist, "session" | "chatId">,
  typing: boolean,
) {
  const isOther = (person: { id: number }) => person.id !== id && isMember(company.read, chatId, person.id);
  company.hub.pass("chatTyping", { chatId, user: { id, name }, typing }, isOther);
}
