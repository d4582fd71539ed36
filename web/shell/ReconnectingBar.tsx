import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { LoaderCircle, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { connectionAtom, outageAtom } from "../live.ts";
import { ERROR_TEXTS } from "../ui/errorTexts.ts";
import css from "./ReconnectingBar.module.css";

/** Shorter gaps (ms) are nobody's concern. */
const WORTH_SAYING = 1000;

/** Says that news does not arrive at the moment. */
export function ReconnectingBar() {
  const connection = useAtomValue(connectionAtom);
  const { i18n } = useLingui();
  const outage = useAtomValue(outageAtom);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (connection === "online") return setShown(false);
    const clock = setTimeout(() => setShown(true), WORTH_SAYING);
    return () => clearTimeout(clock);
  }, [connection]);
  return (
    <div role="status">
      {isShown && outage && (
        <p className={css.bar}>
          <TriangleAlert size={12} aria-hidden />
          {i18n._(ERROR_TEXTS[outage])}
        </p>
      )}
      {isShown && !outage && (
        <p className={css.bar}>
          <LoaderCircle size={12} className="spin" aria-hidden />
          <Trans>Sem conexão. Reconectando…</Trans>
        </p>
      )}
    </div>
  );
}
