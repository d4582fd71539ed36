import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ImageOff } from "lucide-react";
import { Suspense, useState } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import { lazyDialog } from "../../ui/lazyDialog.tsx";
import { frameOf } from "../frame.ts";
import { fetchPicture, pictureOf } from "../media.ts";
import { previewOf } from "../../inbox/preview.ts";
import css from "./Photo.module.css";

const Lightbox = lazyDialog(() => import("../dialogs/Lightbox.tsx"));

/** A photo or a sticker in its reserved room; a press shows it large. */
export function Photo({ message }: { message: Message }) {
  const { t } = useLingui();
  const { url, hasFailed } = useAtomValue(pictureOf(message));
  const [isOpen, setOpen] = useState(false);
  const isSticker = message.kind === "sticker";
  const { text } = previewOf(message.kind, message.body);
  if (isSticker) {
    return (
      <span className={css.photo} style={frameOf(message.media)} data-sticker>
        {url && <img src={url} alt={text} />}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={css.photo}
        style={frameOf(message.media)}
        aria-label={hasFailed ? t`Carregar a foto de novo` : t`Abrir a foto: ${text}`}
        onClick={() => hasFailed ? fetchPicture(message) : setOpen(true)}
      >
        {url && <img src={url} alt="" decoding="async" />}
        {hasFailed && <ImageOff size={20} aria-hidden />}
      </button>
      {isOpen && (
        <Suspense>
          <Lightbox message={message} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
