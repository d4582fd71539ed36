import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { LoaderCircle, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { connectionAtom, outageAtom, seenAtom } from "../live.ts";
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
  const [seen, setSeen] = useAtom(seenAtom);
  const [path] = useLocation();
  const { company } = useMe();
  // Where nothing was kept there is nothing that could be old.
  const isSeen = seen !== null && (!seen.isOnlyTickets || /^\/tickets(\/|$)/.test(path));
  const when = isSeen ? timeOrDate(seen.at, company.timeZone) : undefined;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (connection === "online") return setShown(false);
    const lostAt = Date.now();
    const clock = setTimeout(() => setShown(true), WORTH_SAYING);
    const clockOfAge = setTimeout(() => setSeen((known) => known ?? { at: lostAt, isOnlyTickets: false }), OLD);
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
