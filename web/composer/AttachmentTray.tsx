import { useLingui } from "@lingui/react/macro";
import { FileText, Music, Video, X } from "lucide-react";
import { useEffect, useState } from "react";
import { detach } from "./attachments.ts";
import { sizeText } from "../ui/sizes.ts";
import css from "./AttachmentTray.module.css";

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
  const picture = usePicture(file);
  const Icon = file.type.startsWith("video/") ? Video : file.type.startsWith("audio/") ? Music : FileText;
  return (
    <>
      {picture ? <img src={picture} alt="" /> : <Icon size={20} aria-hidden />}
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
