import type { ReactNode } from "react";
import { Radio } from "react-aria-components";
import css from "./RadioCard.module.css";

interface RadioCardProps {
  value: string;
  name: ReactNode;
  about: ReactNode;
  /** What stands at the card's end: a price, say. */
  end?: ReactNode;
}

/** One of a few choices that want a sentence each, pressed anywhere; in a RadioGroup. */
export function RadioCard({ value, name, about, end }: RadioCardProps) {
  return (
    <Radio className={css.card} value={value}>
      <span className={css.mark} aria-hidden />
      <span className={css.what}>
        <b>{name}</b>
        <small>{about}</small>
      </span>
      {end && <span className={css.end}>{end}</span>}
    </Radio>
  );
}
