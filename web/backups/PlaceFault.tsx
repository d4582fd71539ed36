import { Trans } from "@lingui/react/macro";
import type { Claimed } from "../../src/contract/backups.ts";
import { useDates } from "../ui/useDates.ts";

interface PlaceFaultProps {
  fault: string;
  claimed: Claimed | null;
  isEmptied: boolean;
}

/** Why a place takes nothing. */
export function PlaceFault({ fault, claimed, isEmptied }: PlaceFaultProps) {
  const dates = useDates();
  if (isEmptied) {
    return (
      <Trans>
        Nada vai para lá: não há mais nada do que foi levado. Veja se o disco está montado; o que espera vai depois. Se
        o que havia se perdeu, retire o lugar e acrescente-o outra vez.
      </Trans>
    );
  }
  if (!claimed) return <Trans>Não aceita o que recebe: {fault}</Trans>;
  const { who } = claimed, since = dates.full(claimed.at);
  return (
    <>
      {who
        ? <Trans>Nada mais vai para lá: outra instalação ({who}) tem esse lugar desde {since}.</Trans>
        : <Trans>Nada mais vai para lá: outra instalação tem esse lugar desde {since}.</Trans>}{" "}
      <Trans>
        Se é ela que atende as empresas agora, pare este servidor. Senão, pare a outra, retire o lugar e acrescente-o
        outra vez; se ele for recusado, porque já tem os backups de outra chave, acrescente um vazio.
      </Trans>
    </>
  );
}
