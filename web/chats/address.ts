import { navigate } from "wouter/use-browser-location";
import { placeWith, readParams } from "../search_params.ts";

/** The address of a chat, or of one of its messages. */
export function chatPlace(uuid: string | null, messageId?: number | null): string {
  return placeWith(uuid ? `/chats/${uuid}` : "/chats", { m: messageId });
}

/** The message at which the address asks to open. */
export function messageIn(search: string): number | null {
  return readParams(search).number("m") ?? null;
}

export function leaveChat(): void {
  navigate(chatPlace(null), { replace: true });
}
