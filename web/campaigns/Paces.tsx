import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type CampaignPace, campaignSettings } from "../../src/contract/campaign_settings.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { call } from "../call.ts";
import { onEvent } from "../live.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { limitsOf, rightText } from "../ui/limits.ts";
import { showError } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { typedNumber } from "../ui/typedNumber.ts";
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
      {paces.map((pace) => <Pace key={pace.connectionId} pace={pace} onPaces={setPaces} />)}
    </section>
  );
}

const CAP = limitsOf(campaignSettings.changePace.body, "dayCap")!;

/** What of a pace is typed and not saved yet; what is not stays as the server has it. */
function usePace(pace: CampaignPace, onPaces: (paces: readonly CampaignPace[]) => void) {
  const { t, i18n } = useLingui();
  const { timeZone } = useDates();
  const start = { since: dayIn(timeZone, pace.since), cap: pace.dayCap === null ? "" : String(pace.dayCap) };
  const [typed, setTyped] = useState<Partial<typeof start>>({});
  const [isBusy, setBusy] = useState(false);
  const { since, cap } = { ...start, ...typed };
  const isChanged = since !== start.since || cap !== start.cap;
  const dayCap = cap.trim() === "" ? null : typedNumber(cap);
  const isWrong = typeof dayCap === "string" || (dayCap ?? 0) > CAP.most!;
  const save = async () => {
    if (isBusy || isWrong || !isChanged) return;
    setBusy(true);
    try {
      onPaces(
        await call(campaignSettings.changePace, {
          id: pace.connectionId,
          dayCap,
          ...since && since !== start.since && { since },
        }),
      );
      setTyped({});
      toast.success(t`Ritmo salvo`);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ since, cap, isChanged, isBusy, timeZone, save },
    wrong: isWrong ? i18n._(rightText(CAP, "invalid")!) : undefined,
    type: (change: Partial<typeof start>) => setTyped({ ...typed, ...change }),
  };
}

function Pace({ pace, onPaces }: { pace: CampaignPace; onPaces: (paces: readonly CampaignPace[]) => void }) {
  const { t } = useLingui();
  const capField = useRef<HTMLInputElement>(null);
  const { since, cap, isChanged, isBusy, timeZone, save, wrong, type } = usePace(pace, onPaces);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong) capField.current!.focus();
    else void save();
  };
  return (
    <form className={css.pace} onSubmit={onSubmit} noValidate aria-label={pace.name}>
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
        onText={(since) => type({ since })}
        max={dayIn(timeZone, Date.now())}
        readOnly={isBusy}
      />
      <TextField
        label={t`Limite próprio por dia`}
        inputMode="numeric"
        autoComplete="off"
        hint={t`Vazio: pela idade do número. 0: sem limite.`}
        ref={capField}
        value={cap}
        error={wrong}
        onText={(cap) => type({ cap })}
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
    : plural(strangersADay, {
      one: `hoje escreve a até # desconhecido; já foram ${today}`,
      other: `hoje escreve a até ${countText(strangersADay)} desconhecidos; já foram ${today}`,
    });
  return (
    <>
      {age}; {most}.{" "}
      {replyRate !== null && <Trans>{shareText(replyRate, 1)} dos desconhecidos responderam em 30 dias.</Trans>}{" "}
      {isRestricted && <Trans>O WhatsApp não deixa escrever a desconhecidos agora.</Trans>}
    </>
  );
}
