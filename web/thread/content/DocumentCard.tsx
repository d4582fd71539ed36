import { Trans, useLingui } from "@lingui/react/macro";
import { Download, FileText } from "lucide-react";
import type { Message } from "../../../src/contract/messages.ts";
import { showError } from "../../ui/showError.ts";
import { saveFile } from "../media.ts";
import { sizeText } from "../../ui/sizes.ts";
import { Marked } from "./Marked.tsx";
import { Meta } from "../messages/Meta.tsx";
import bubble from "../messages/Bubble.module.css";
import css from "./DocumentCard.module.css";

/** A file with its name, kind and size; a press saves it. */
export function DocumentCard({ message }: { message: Message }) {
  const { i18n } = useLingui();
  const { media, body } = message;
  const name = media?.name || body;
  // The server repeats the name where there is no caption.
  const caption = body === name ? "" : body;
  const facts = [kindOf(name), media && media.size > 0 && sizeText(media.size, i18n.locale)].filter(Boolean);
  return (
    <>
      <button
        type="button"
        className={css.document}
        disabled={message.id < 0}
        onClick={() => saveFile(message).catch(showError)}
      >
        <span className={css.kind}>
          <FileText size={20} aria-hidden />
        </span>
        <b>
          <span className="visually-hidden">
            <Trans>Baixar</Trans>
          </span>{" "}
          {name}
        </b>
        {message.id > 0 ? <Download size={16} aria-hidden /> : <span />}
        <small>{facts.join(" · ")}</small>
        {caption ? <span /> : (
          <span className={css.meta}>
            <Meta message={message} />
          </span>
        )}
      </button>
      {caption && (
        <p className={`${bubble.text} ${css.words}`}>
          <Marked text={caption} />
          <Meta message={message} />
        </p>
      )}
    </>
  );
}

/** The kind by the name's ending, in capitals: PDF, XLSX. */
function kindOf(name: string): string {
  return /\.(\w{2,5})$/.exec(name)?.[1]?.toUpperCase() ?? "";
}
