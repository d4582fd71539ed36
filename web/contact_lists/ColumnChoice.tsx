import { Trans, useLingui } from "@lingui/react/macro";
import { MOST_COLUMNS, type SheetLook } from "../../src/contract/contact_lists.ts";
import { ColumnFields } from "../sheets/choosing/ColumnFields.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import css from "./ColumnChoice.module.css";
import { type Choice, variablesOf } from "./columnChoice.ts";

interface ColumnChoiceProps {
  look: SheetLook;
  choice: Choice;
  onChoice: (choice: Choice) => void;
}

/** Which column is what, and which of the others become variables of campaigns. */
export function ColumnChoice({ look, choice, onChoice }: ColumnChoiceProps) {
  const { t } = useLingui();
  const variables = variablesOf(look, choice), { leftOut } = choice;
  const most = MOST_COLUMNS;
  const titles = look.columns.map(({ title, letter, samples: [sample] }) =>
    title || (sample ? t`Coluna ${letter}: ${sample}` : t`Coluna ${letter}`)
  );
  return (
    <>
      <p>
        <Trans>
          Confira qual coluna é o quê. O número tem código do país, DDD e número: 5511987654321.
        </Trans>
      </p>
      <ColumnFields
        titles={titles}
        columns={choice.columns}
        needed={["name", "number"]}
        onColumns={(columns) => onChoice({ ...choice, columns })}
      />
      {variables.length > 0 && (
        <fieldset className={css.variables}>
          <legend>
            <Trans>Variáveis das campanhas</Trans>
          </legend>
          <p className={css.hint}>
            {variables.length > most
              ? <Trans>O que não está marcado não é importado. Cabem {most} variáveis.</Trans>
              : <Trans>O que não está marcado não é importado.</Trans>}
          </p>
          <div className={css.list}>
            {variables.map(({ nth, title, samples, isTaken }) => (
              <Checkbox
                key={nth}
                className={css.variable}
                checked={isTaken}
                onChecked={(isWanted) =>
                  onChoice({
                    ...choice,
                    leftOut: isWanted ? leftOut.filter((each) => each !== nth) : [...leftOut, nth],
                  })}
              >
                <span className={css.title}>
                  <bdi>{title}</bdi>
                  {samples.length > 0 && <small>{samples.join(" · ")}</small>}
                </span>
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
