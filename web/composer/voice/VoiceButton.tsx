import { useLingui } from "@lingui/react/macro";
import { Mic } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { showError } from "../../ui/showError.ts";

/** Begins a recording; what records is loaded only then. */
export function VoiceButton({ ticketId, disabled }: { ticketId: number; disabled: boolean }) {
  const { t } = useLingui();
  const start = () => import("./recorder.ts").then(({ startRecording }) => startRecording(ticketId)).catch(showError);
  return <IconButton icon={Mic} label={t`Gravar áudio`} disabled={disabled} onClick={start} />;
}
