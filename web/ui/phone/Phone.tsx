import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Avatar } from "../Avatar.tsx";
import css from "./Phone.module.css";

interface PhoneProps {
  company: { id: number; name: string };
  children: ReactNode;
}

/** A customer's phone with the company's conversation before it. */
export function Phone({ company, children }: PhoneProps) {
  return (
    <div className={css.phone}>
      <header className={css.company}>
        <Avatar id={company.id} name={company.name} size={28} />
        <span>
          <b>{company.name}</b>
          <small>
            <Trans>conta comercial</Trans>
          </small>
        </span>
      </header>
      {children}
    </div>
  );
}

interface PhoneBubbleProps {
  /** The customer's. */
  isOwn?: boolean;
  /** The one that is being written. */
  isMarked?: boolean;
  children: ReactNode;
}

/** A message as the customer has it. */
export function PhoneBubble({ isOwn, isMarked, children }: PhoneBubbleProps) {
  return (
    <article className={css.bubble} data-own={isOwn || undefined} data-marked={isMarked || undefined}>
      {children}
    </article>
  );
}
