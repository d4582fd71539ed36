import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { LoaderCircle, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { connectionAtom, outageAtom, seenAtAtom } from "../live.ts";
import { useMe } from "../session.ts";
import { timeOrDate } from "../ui/dates.ts";
import { ERROR_TEXTS } from "../ui/errorTexts.ts";
import css from "./ReconnectingBar.module.css";

/** Shorter gaps (ms) are nobody's concern. */
const WORTH_SAYING = 1000;
/** From so long (ms) on it is said of when that is which one sees. */
const OLD = 60_000;

/** Says that news does not arrive at the moment. */
export function ReconnectingBar() {
  const connection = useAtomValue(connectionAtom);
  const { i18n } = useLingui();
  const outage = useAtomValue(outageAtom);
  const [seenAt, setSeenAt] = useAtom(seenAtAtom);
  const { company } = useMe();
  const when = seenAt === null ? undefined : timeOrDate(seenAt, company.timeZone);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (connection === "online") return setShown(false);
    const lostAt = Date.now();
    const clock = setTimeout(() => setShown(true), WORTH_SAYING);
    const clockOfAge = setTimeout(() => setSeenAt((known) => known ?? lostAt), OLD);
    return () => [clock, clockOfAge].forEach(clearTimeout);
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
          {when ? <Trans>Sem conexão · o que você vê é de {when}</Trans> : <Trans>Sem conexão. Reconectando…</Trans>}
        </p>
      )}
    </div>
  );
}
