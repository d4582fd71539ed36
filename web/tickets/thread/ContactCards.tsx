import type { Message } from "../../../src/contract/messages.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { formatNumber } from "../phone.ts";
import css from "./ContactCards.module.css";

/** Contacts that somebody passed on. */
export function ContactCards({ cards }: Pick<Message, "cards">) {
  return (
    <ul className={css.cards}>
      {cards.map(({ name, number }) => (
        <li key={`${name} ${number}`} className={css.card}>
          <Avatar id={number.length + name.length} name={name} />
          <span>
            <b>{name}</b>
            {number && <a href={`tel:+${number}`}>{formatNumber(number)}</a>}
          </span>
        </li>
      ))}
    </ul>
  );
}
