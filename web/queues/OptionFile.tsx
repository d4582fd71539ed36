import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { FileTrigger, Pressable } from "react-aria-components";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";

interface OptionFileProps {
  file: QueueOption["file"];
  onFile: (file: File | null) => void;
}

/** The file that goes along with an option's message: chosen here, or taken off. */
export function OptionFile({ file, onFile }: OptionFileProps) {
  const { t } = useLingui();
  if (file) {
    return (
      <Chip icon={Paperclip} remove={{ label: t`Tirar ${file.name}`, onRemove: () => onFile(null) }}>
        {file.name}
      </Chip>
    );
  }
  return (
    <FileTrigger onSelect={(files) => files?.[0] && onFile(files[0])}>
      <Pressable>
        <Button icon={Paperclip}>
          <Trans>Anexar arquivo</Trans>
        </Button>
      </Pressable>
    </FileTrigger>
  );
}
