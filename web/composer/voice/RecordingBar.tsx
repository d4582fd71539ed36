import { Trans, useLingui } from "@lingui/react/macro";
import { SendHorizontal, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { clockText } from "../../ui/sizes.ts";
import { discardRecording, sendRecording, stopRecording } from "./recorder.ts";
import type { Recording } from "./recordings.ts";
import css from "./RecordingBar.module.css";

interface RecordingBarProps {
  ticket: Pick<Ticket, "id">;
  recording: Recording;
  /** What the voice note answers to. */
  quoted: Message | null;
  onSent: () => void;
}

/** A recording under way or kept: how long it is, and whether it goes. */
export default function RecordingBar({ ticket, recording, quoted, onSent }: RecordingBarProps) {
  const { t } = useLingui();
  const length = useLength(recording);
  const isSending = recording.state === "sending";
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Who turns to another ticket is not listened to any longer, and finds it here again.
  useEffect(() => {
    clearTimeout(leaving.current);
    return () => void (leaving.current = setTimeout(() => stopRecording(ticket.id)));
  }, [ticket.id]);
  return (
    <div
      className={css.bar}
      data-live={recording.state === "recording" || undefined}
      role="group"
      aria-label={t`Gravação`}
    >
      <IconButton
        icon={Trash2}
        label={t`Descartar a gravação`}
        disabled={isSending}
        onClick={() => discardRecording(ticket.id)}
      />
      <i aria-hidden />
      <span role="timer" aria-label={t`Duração`}>{clockText(length / 1000)}</span>
      <small role="status">
        {recording.state === "recording" && <Trans>Gravando…</Trans>}
        {recording.state === "stopped" && <Trans>Gravação guardada</Trans>}
        {isSending && <Trans>Enviando…</Trans>}
      </small>
      <Button
        variant="primary"
        icon={SendHorizontal}
        busy={isSending}
        onClick={() => void sendRecording(ticket, quoted).then((isSent) => isSent && onSent())}
      >
        <Trans>Enviar áudio</Trans>
      </Button>
    </div>
  );
}

function useLength({ state, since, length }: Recording): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (state !== "recording") return;
    const beat = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(beat);
  }, [state]);
  return state === "recording" ? Math.max(0, now - since) : length;
}
