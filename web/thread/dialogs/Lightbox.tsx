import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ChevronLeft, ChevronRight, Download, ImageOff, LoaderCircle, X, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { showError } from "../../ui/showError.ts";
import { useDates } from "../../ui/useDates.ts";
import { fetchPicture, pictureOf, saveFile } from "../media.ts";
import { usePhotos } from "../photos.ts";
import { useZoom } from "./useZoom.ts";
import css from "./Lightbox.module.css";

/**
 * A photo as large as the screen. Keys: arrows through the thread's other photos, + and - for closer and farther, 0 for
 * the whole, D to save, Esc to leave.
 */
export default function Lightbox({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useLingui();
  const { dateTime } = useDates();
  const photos = usePhotos(message);
  const [here, setHere] = useState(() => photos.findIndex((one) => one.id === message.id));
  const shown = photos[here] ?? message;
  const zoom = useZoom();
  const step = (by: number) => {
    if (!photos[here + by]) return;
    setHere(here + by);
    zoom.whole();
  };
  const save = () => shown.id > 0 && saveFile(shown).catch(showError);
  const keys: Record<string, () => unknown> = {
    ...{ ArrowLeft: () => step(-1), ArrowRight: () => step(1), d: save, D: save },
    ...{ "+": zoom.closer, "=": zoom.closer, "-": zoom.farther, "0": zoom.whole },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    // Its keys count wherever in it the focus is, on its own ground, too.
    <span onKeyDown={onKeyDown}>
      <Modal label={t`Foto`} className={css.lightbox} scrim={css.dark} onClose={onClose}>
        <div className={css.frame}>
          <header>
            <p>
              {shown.body || t`Foto`} <small>{dateTime(shown.createdAt)}</small>
              {photos.length > 1 && <small>{t`${here + 1} de ${photos.length}`}</small>}
            </p>
            <IconButton icon={ZoomOut} label={t`Afastar`} disabled={!zoom.isEnlarged} onClick={zoom.farther} />
            <IconButton icon={ZoomIn} label={t`Aproximar`} disabled={zoom.isClosest} onClick={zoom.closer} />
            <StepButtons photos={photos} here={here} onStep={step} />
            {shown.id > 0 && (
              <IconButton
                icon={Download}
                label={t`Baixar`}
                onClick={save}
              />
            )}
            <IconButton icon={X} label={t`Fechar`} onClick={onClose} data-begin />
          </header>
          <div className={css.stage} onClick={(event) => event.target === event.currentTarget && onClose()}>
            <Picture shown={shown} zoom={zoom} />
          </div>
        </div>
      </Modal>
    </span>
  );
}

interface StepButtonsProps {
  photos: readonly Message[];
  here: number;
  onStep: (by: number) => void;
}

function StepButtons({ photos, here, onStep }: StepButtonsProps) {
  const { t } = useLingui();
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={t`Foto anterior`}
        disabled={!photos[here - 1]}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={ChevronRight}
        label={t`Próxima foto`}
        disabled={!photos[here + 1]}
        onClick={() => onStep(1)}
      />
    </>
  );
}

/** The photo itself, or why it is not there. */
function Picture({ shown, zoom }: { shown: Message; zoom: ReturnType<typeof useZoom> }) {
  const { t } = useLingui();
  const { url, hasFailed } = useAtomValue(pictureOf(shown));
  return (
    <>
      {url && (
        <img
          src={url}
          alt={shown.body || t`Foto`}
          draggable={false}
          data-enlarged={zoom.isEnlarged || undefined}
          {...zoom.handlers}
        />
      )}
      {!url && !hasFailed && <LoaderCircle size={24} className="spin" aria-hidden />}
      {hasFailed && (
        <Button variant="primary" icon={ImageOff} onClick={() => fetchPicture(shown)}>
          {t`Carregar a foto de novo`}
        </Button>
      )}
    </>
  );
}
