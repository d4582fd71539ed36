import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useRef } from "react";
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
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {file
        ? (
          <Chip icon={Paperclip} remove={{ label: t`Tirar ${file.name}`, onRemove: () => onFile(null) }}>
            {file.name}
          </Chip>
        )
        : (
          <Button icon={Paperclip} onClick={() => input.current?.click()}>
            <Trans>Anexar arquivo</Trans>
          </Button>
        )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Arquivo da opção`}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onFile(chosen);
          event.target.value = "";
        }}
      />
    </>
  );
}
