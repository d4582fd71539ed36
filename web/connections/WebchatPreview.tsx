import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Webchat } from "../../src/contract/webchat.ts";
import type { WidgetStart } from "../../src/contract/widget.ts";
import css from "./WebchatDialog.module.css";

/** The chat as visitors will see it, in the very frame that they get: it is told of each change, and sends nothing. */
export function WebchatPreview({ webchat }: { webchat: Webchat }) {
  const { t, i18n } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const tell = useEffectEvent(() => {
    const { color, title, greeting, position, theme, handoverId } = webchat;
    const start: Partial<WidgetStart> = { color, greeting, position, theme, hasHandover: handoverId !== null };
    frame.current?.contentWindow?.postMessage(
      { preview: title ? { ...start, title } : start },
      location.origin,
    );
  });
  const seen = JSON.stringify(webchat);
  useEffect(() => tell(), [seen]);
  useEffect(() => {
    const ready = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.previewIsReady) tell();
    };
    addEventListener("message", ready);
    return () => removeEventListener("message", ready);
  }, []);
  return (
    <iframe
      ref={frame}
      className={css.preview}
      title={t`Prévia do chat`}
      src={`/widget/${webchat.key}?preview&lang=${i18n.locale}`}
    />
  );
}
