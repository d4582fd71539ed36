import { Trans, useLingui } from "@lingui/react/macro";
import { FileX, LoaderCircle, RefreshCw } from "lucide-react";
import { useState } from "react";
import { type Media, type Message, messages } from "../../../src/contract/messages.ts";
import { call } from "../../call.ts";
import { Button } from "../../ui/Button.tsx";
import { showError } from "../../ui/showError.ts";
import { noteMessage } from "../follow.ts";
import { frameOf } from "../frame.ts";
import { previewOf } from "../../inbox/preview.ts";
import { sizeText } from "../../ui/sizes.ts";
import css from "./MediaAbsent.module.css";

/** The place of a file that is not here: still coming, to be asked for again, or too large to be taken. */
export function MediaAbsent({ message, media }: { message: Message; media: Media }) {
  const { i18n } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const isPicture = message.kind === "image" || message.kind === "video";
  const { text: what } = previewOf(message.kind, media.name);
  const size = media.size > 0 ? ` (${sizeText(media.size, i18n.locale)})` : "";
  const fetchAgain = async () => {
    setAsking(true);
    await call(messages.fetchMedia, { id: message.id }).then(noteMessage, showError);
    setAsking(false);
  };
  return (
    <div className={isPicture ? css.frame : css.absent} style={isPicture ? frameOf(media) : undefined}>
      {media.state === "waiting" && (
        <>
          <LoaderCircle size={16} className="spin" aria-hidden />
          <span role="status">
            <Trans>Recebendo: {what}</Trans>
          </span>
        </>
      )}
      {media.state === "unavailable" && (
        <>
          <span>
            <Trans>Arquivo indisponível: {what}</Trans>
          </span>
          <Button size="small" variant="secondary" icon={RefreshCw} busy={isAsking} onClick={fetchAgain}>
            <Trans>Buscar de novo</Trans>
          </Button>
        </>
      )}
      {media.state === "too_large" && (
        <>
          <FileX size={16} aria-hidden />
          <span>
            <Trans>Grande demais para ser recebido: {what}{size}. Veja no celular.</Trans>
          </span>
        </>
      )}
    </div>
  );
}
