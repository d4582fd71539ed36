import { Children, type ReactNode } from "react";
import css from "./Steps.module.css";

/** What to do one after the other, with numbers; each child is a step, whose words in bold stand out. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className={css.steps}>
      {Children.map(children, (step) => (
        <li>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
