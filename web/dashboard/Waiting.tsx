import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "../ui/Skeleton.tsx";
import css from "./DashboardPage.module.css";

/** The places of the numbers while they are on their way. */
export function Waiting() {
  const { t } = useLingui();
  return (
    <div className={css.dashboard}>
      <p className="visually-hidden" role="status">{t`Carregando`}</p>
      <Skeleton width="100%" height={90} />
      <div className={css.charts} aria-hidden>
        <Skeleton width="100%" height={240} />
        <Skeleton width="100%" height={240} />
      </div>
      <Skeleton width="100%" height={220} />
    </div>
  );
}
