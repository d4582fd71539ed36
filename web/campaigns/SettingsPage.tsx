import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import {
  CAMPAIGN_SETTINGS_AT_FIRST,
  CampaignSettings,
  campaignSettings,
  INTERVALS,
} from "../../src/contract/campaign_settings.ts";
import { call } from "../call.ts";
import { maskTime } from "../hours/mask.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Page } from "../ui/Page.tsx";
import { Pane } from "../ui/Pane.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Switch } from "../ui/Switch.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { typedNumber } from "../ui/typedNumber.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { Paces } from "./Paces.tsx";
import { changesOf, settingsFrom, weekdayName } from "./settings.ts";
import { Variables } from "./Variables.tsx";
import css from "./SettingsPage.module.css";

/** How campaigns are sent (spec 3 §2.5). */
export default function SettingsPage() {
  const { t } = useLingui();
  const [settings, setSettings] = useState<CampaignSettings>(), [error, setError] = useState<unknown>();
  const [nth, setNth] = useState(0);
  useEffect(() => {
    call(campaignSettings.list).then((answer) => {
      setError(undefined);
      setSettings(settingsFrom(answer));
    }, setError);
  }, [nth]);
  return (
    <Page title={t`Configurações de campanhas`}>
      <Pane label={t`Configurações de campanhas`} isPadded isBusy={!settings && !error}>
        {settings
          ? (
            <div className={css.groups}>
              <SettingsForm settings={settings} />
              <Paces />
            </div>
          )
          : error
          ? <Failed title={t`As configurações não chegaram`} error={error} onRetry={() => setNth(nth + 1)} />
          : <Skeleton width="100%" height={320} />}
      </Pane>
    </Page>
  );
}

type Form = ReturnType<typeof useSettingsForm>["form"];

function useSettingsForm(settings: CampaignSettings) {
  const { t } = useLingui();
  const [saved, setSaved] = useState(settings);
  const form = useForm(CampaignSettings, {
    start: settings,
    submit: async (typed) => {
      // What somebody else has set meanwhile stays: only what this form has changed is sent.
      setSaved(settingsFrom(await call(campaignSettings.change, changesOf(typed, saved))));
      toast.success(t`Configurações salvas`);
    },
  });
  return { form, isChanged: JSON.stringify({ ...saved, ...form.values }) !== JSON.stringify(saved) };
}

function SettingsForm({ settings }: { settings: CampaignSettings }) {
  const { t } = useLingui();
  const { form, isChanged } = useSettingsForm(settings);
  useUnsaved(isChanged, undefined, { isBusy: form.busy });
  return (
    <form {...form.props} className={css.form}>
      <Intervals form={form} />
      <Variables
        variables={form.values.variables ?? []}
        onVariables={(variables) => form.change("variables", variables)}
        isBusy={form.busy}
      />
      <Hours form={form} />
      <section>
        <h2>
          <Trans>Limites</Trans>
        </h2>
        <div className={css.three}>
          <NumberOf form={form} name="newNumberCap" label={t`Desconhecidos por dia, de um número novo`} />
          <NumberOf form={form} name="mostFailures" label={t`Falhas seguidas que param a campanha`} />
        </div>
        <p className={css.hint}>
          <Trans>O limite de um número novo dobra a cada semana de uso. 0: sem limite, com risco de bloqueio.</Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>Quem não quer mais receber</Trans>
        </h2>
        <TextArea label={t`Resposta a quem pede para sair`} rows={2} maxLength={1000} {...form.text("optOutText")} />
        <TextArea
          label={t`Pergunta quando a resposta só parece um pedido para sair`}
          rows={2}
          maxLength={1000}
          {...form.text("optOutQuestion")}
        />
        <p className={css.hint}>
          <Trans>Cada uma é enviada uma só vez; vazia, nada é enviado.</Trans>
        </p>
      </section>
      <footer className={css.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          <Trans>Salvar configurações</Trans>
        </Button>
        {isChanged && (
          <span>
            <Trans>Há mudanças não salvas.</Trans>
          </span>
        )}
      </footer>
    </form>
  );
}

function Intervals({ form }: { form: Form }) {
  const { t } = useLingui();
  const select = (name: keyof typeof INTERVALS, label: string, textOf: (value: number) => string) => (
    <Select
      label={label}
      options={INTERVALS[name].map((value) => ({ value: String(value), label: textOf(value) }))}
      {...form.text(name)}
      onText={(value) => form.change(name, Number(value))}
      disabled={form.busy}
    />
  );
  const seconds = (value: number) => value === 0 ? t`Sem intervalo` : t`${value} segundos`;
  return (
    <section>
      <h2>
        <Trans>Intervalos</Trans>
      </h2>
      <div className={css.three}>
        {select("messageInterval", t`Intervalo randômico de disparo`, seconds)}
        {select(
          "longerIntervalAfter",
          t`Intervalo maior após`,
          (value) => value === 0 ? t`Não definido` : t`${value} mensagens`,
        )}
        {select("greaterInterval", t`Intervalo de disparo maior`, seconds)}
      </div>
    </section>
  );
}

function NumberOf({ form, name, label }: { form: Form; name: "newNumberCap" | "mostFailures"; label: string }) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      {...form.text(name)}
      onText={(text) => form.change(name, typedNumber(text))}
    />
  );
}

const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

function Hours({ form }: { form: Form }) {
  const { t } = useLingui();
  const hours = form.values.hours ?? CAMPAIGN_SETTINGS_AT_FIRST.hours;
  const set = (change: Partial<typeof hours>) => form.change("hours", { ...hours, ...change });
  const time = (name: "from" | "to", label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      placeholder="08:00"
      autoComplete="off"
      name={`hours.${name}`}
      value={hours[name]}
      onText={(text) => set({ [name]: maskTime(text) })}
      error={form.problemOn(`hours.${name}`)}
      readOnly={form.busy}
    />
  );
  return (
    <section>
      <h2>
        <Trans>Horário de envio</Trans>
      </h2>
      <Switch checked={hours.isOn} onChecked={(isOn) => set({ isOn })} disabled={form.busy}>
        <Trans>Enviar só neste horário</Trans>
      </Switch>
      {hours.isOn && (
        <>
          <div className={css.three}>
            {time("from", t`Das`)}
            {time("to", t`Às`)}
          </div>
          <div className={css.days} role="group" aria-label={t`Dias da semana`}>
            {WEEK.map((day) => (
              <Checkbox
                key={day}
                checked={hours.weekdays.includes(day)}
                // Without any day nothing would ever be sent.
                disabled={form.busy || (hours.weekdays.length === 1 && hours.weekdays.includes(day))}
                onChecked={(is) =>
                  set({
                    weekdays: is ? [...hours.weekdays, day].sort() : hours.weekdays.filter((one) => one !== day),
                  })}
              >
                {weekdayName(day)}
              </Checkbox>
            ))}
          </div>
          <Checkbox checked={hours.onHolidays} onChecked={(onHolidays) => set({ onHolidays })} disabled={form.busy}>
            <Trans>Também em feriados</Trans>
          </Checkbox>
          <p className={css.hint}>
            <Trans>
              Quem responde sim a uma confirmação recebe a mensagem em seguida, também fora deste horário.
            </Trans>
          </p>
        </>
      )}
    </section>
  );
}
