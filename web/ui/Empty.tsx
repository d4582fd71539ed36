import { Trans } from "@lingui/react/macro";
import { type LucideIcon, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { classes } from "./classes.ts";
import { errorText } from "./showError.ts";
import css from "./Empty.module.css";

interface EmptyProps {
  title: string;
  text?: ReactNode;
  icon?: LucideIcon;
  /** A drawing, instead of an icon. */
  picture?: ReactNode;
  /** The next step, as one or two buttons. */
  action?: ReactNode;
  className?: string;
}

/** Nothing is here: what to do next, with its button. */
export function Empty({ title, text, icon: Icon, picture, action, className }: EmptyProps) {
  return (
    <div className={classes(css.empty, className)}>
      {picture ?? (Icon && <Icon size={20} aria-hidden />)}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={css.actions}>{action}</div>}
    </div>
  );
}

interface FailedProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  className?: string;
}

/** Something did not come: what happened, with "try again". */
export function Failed({ title, error, onRetry, className }: FailedProps) {
  return (
    <div role="alert">
      <Empty
        className={className}
        icon={WifiOff}
        title={title}
        text={errorText(error)}
        action={
          <Button variant="secondary" icon={RefreshCw} onClick={onRetry}>
            <Trans>Tentar de novo</Trans>
          </Button>
        }
      />
    </div>
  );
}
