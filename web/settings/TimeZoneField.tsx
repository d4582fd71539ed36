import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { zoneToday } from "../../src/shared/time_zones.ts";
import { useMe } from "../session.ts";
import { ComboBox } from "../ui/ComboBox.tsx";
import { timeText } from "../ui/dates.ts";
import { saveTimeZone } from "./company.ts";
import { type Zone, zonesFound, zonesIn } from "./zones.ts";
import css from "./SettingsPage.module.css";

/** By which clock the company lives: hours, texts and reports go by it. */
export function TimeZoneField() {
  const { t, i18n } = useLingui();
  const { companyId, company } = useMe();
  /** What was chosen, until the company has it. */
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState<string | null>(null);
  const zones = useMemo(() => zonesIn(i18n.locale, new Date()), [i18n.locale]);
  const now = zones.find(({ name }) => name === zoneToday(chosen ?? company.timeZone));
  // The present one is the first that Enter would take.
  const others = zones.filter((zone) => zone !== now);
  const found = typed === null ? [...(now ? [now] : []), ...others] : zonesFound(zones, typed);
  const save = async ({ name }: Zone) => {
    setTyped(null);
    if (name === company.timeZone) return;
    setChosen(name);
    await saveTimeZone(companyId, name, company.timeZone);
    setChosen(undefined);
  };
  const time = timeText(Date.now(), company.timeZone);
  return (
    <div className={css.option}>
      <ComboBox
        label={t`Fuso horário`}
        hint={
          <span role="status">
            {chosen
              ? <Trans>Atualizando...</Trans>
              : t`Horários, textos e relatórios seguem este relógio: agora são ${time}.`}
          </span>
        }
        placeholder={t`Cidade ou fuso horário`}
        text={typed ?? (now ? nameOf(now) : company.timeZone)}
        onText={setTyped}
        options={found}
        chosen={typed === null ? now : null}
        onChoose={(zone) => void save(zone)}
        nameOf={nameOf}
        // What was typed and not chosen changes nothing, so it does not stay either.
        onLeave={() => setTyped(null)}
        note={found.length === 0 && <Trans>Nada encontrado</Trans>}
      >
        {({ city, clock }) => (
          <span className={css.zone}>
            <b>{city}</b>
            <small>{clock}</small>
          </span>
        )}
      </ComboBox>
    </div>
  );
}

function nameOf({ city, clock }: Zone): string {
  return `${city} (${clock})`;
}
