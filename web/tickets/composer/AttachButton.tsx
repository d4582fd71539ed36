import { useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../ui/IconButton.tsx";
import { attach } from "../attachments.ts";

/** Opens the system's file chooser. */
export function AttachButton({ ticketId, disabled }: { ticketId: number; disabled: boolean }) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={Paperclip}
        label={t`Anexar arquivo`}
        disabled={disabled}
        onClick={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t`Anexar arquivo`}
        onChange={(event) => {
          attach(ticketId, [...event.target.files ?? []]);
          event.target.value = "";
        }}
      />
    </>
  );
}
