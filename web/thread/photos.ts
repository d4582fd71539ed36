import { createContext, useContext } from "react";
import { useAtomValue } from "jotai";
import type { Message } from "../../src/contract/messages.ts";
import { openedAtom } from "./opened.ts";

/** The messages among which the photo lies that is looked at; without it, those of the open ticket. */
export const MessagesAround = createContext<readonly Message[] | undefined>(undefined);

/** The photos of a thread, in their order; the one alone if it is in none. */
export function usePhotos(message: Message): readonly Message[] {
  const around = useContext(MessagesAround), open = useAtomValue(openedAtom);
  const messages = around ?? open?.thread?.messages ?? [];
  const photos = messages.filter((one) => one.kind === "image" && one.media?.state === "ready" && !one.isDeleted);
  return photos.some((one) => one.id === message.id) ? photos : [message];
}
