import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";

interface FormFootProps {
  onCancel: () => void;
  busy?: boolean;
  disabled?: boolean;
  /** What the form does, on its button. */
  children: ReactNode;
}

/** The two buttons at the lower edge of a dialog with a form. */
export function FormFoot({ onCancel, busy, disabled, children }: FormFootProps) {
  return (
    <>
      <Button variant="secondary" onClick={onCancel}>
        <Trans>Cancelar</Trans>
      </Button>
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {children}
      </Button>
    </>
  );
}
