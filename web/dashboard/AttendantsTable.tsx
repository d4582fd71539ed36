import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Star } from "lucide-react";
import type { ReactNode } from "react";
import type { Attendant } from "../../src/contract/dashboard.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Dot } from "../ui/Dot.tsx";
import { type FiguresColumn, FiguresTable } from "./FiguresTable.tsx";
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
export function AttendantsTable({ attendants, ...does }: AttendantsTableProps) {
  const { t } = useLingui();
  return <FiguresTable name="attendants" title={t`Atendentes`} columns={useAttendantColumns(does)} rows={attendants} />;
}

type Does = Omit<AttendantsTableProps, "attendants">;

function useAttendantColumns({ onLook, onNarrow }: Does): readonly FiguresColumn<Attendant>[] {
  const { t } = useLingui();
  return [
    {
      id: "name",
      title: t`Nome`,
      isHeader: true,
      sortBy: ({ name }) => name,
      cell: (attendant) => <Person attendant={attendant} onNarrow={onNarrow} />,
    },
    {
      id: "rating",
      title: t`Avaliações`,
      sortBy: ({ rating }) => rating,
      cell: (attendant) => (
        <Stars
          attendant={attendant}
          onPress={() => onLook({ of: "rated", userId: attendant.id })}
        />
      ),
    },
    {
      id: "finished",
      title: t`Atendimentos`,
      isNumeric: true,
      isLess: true,
      sortBy: ({ finished }) => finished,
      cell: (attendant) => (
        <Press
          label={t`${attendant.name}: ${plural(attendant.finished, { one: "# atendimento", other: "# atendimentos" })}`}
          onPress={() => onLook({ of: "finished", userId: attendant.id })}
        >
          {countText(attendant.finished)}
        </Press>
      ),
    },
    {
      id: "support",
      title: t`T.M. de Atendimento`,
      isNumeric: true,
      sortBy: ({ avgSupportTime }) => avgSupportTime,
      cell: (attendant) => (
        <Press
          label={t`${attendant.name}, T.M. de Atendimento: ${durationText(attendant.avgSupportTime)}`}
          onPress={() => onLook({ of: "support", userId: attendant.id })}
        >
          {durationText(attendant.avgSupportTime)}
        </Press>
      ),
    },
    {
      id: "online",
      title: t`Status (Atual)`,
      sortBy: ({ online }) => Number(!online),
      cell: ({ online }) => <Presence online={online} />,
    },
  ];
}

interface PressProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
}

/** A number that leads to what is behind it. */
function Press({ label, onPress, children }: PressProps) {
  return <button type="button" className={css.press} aria-label={label} onClick={onPress}>{children}</button>;
}

function Presence({ online }: Pick<Attendant, "online">) {
  return (
    <span className={css.presence}>
      <Dot tone={online ? "success" : undefined} />
      {online ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
    </span>
  );
}

function Person({ attendant, onNarrow }: { attendant: Attendant } & Pick<Does, "onNarrow">) {
  const { t } = useLingui();
  return (
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
