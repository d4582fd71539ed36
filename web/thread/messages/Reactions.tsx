import { useLingui } from "@lingui/react/macro";
import { useContext } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { Popover } from "../../ui/Popover.tsx";
import { react } from "../reactions.ts";
import { traitsOf } from "../traits.ts";
import { ReadOnly } from "../head/ReadOnly.ts";
import css from "./Bubble.module.css";

/** Each reaction once, with how many gave it; a press shows who, and takes the own one off. */
export function Reactions({ message, ticket }: { message: Message; ticket: Ticket }) {
  const { t } = useLingui();
  const { reactions } = message;
  const counts = new Map<string, number>();
  for (const { emoji } of reactions) counts.set(emoji, (counts.get(emoji) ?? 0) + 1);
  const said = [...counts].map(([emoji, count]) => count > 1 ? `${emoji} ${count}` : emoji).join(" ");
  const isReadOnly = useContext(ReadOnly);
  const mayTakeOff = !isReadOnly && ticket.status === "open" && traitsOf(ticket).reacts;
  const theirs = ticket.isGroup ? t`Alguém do grupo` : ticket.contact.name;
  return (
    <Popover
      label={t`Quem reagiu`}
      align={message.fromMe ? "end" : "start"}
      trigger={(trigger) => (
        <button type="button" {...trigger} className={css.reactions} aria-label={t`Reações: ${said}`}>{said}</button>
      )}
    >
      {(close) => (
        <ul className={css.reactors}>
          {reactions.map(({ emoji, fromMe }, nth) => (
            <li key={nth}>
              <span>{fromMe ? t`Você` : theirs}</span>
              {fromMe && mayTakeOff && (
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void react(message, emoji);
                  }}
                >
                  {t`Tirar`}
                </button>
              )}
              <b>{emoji}</b>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
