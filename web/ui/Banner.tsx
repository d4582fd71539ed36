import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./IconButton.tsx";
import css from "./Banner.module.css";

interface BannerProps {
  /** What it is, for those who hear the screen. */
  label: string;
  icon: LucideIcon;
  /** It is late: red instead of yellow. */
  isLate?: boolean;
  /** Buttons at its end, on a line of their own on a phone. */
  actions?: ReactNode;
  /** Puts it away; without it the banner stays until its reason is gone. */
  away?: { label: string; onAway: () => void };
  children: ReactNode;
}

/** A line above every page about something that waits for this person. */
export function Banner({ label, icon: Icon, isLate, actions, away, children }: BannerProps) {
  return (
    <section className={css.banner} aria-label={label} data-late={isLate || undefined}>
      <Icon size={16} aria-hidden />
      {children}
      {actions && <span className={css.actions}>{actions}</span>}
      {away && <IconButton className={css.away} label={away.label} icon={X} size="small" onClick={away.onAway} />}
    </section>
  );
}
