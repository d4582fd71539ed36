import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useState } from "react";
import { type CampaignPace, campaignSettings } from "../../src/contract/campaign_settings.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { call } from "../call.ts";
import { onEvent } from "../live.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { showError } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useDates } from "../ui/useDates.ts";
import { countText, shareText } from "./words.ts";
import css from "./SettingsPage.module.css";

/** What each connection may send today, and why not more. */
export function Paces() {
  const [paces, setPaces] = useState<readonly CampaignPace[]>([]);
  useEffect(() => {
    call(campaignSettings.paces).then(setPaces, showError);
    return onEvent("campaignPace", ({ records }) => setPaces(records));
  }, []);
  if (paces.length === 0) return null;
  return (
    <section className={css.paces}>
      <h2>
        <Trans>Ritmo das conexões</Trans>
      </h2>
      {paces.map((pace) => (
        <Pace key={`${pace.connectionId} ${pace.since} ${pace.dayCap}`} pace={pace} onPaces={setPaces} />
      ))}
    </section>
  );
}

function Pace({ pace, onPaces }: { pace: CampaignPace; onPaces: (paces: readonly CampaignPace[]) => void }) {
  const { t } = useLingui();
  const { timeZone } = useDates();
  const start = { since: dayIn(timeZone, pace.since), cap: pace.dayCap === null ? "" : String(pace.dayCap) };
  const [since, setSince] = useState(start.since), [cap, setCap] = useState(start.cap);
  const [isBusy, setBusy] = useState(false);
  const isChanged = since !== start.since || cap !== start.cap;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isChanged) return;
    setBusy(true);
    try {
      const dayCap = cap === "" ? null : Number(cap);
      onPaces(
        await call(campaignSettings.changePace, {
          id: pace.connectionId,
          dayCap,
          ...since && since !== start.since && { since },
        }),
      );
      toast.success(t`Configurações salvas`);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.pace} onSubmit={save} noValidate aria-label={pace.name}>
      <header>
        <b>{pace.name}</b>
        <span>
          <PaceText pace={pace} />
        </span>
      </header>
      <DateField
        label={t`Em uso desde`}
        name="since"
        value={since}
        onText={setSince}
        max={dayIn(timeZone, Date.now())}
        readOnly={isBusy}
      />
      <TextField
        label={t`Limite próprio por dia`}
        inputMode="numeric"
        autoComplete="off"
        hint={t`Vazio: pela idade do número. 0: sem limite.`}
        value={cap}
        onText={(text) => setCap(text.replace(/\D/g, "").slice(0, 6))}
        readOnly={isBusy}
      />
      <Button type="submit" variant="secondary" busy={isBusy} disabled={!isChanged}>
        <Trans>Salvar ritmo</Trans>
      </Button>
    </form>
  );
}

function PaceText({ pace: { days, strangersADay, strangersToday, replyRate, isRestricted } }: { pace: CampaignPace }) {
  const { t } = useLingui();
  const age = plural(days, { one: "Número com # dia de uso", other: "Número com # dias de uso" });
  const today = countText(strangersToday);
  const most = strangersADay === null
    ? t`escreve a quantos desconhecidos for preciso; hoje foram ${today}`
    : t`hoje escreve a até ${countText(strangersADay)} desconhecidos; já foram ${today}`;
  return (
    <>
      {age}; {most}.{" "}
      {replyRate !== null && <Trans>{shareText(replyRate, 1)} dos desconhecidos responderam em 30 dias.</Trans>}{" "}
      {isRestricted && <Trans>O WhatsApp não deixa escrever a desconhecidos agora.</Trans>}
    </>
  );
}
