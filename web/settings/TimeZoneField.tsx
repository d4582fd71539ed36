import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMe } from "../session.ts";
import { timeText } from "../ui/dates.ts";
import { saveTimeZone } from "./company.ts";
import { ZonePicker } from "./ZonePicker.tsx";
import css from "./SettingsPage.module.css";

/** By which clock the company lives: hours, texts and reports go by it. */
export function TimeZoneField() {
  const { t } = useLingui();
  const { companyId, company } = useMe();
  /** What was chosen, until the company has it. */
  const [chosen, setChosen] = useState<string>();
  const save = async (name: string) => {
    if (name === company.timeZone) return;
    setChosen(name);
    await saveTimeZone(companyId, name, company.timeZone);
    setChosen(undefined);
  };
  const time = timeText(Date.now(), company.timeZone);
  return (
    <div className={css.option}>
      <ZonePicker
        zone={chosen ?? company.timeZone}
        onZone={(name) => void save(name)}
        hint={
          <span role="status">
            {chosen
              ? <Trans>Atualizando...</Trans>
              : t`Horários, textos e relatórios seguem este relógio: agora são ${time}.`}
          </span>
        }
      />
    </div>
  );
}
