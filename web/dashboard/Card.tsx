import { type ReactNode, useId } from "react";
import css from "./Card.module.css";

interface CardProps {
  title: string;
  /** Beside the title: a total. */
  total?: ReactNode;
  /** At the other end of the head. */
  end?: ReactNode;
  children: ReactNode;
}

/** A section of the dashboard with a line around it. */
export function Card({ title, total, end, children }: CardProps) {
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title}
          {total !== undefined && <span className={css.total}>{total}</span>}
        </h2>
        {end}
      </header>
      {children}
    </section>
  );
}
