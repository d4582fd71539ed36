import { Trans } from "@lingui/react/macro";
import type { Claimed } from "../../src/contract/backups.ts";
import { useDates } from "../ui/useDates.ts";

/** Why a place takes nothing. */
export function PlaceFault({ fault, claimed }: { fault: string; claimed: Claimed | null }) {
  const dates = useDates();
  if (!claimed) return <Trans>Não aceita o que recebe: {fault}</Trans>;
  const { who } = claimed, since = dates.full(claimed.at);
  return who
    ? <Trans>Nada mais vai para lá: outra instalação ({who}) tem esse lugar desde {since}.</Trans>
    : <Trans>Nada mais vai para lá: outra instalação tem esse lugar desde {since}.</Trans>;
}
