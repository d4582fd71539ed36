import { useLingui } from "@lingui/react/macro";
import { MessageSquarePlus } from "lucide-react";
import type { Message } from "../../../src/contract/messages.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { formatNumber } from "../../../src/shared/phone_numbers.ts";
import css from "./ContactCards.module.css";

/** Contacts that somebody passed on. */
export function ContactCards({ cards }: Pick<Message, "cards">) {
  const { t } = useLingui();
  return (
    <ul className={css.cards}>
      {cards.map(({ name, number }) => (
        <li key={`${name} ${number}`} className={css.card}>
          <Avatar id={number.length + name.length} name={name} />
          <span>
            <b>{name}</b>
            {number && <a href={`tel:+${number}`}>{formatNumber(number)}</a>}
          </span>
          {number && (
            <IconButton
              icon={MessageSquarePlus}
              label={t`Iniciar conversa com ${name}`}
              onClick={() => void start({ name, number })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Seldom done, so what it takes is loaded then. */
async function start(card: { name: string; number: string }): Promise<void> {
  const { startWithCard } = await import("../../tickets/contact/cards.ts");
  await startWithCard(card);
}
