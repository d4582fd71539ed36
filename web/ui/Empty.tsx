import { Trans } from "@lingui/react/macro";
import { type LucideIcon, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { classes } from "./classes.ts";
import { errorText } from "./showError.ts";
import css from "./Empty.module.css";

interface EmptyProps {
  title: string;
  /** `h1` where it is all that the page has. */
  heading?: "h1" | "h2";
  text?: ReactNode;
  icon?: LucideIcon;
  /** A drawing, instead of an icon. */
  picture?: ReactNode;
  /** The next step, as one or two buttons. */
  action?: ReactNode;
  className?: string;
}

/** Nothing is here: what to do next, with its button. */
export function Empty({ title, heading: Heading = "h2", text, icon: Icon, picture, action, className }: EmptyProps) {
  return (
    <div className={classes(css.empty, className)}>
      {picture ?? (Icon && <Icon size={20} aria-hidden />)}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action && <div className={css.actions}>{action}</div>}
    </div>
  );
}

interface FailedProps extends Pick<EmptyProps, "title" | "heading" | "className"> {
  error: unknown;
  onRetry: () => void;
}

/** Something did not come: what happened, with "try again". */
export function Failed({ error, onRetry, ...rest }: FailedProps) {
  return (
    <div role="alert">
      <Empty
        {...rest}
        icon={WifiOff}
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
