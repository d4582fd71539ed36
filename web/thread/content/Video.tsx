import { useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { useRef, useState } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import { showError } from "../../ui/showError.ts";
import { frameOf } from "../frame.ts";
import { mediaAddress } from "../media.ts";
import { stopPlaying } from "../player.ts";
import { lengthText } from "../../ui/sizes.ts";
import css from "./Photo.module.css";

/** A film in its reserved room. Its address is asked for when it is pressed, and again when that has run out. */
export function Video({ message }: { message: Message }) {
  const { t } = useLingui();
  const [address, setAddress] = useState<string>();
  const retries = useRef(0);
  const ask = () => mediaAddress(message).then(setAddress, showError);
  const start = () => {
    stopPlaying();
    void ask();
  };
  const { media } = message;
  const length = media?.seconds ? lengthText(media.seconds) : "";
  if (address) {
    return (
      <span className={css.photo} style={frameOf(media)}>
        <video
          controls
          autoPlay
          playsInline
          src={address}
          aria-label={message.body || t`Vídeo`}
          onError={() => retries.current++ < 1 && ask()}
        />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={css.photo}
      style={frameOf(media)}
      aria-label={t`Assistir ao vídeo ${length}`}
      disabled={message.id < 0}
      onClick={start}
    >
      <span className={css.play}>
        <Play size={20} aria-hidden />
      </span>
      {length && <span className={css.length}>{length}</span>}
    </button>
  );
}
