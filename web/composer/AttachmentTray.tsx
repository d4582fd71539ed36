import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { FileText, Image, type LucideIcon, Music, Video, X } from "lucide-react";
import { useEffect, useState } from "react";
import { detach } from "./attachments.ts";
import { isBrokenPicture } from "./brokenPicture.ts";
import { sizeText } from "../ui/sizes.ts";
import { toast } from "../ui/toast.ts";
import css from "./AttachmentTray.module.css";

/** ms */
const REFUSAL_STAYS = 10_000;

const ICONS: Readonly<Record<string, LucideIcon>> = { image: Image, video: Video, audio: Music };

/** The files that will be sent, each with a way to leave it out. Their words are what is written below. */
export default function AttachmentTray({ ticketId, tray }: { ticketId: number; tray: readonly File[] }) {
  const { t } = useLingui();
  return (
    <ul className={css.tray} aria-label={t`Anexos`}>
      {tray.map((file, i) => (
        <li key={`${i} ${file.name} ${file.lastModified}`} className={css.file}>
          <FileCard file={file} onRemove={() => detach(ticketId, file)} />
        </li>
      ))}
    </ul>
  );
}

function FileCard({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t, i18n } = useLingui();
  const { name } = file;
  const picture = usePicture(file);
  const [isShown, setShown] = useState(true);
  const Icon = ICONS[file.type.split("/")[0]!] ?? FileText;
  const onError = async () => {
    setShown(false);
    if (!await isBrokenPicture(file)) return;
    onRemove();
    toast.error(msg`“${name}” não abre como imagem e ficou de fora. Confira o arquivo e anexe de novo.`, {
      stay: REFUSAL_STAYS,
    });
  };
  return (
    <>
      {picture && isShown
        ? <img src={picture} alt="" onError={() => void onError()} />
        : <Icon size={20} aria-hidden />}
      <span>
        <span data-tooltip={file.name}>{file.name}</span>
        <small>{sizeText(file.size, i18n.locale)}</small>
      </span>
      <button
        type="button"
        className={css.remove}
        aria-label={t`Tirar ${file.name}`}
        onClick={onRemove}
      >
        <X size={12} aria-hidden />
      </button>
    </>
  );
}

function usePicture(file: File): string | undefined {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith("image/")) return;
    const url = URL.createObjectURL(file);
    setPicture(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return picture;
}
