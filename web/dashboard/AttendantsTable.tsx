import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Star } from "lucide-react";
import type { Attendant } from "../../src/contract/dashboard.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Card } from "./Card.tsx";
import type { Looked } from "./filter.ts";
import { countText, durationText, RATING_HINT } from "./words.ts";
import css from "./Table.module.css";

interface AttendantsTableProps {
  attendants: readonly Attendant[];
  onLook: (looked: Looked) => void;
  /** Shows the numbers of one alone. */
  onNarrow?: (userId: number) => void;
}

/** Everybody who attends: what customers think of them, how much they did, and whether they are there. */
export function AttendantsTable({ attendants, onLook, onNarrow }: AttendantsTableProps) {
  const { t } = useLingui();
  return (
    <Card title={t`Atendentes`}>
      <div className={css.scroll}>
        <table className={css.table} aria-label={t`Atendentes`}>
          <thead>
            <tr>
              <th scope="col">{t`Nome`}</th>
              <th scope="col">{t`Avaliações`}</th>
              <th scope="col" className={`${css.numeric} ${css.less}`}>{t`Atendimentos`}</th>
              <th scope="col" className={css.numeric}>{t`T.M. de Atendimento`}</th>
              <th scope="col">{t`Status (Atual)`}</th>
            </tr>
          </thead>
          <tbody>
            {attendants.map((attendant) => (
              <tr key={attendant.id}>
                <th scope="row">
                  <span className={css.person}>
                    <Avatar id={attendant.id} name={attendant.name} size={24} />
                    {onNarrow
                      ? (
                        <button
                          type="button"
                          className={css.press}
                          data-tooltip={t`Ver só os números de ${attendant.name}`}
                          onClick={() => onNarrow(attendant.id)}
                        >
                          {attendant.name}
                        </button>
                      )
                      : attendant.name}
                  </span>
                </th>
                <td>
                  <Stars
                    attendant={attendant}
                    onPress={() => onLook({ of: "rated", userId: attendant.id })}
                  />
                </td>
                <td className={`${css.numeric} ${css.less}`}>
                  <button
                    type="button"
                    className={css.press}
                    aria-label={t`${attendant.name}: ${
                      plural(attendant.finished, { one: "# atendimento", other: "# atendimentos" })
                    }`}
                    onClick={() => onLook({ of: "finished", userId: attendant.id })}
                  >
                    {countText(attendant.finished)}
                  </button>
                </td>
                <td className={css.numeric}>
                  <button
                    type="button"
                    className={css.press}
                    aria-label={t`${attendant.name}, T.M. de Atendimento: ${durationText(attendant.avgSupportTime)}`}
                    onClick={() => onLook({ of: "support", userId: attendant.id })}
                  >
                    {durationText(attendant.avgSupportTime)}
                  </button>
                </td>
                <td>
                  <span className={css.presence}>
                    <Dot tone={attendant.online ? "success" : undefined} />
                    {attendant.online ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** 0 to 3 stars, whole ones only (spec 2 §9): two and a half are two. */
function Stars({ attendant: { name, rating, ratings }, onPress }: { attendant: Attendant; onPress: () => void }) {
  const { t, i18n } = useLingui();
  if (rating === null) {
    return (
      <span className={css.stars}>
        <small>
          <Trans>Sem avaliações</Trans>
        </small>
      </span>
    );
  }
  const givers = plural(ratings, { one: "# cliente", other: "# clientes" });
  const text = rating.toLocaleString(i18n.locale === "en" ? "en-GB" : "pt-BR", { minimumFractionDigits: 1 });
  return (
    <button
      type="button"
      className={css.press}
      aria-label={t`${name}: ${text} de 3, por ${givers}. ${i18n._(RATING_HINT)}`}
      data-tooltip={i18n._(RATING_HINT)}
      onClick={onPress}
    >
      <span className={css.stars}>
        {[1, 2, 3].map((nth) => (
          <Star key={nth} size={16} data-full={nth <= Math.trunc(rating) || undefined} aria-hidden />
        ))}
        <small>{text}</small>
      </span>
    </button>
  );
}
