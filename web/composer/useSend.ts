import { useAtom, useAtomValue } from "jotai";
import type { RefObject } from "react";
import { LONGEST_TEXT } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { useMe } from "../session.ts";
import { NO_FILES, setTray, traysAtom } from "./attachments.ts";
import { replyAtom } from "./reply.ts";
import { sendFiles, sendText } from "./sending/sending.ts";
import { signAtom, signed } from "./signature.ts";

interface Written {
  text: string;
  clear: () => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Sends what is written and what is attached, once there is something that may go; `longest` counts characters. */
export function useSend(ticket: Ticket, { text, clear, field }: Written) {
  const [reply, setReply] = useAtom(replyAtom);
  const trays = useAtomValue(traysAtom);
  const tray = trays[ticket.id] ?? NO_FILES;
  const isSigned = useAtomValue(signAtom);
  const me = useMe();
  const typed = text.trim();
  const maySend = ticket.status === "open" && (typed !== "" || tray.length > 0);

  const send = () => {
    if (!maySend) return;
    const sign = (body: string) => isSigned ? signed(body, me.name) : body;
    if (tray.length) sendFiles(ticket, tray, { typed, quoted: reply }, sign);
    else sendText(ticket, { body: sign(typed), typed, quoted: reply });
    clear();
    setReply(null);
    setTray(ticket.id, NO_FILES);
    field.current?.focus();
  };
  return { tray, longest: LONGEST_TEXT - me.name.length - 4, maySend, send };
}
