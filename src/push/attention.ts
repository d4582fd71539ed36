import { ATTENTION_LASTS, type ClientFrame } from "../contract/events.ts";
import type { Company } from "../platform/company.ts";
import type { Session } from "../platform/session.ts";

/** What one open screen says of its person. */
interface Screen {
  userId: number;
  /** When (ms) it said last that they are at it; 0 when they are not. */
  at: number;
  /** Which ticket stands on it, in sight. */
  ticketId: number | null;
}

const screens = new WeakMap<Company, Map<object, Screen>>();
/** Of a screen, among which it is. */
const companies = new WeakMap<object, Map<object, Screen>>();

/** Notes what an open screen says of its person; `screen` is the same object as long as it is open. */
export function noteAttention({ company, person }: Session, frame: ClientFrame, screen: object): void {
  if (frame.say === "attention") note(company, screen, person.id, { at: frame.has === true ? Date.now() : 0 });
  if (frame.say === "joinChatBox") note(company, screen, person.id, { ticketId: frame.ticketId });
  if (frame.say === "leaveChatBox") note(company, screen, person.id, { ticketId: null });
}

function note(company: Company, screen: object, userId: number, is: Partial<Screen>): void {
  const ofCompany = screens.get(company) ?? new Map<object, Screen>();
  screens.set(company, ofCompany);
  companies.set(screen, ofCompany);
  ofCompany.set(screen, { userId, at: 0, ticketId: null, ...ofCompany.get(screen), ...is });
}

/** A screen was closed. */
export function forgetScreen(screen: object): void {
  companies.get(screen)?.delete(screen);
}

/** Whether a person is at one of their screens, on whatever device, or one has that ticket in sight; `now` in ms. */
export function isAttentive(company: Company, userId: number, ticketId: number | null, now: number): boolean {
  return [...screens.get(company)?.values() ?? []].some((each) =>
    each.userId === userId &&
    (Math.abs(now - each.at) < ATTENTION_LASTS || (ticketId !== null && each.ticketId === ticketId))
  );
}
