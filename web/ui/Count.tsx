import css from "./Count.module.css";

interface CountProps {
  /** Above 99 it says "99+". */
  of: number | "!";
  tone?: "danger" | "plain" | "waiting";
  /** Said in full to a screen reader; without it the count is only drawn. */
  label?: string;
}

export function Count({ of, tone, label }: CountProps) {
  const text = typeof of === "number" && of > 99 ? "99+" : of;
  const voice = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  const isLong = String(text).length > 1;
  return <span className={css.count} data-tone={tone} data-long={isLong || undefined} {...voice}>{text}</span>;
}
