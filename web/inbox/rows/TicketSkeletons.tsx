import { Trans } from "@lingui/react/macro";
import { classes } from "../../ui/classes.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useLate } from "../../ui/useLate.ts";
import css from "./TicketRow.module.css";

const WIDTHS = ["48 86 40", "62 74 34", "38 92 46", "54 66 38", "44 80 42", "58 72 36", "40 88 44", "50 62 40"];
/** Nothing is shown before this long (ms): what comes at once needs no announcing. */
const PATIENCE = 200;

/** Where tickets will stand. */
export function TicketSkeletons() {
  const isLate = useLate(PATIENCE);
  if (!isLate) return null;
  return (
    <>
      <p className="visually-hidden" role="status">
        <Trans>Carregando atendimentos</Trans>
      </p>
      <div aria-hidden>
        {WIDTHS.map((widths) => {
          const [name, preview, where] = widths.split(" ");
          return (
            <div key={widths} className={classes(css.ticket, css.skeleton)}>
              <Skeleton width={36} height={36} round />
              <Skeleton width={`${name}%`} />
              <Skeleton width={32} />
              <Skeleton width={`${preview}%`} />
              <Skeleton width={`${where}%`} />
              <span className={css.stripe} />
            </div>
          );
        })}
      </div>
    </>
  );
}
