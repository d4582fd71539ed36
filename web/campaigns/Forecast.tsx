import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { UserX } from "lucide-react";
import { useDates } from "../ui/useDates.ts";
import { Notes } from "./Notes.tsx";
import type { Check } from "./useCheck.ts";
import { countText, momentText } from "./words.ts";
import css from "./Forecast.module.css";

/** Whom it reaches, who is left out, and when it ends as things stand. */
export function Forecast({ check, isByTemplate }: { check: Check | undefined; isByTemplate: boolean }) {
  const { t } = useLingui();
  const { timeZone } = useDates();
  if (!check) return <section className={css.forecast} aria-label={t`Previsão`} aria-busy />;
  const { recipients, startsAt, endsAt, notes } = check;
  const left = leftOutTexts(check);
  return (
    <section className={css.forecast} aria-label={t`Previsão`}>
      <header>
        <b>
          {startsAt === null
            ? <Trans>Escolha uma lista de contatos</Trans>
            : endsAt
            ? <Trans>Termina {momentText(endsAt, timeZone)}</Trans>
            : recipients === 0
            ? <Trans>Ninguém para receber</Trans>
            : <Trans>Não dá para prever o fim</Trans>}
        </b>
        {startsAt !== null && (
          <span>
            {plural(recipients, { one: "# contato recebe", other: `${countText(recipients)} contatos recebem` })}
          </span>
        )}
      </header>
      {startsAt !== null && (
        <>
          <Notes notes={notes} />
          {left.length > 0 && (
            <p className={css.left}>
              <UserX size={16} aria-hidden />
              <Trans>Ficam de fora: {left.join(", ")}.</Trans>
            </p>
          )}
          {check.unchecked > 0 && !isByTemplate && (
            <p className={css.left}>
              <UserX size={16} aria-hidden />
              {plural(check.unchecked, {
                one: "# número ainda não foi verificado: é verificado pouco antes do envio.",
                other: "# números ainda não foram verificados: são verificados pouco antes do envio.",
              })}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function leftOutTexts({ invalid, optedOut, leftOut, noNumber }: Check): string[] {
  return [
    invalid > 0 && plural(invalid, { one: "# sem WhatsApp", other: "# sem WhatsApp" }),
    optedOut > 0 && plural(optedOut, { one: "# que pediu para sair", other: "# que pediram para sair" }),
    leftOut > 0 && plural(leftOut, { one: "# pelas regras do público", other: "# pelas regras do público" }),
    noNumber > 0 && plural(noNumber, { one: "# sem número", other: "# sem número" }),
  ].filter((text) => text !== false);
}
