import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { FileTrigger, Pressable } from "react-aria-components";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { Button } from "../ui/Button.tsx";
import { Chips } from "../ui/Chips.tsx";

interface OptionFileProps {
  file: QueueOption["file"];
  onFile: (file: File | null) => void;
}

/** The file that goes along with an option's message: chosen here, or taken off. */
export function OptionFile({ file, onFile }: OptionFileProps) {
  const { t } = useLingui();
  // Where the next one is chosen has the focus when the one before is gone.
  const isTakenOff = useRef(false);
  if (file) {
    return (
      <Chips
        label={t`Arquivo`}
        chips={[{ id: 0, name: file.name, icon: Paperclip }]}
        onRemove={() => {
          isTakenOff.current = true;
          onFile(null);
        }}
      />
    );
  }
  const focusNext = (button: HTMLButtonElement | null) => {
    if (button && isTakenOff.current) button.focus();
    isTakenOff.current = false;
  };
  return (
    <FileTrigger onSelect={(files) => files?.[0] && onFile(files[0])}>
      <Pressable>
        <Button ref={focusNext} icon={Paperclip}>
          <Trans>Anexar arquivo</Trans>
        </Button>
      </Pressable>
    </FileTrigger>
  );
}
