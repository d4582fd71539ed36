import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMe } from "../session.ts";
import { Select } from "../ui/Select.tsx";
import { showError } from "../ui/showError.ts";
import { saveTimeZone } from "./company.ts";
import css from "./SettingsPage.module.css";

/** By which clock the company lives: hours, texts and reports go by it. */
export function TimeZoneField() {
  const { t } = useLingui();
  const { companyId, company } = useMe();
  const [isSaving, setSaving] = useState(false);
  const zones = [...new Set([company.timeZone, ...Intl.supportedValuesOf("timeZone")])];
  const save = async (timeZone: string) => {
    setSaving(true);
    await saveTimeZone(companyId, timeZone).catch(showError);
    setSaving(false);
  };
  const time = new Date().toLocaleTimeString("pt-BR", { timeZone: company.timeZone, timeStyle: "short" });
  return (
    <div className={css.option}>
      <Select
        label={t`Fuso horário`}
        hint={
          <span role="status">
            {isSaving
              ? <Trans>Atualizando...</Trans>
              : t`Horários, textos e relatórios seguem este relógio: agora são ${time}.`}
          </span>
        }
        aria-busy={isSaving}
        value={company.timeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
        onText={(zone) => void save(zone)}
      />
    </div>
  );
}
