import { Trans, useLingui } from "@lingui/react/macro";
import { type Connection, type ConnectionChange, connections } from "../../src/contract/connections.ts";
import { pagedList, useList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";
import { errorText } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useDates } from "../ui/useDates.ts";
import { connectionList } from "./connections.ts";
import { wordsOf } from "./situations.ts";
import css from "./Health.module.css";

const changeList = pagedList(connections.history, { rows: (answer): readonly ConnectionChange[] => answer });
onEvent("whatsappSession", () => changeList.refresh());

/** How a connection is, since when, what to do about it, and what became of it lately. */
export function Health({ connection }: { connection: Connection }) {
  const { i18n } = useLingui();
  const dates = useDates();
  const { word, reason, advice } = wordsOf(connection);
  const since = dates.full(connection.since);
  return (
    <div className={css.health}>
      <h3>
        {i18n._(word)}
        {reason && `: ${i18n._(reason)}`}
      </h3>
      <p className={css.since}>
        <Trans>Desde {since}</Trans>
      </p>
      <p>{i18n._(advice)}</p>
      {connection.situation === "same_number" && <Twin connection={connection} />}
      <h4>
        <Trans>O que aconteceu</Trans>
      </h4>
      <Changes connection={connection} />
    </div>
  );
}

/** Which connection has the number already; another company's is not named. */
function Twin({ connection: { id, number } }: { connection: Connection }) {
  const { rows } = useList(connectionList, {});
  const twin = rows.find((other) => other.id !== id && other.number === number && other.status === "CONNECTED");
  return (
    <p>
      {twin
        ? <Trans>A outra é “{twin.name}”.</Trans>
        : <Trans>A outra não é desta empresa: fale com quem cuida deste servidor.</Trans>}
    </p>
  );
}

function Changes({ connection: { id, kind } }: { connection: Connection }) {
  const { i18n } = useLingui();
  const dates = useDates();
  const { rows, state, error } = useList(changeList, { id });
  if (rows.length === 0 && state === "failed") return <p>{errorText(error)}</p>;
  if (rows.length === 0 && state !== "ready") return <Skeleton width="80%" />;
  if (rows.length === 0) {
    return (
      <p className={css.since}>
        <Trans>Nada ainda.</Trans>
      </p>
    );
  }
  return (
    <ol className={css.changes}>
      {rows.map(({ id, code, at, ...change }) => {
        const { word, reason } = wordsOf({ ...change, kind });
        return (
          <li key={id}>
            <time dateTime={at}>{dates.shortDateTime(at)}</time>
            <span>
              {i18n._(word)}
              {reason && `, ${i18n._(reason)}`}
              {code !== null && <small>{` (${code})`}</small>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
