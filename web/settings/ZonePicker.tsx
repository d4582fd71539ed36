import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo, useState } from "react";
import { zoneToday } from "../../src/shared/time_zones.ts";
import { ComboBox } from "../ui/ComboBox.tsx";
import { type Zone, zonesFound, zonesIn } from "./zones.ts";
import css from "./SettingsPage.module.css";

interface ZonePickerProps {
  /** IANA name. */
  zone: string;
  onZone: (zone: string) => void;
  hint: ReactNode;
}

/** A time zone, found by its city, its clock, its continent or an older name. */
export function ZonePicker({ zone, onZone, hint }: ZonePickerProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const zones = useMemo(() => zonesIn(i18n.locale, new Date()), [i18n.locale]);
  const now = zones.find(({ name }) => name === zoneToday(zone));
  // The present one is the first that Enter would take.
  const others = zones.filter((one) => one !== now);
  const found = typed === null ? [...(now ? [now] : []), ...others] : zonesFound(zones, typed);
  return (
    <ComboBox
      label={t`Fuso horário`}
      hint={hint}
      placeholder={t`Cidade ou fuso horário`}
      text={typed ?? (now ? nameOf(now) : zone)}
      onText={setTyped}
      options={found}
      chosen={typed === null ? now : null}
      onChoose={({ name }) => {
        setTyped(null);
        onZone(name);
      }}
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
  );
}

function nameOf({ city, clock }: Zone): string {
  return `${city} (${clock})`;
}
