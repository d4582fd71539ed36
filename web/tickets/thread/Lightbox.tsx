import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import { useModal } from "../../ui/Dialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { showError } from "../../ui/showError.ts";
import { useDates } from "../../ui/useDates.ts";
import { conversationAtom } from "../conversations.ts";
import { pictureOf, saveFile } from "../media.ts";
import css from "./Lightbox.module.css";

/** A photo as large as the screen; the arrows go through the thread's other photos. */
export default function Lightbox({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useLingui();
  const { dateTime } = useDates();
  const dialog = useModal();
  const photos = usePhotos(message);
  const [here, setHere] = useState(() => photos.findIndex((one) => one.id === message.id));
  const shown = photos[here] ?? message;
  const { url } = useAtomValue(pictureOf(shown));
  const step = (by: number) => photos[here + by] && setHere(here + by);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  };
  return (
    <dialog
      ref={dialog}
      className={css.lightbox}
      aria-label={t`Foto`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <p>
          {shown.body || t`Foto`} <small>{dateTime(shown.createdAt)}</small>
        </p>
        <IconButton icon={ChevronLeft} label={t`Foto anterior`} disabled={!photos[here - 1]} onClick={() => step(-1)} />
        <IconButton icon={ChevronRight} label={t`Próxima foto`} disabled={!photos[here + 1]} onClick={() => step(1)} />
        {shown.id > 0 && (
          <IconButton
            icon={Download}
            label={t`Baixar`}
            onClick={() => saveFile(shown).catch(showError)}
          />
        )}
        <IconButton icon={X} label={t`Fechar`} onClick={onClose} autoFocus />
      </header>
      <div className={css.stage} onClick={(event) => event.target === event.currentTarget && onClose()}>
        {url && <img src={url} alt={shown.body || t`Foto`} />}
      </div>
    </dialog>
  );
}

function usePhotos(message: Message): readonly Message[] {
  const open = useAtomValue(conversationAtom);
  const messages = open?.thread?.messages ?? [];
  const photos = messages.filter((one) => one.kind === "image" && one.media?.state === "ready" && !one.isDeleted);
  return photos.some((one) => one.id === message.id) ? photos : [message];
}
