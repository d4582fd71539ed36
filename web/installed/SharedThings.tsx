import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { File as FileIcon } from "lucide-react";
import { useEffect, useState } from "react";
import type { Shared } from "../keptFiles.ts";
import { sizeText } from "../ui/sizes.ts";
import css from "./SharedThings.module.css";

/** What was shared with the app, and what of it is too large. */
export function SharedThings({ shared: { files, tooLarge, text } }: { shared: Shared }) {
  const { t, i18n } = useLingui();
  const [name] = tooLarge;
  return (
    <div className={css.things}>
      {name && (
        <p className={css.large} role="alert">
          {plural(tooLarge.length, {
            one: `“${name}” passa de 64\u00a0MB e não pode ser enviado.`,
            other: `# arquivos passam de 64\u00a0MB e não podem ser enviados.`,
          })}
        </p>
      )}
      <ul className={css.list} aria-label={t`O que será compartilhado`}>
        {files.map((file, nth) => (
          <li key={nth}>
            <Preview file={file} />
            <span>{file.name}</span>
            <small>{sizeText(file.size, i18n.locale)}</small>
          </li>
        ))}
        {text && <li className={css.text}>{text}</li>}
      </ul>
    </div>
  );
}

function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith("image/")) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address ? <img src={address} alt="" /> : <FileIcon size={20} aria-hidden />;
}
