import { ProgressBar } from "react-aria-components";
import css from "./Progress.module.css";

interface ProgressProps {
  label: string;
  value: number;
  /** What `value` is when all is done. */
  max: number;
}

/** How far something has come. */
export function Progress({ label, value, max }: ProgressProps) {
  return (
    <ProgressBar aria-label={label} value={value} maxValue={max} className={css.track}>
      {({ percentage = 0 }) => <span style={{ inlineSize: `${percentage}%` }} />}
    </ProgressBar>
  );
}
