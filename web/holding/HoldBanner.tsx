import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { History } from "lucide-react";
import { useEffect, useState } from "react";
import type { Hold } from "../../src/contract/holding.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { useDates } from "../ui/useDates.ts";
import { countsText, dropHold, followHold, holdAtom, sendHold } from "./held.ts";

/** Above every page of an administrator as long as what waited when the company was brought back waits for a word. */
export default function HoldBanner() {
  const { t } = useLingui();
  const hold = useAtomValue(holdAtom);
  const [isBusy, setBusy] = useState(false);
  useEffect(followHold, []);
  if (!hold || Object.values(hold.counts).every((count) => count === 0)) return null;
  const decide = async (how: (hold: Hold) => Promise<void>) => {
    setBusy(true);
    await how(hold);
    setBusy(false);
  };
  return (
    <Banner
      label={t`Envios retidos`}
      icon={History}
      actions={
        <>
          <Button size="small" variant="secondary" busy={isBusy} onClick={() => void decide(sendHold)}>
            <Trans>Enviar tudo</Trans>
          </Button>
          <Button size="small" busy={isBusy} onClick={() => void decide(dropHold)}>
            <Trans>Descartar</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Why hold={hold} /> <Trans>Retidos, até que alguém decida: {countsText(hold.counts)}.</Trans>
      </p>
    </Banner>
  );
}

function Why({ hold: { why, moment } }: { hold: Hold }) {
  const dates = useDates();
  const at = dates.dateTime(moment);
  if (why === "import" || why === "move") return <Trans>A empresa veio de outro servidor.</Trans>;
  return <Trans>A empresa voltou ao momento {at}.</Trans>;
}
