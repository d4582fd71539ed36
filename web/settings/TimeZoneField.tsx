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
  /** What was chosen, until the company has it. */
  const [chosen, setChosen] = useState<string>();
  const zones = [...new Set([company.timeZone, ...Intl.supportedValuesOf("timeZone")])];
  const save = async (timeZone: string) => {
    setChosen(timeZone);
    await saveTimeZone(companyId, timeZone).catch(showError);
    setChosen(undefined);
  };
  const time = new Date().toLocaleTimeString("pt-BR", { timeZone: company.timeZone, timeStyle: "short" });
  return (
    <div className={css.option}>
      <Select
        label={t`Fuso horário`}
        hint={
          <span role="status">
            {chosen
              ? <Trans>Atualizando...</Trans>
              : t`Horários, textos e relatórios seguem este relógio: agora são ${time}.`}
          </span>
        }
        aria-busy={chosen !== undefined}
        value={chosen ?? company.timeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
        onText={(zone) => void save(zone)}
      />
    </div>
  );
}
